import type { Defaulted } from '../column-types.ts'

/** A buyer's statement that they withdraw from a contract. */
export type WithdrawalsTable = {
  id: string
  /** Null where the statement does not say whom it is for. */
  sellerId: string | null
  /** What it names: an order, or an offer alone; null where nothing fits. */
  purchaseId: string | null
  name: string
  /** Where its receipt goes. */
  email: string
  /** The order number, or what was bought, in the buyer's words. */
  reference: string
  /** The whole statement as it was sent. */
  statement: string
  receivedAt: Date
  /** What showed that it comes from the buyer; null while nothing has. */
  matchedBy: 'number_and_email' | 'page' | 'seller' | null
  confirmedAt: Date | null
  /** Why no money goes back by it; null: it does, or it is not decided. */
  refusedFor: string | null
  /** Null as well when the user is gone. */
  decidedBy: string | null
  decidedAt: Date | null
  /** When there is something to be done about it; null: nothing, or it is the seller's turn. */
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
}

/** What is given back by which statement: each purchase by one at most. */
export type WithdrawnPurchasesTable = { purchaseId: string; withdrawalId: string }
