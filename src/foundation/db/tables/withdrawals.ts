import type { Defaulted, View } from '../driver/column-types.ts'

/** A buyer's statement that they withdraw from a contract, or cancel one that recurs. */
export type WithdrawalsTable = {
  id: string
  kind: Defaulted<'withdrawal' | 'cancellation'>
  /** Null where the statement does not say whom it is for. */
  sellerId: string | null
  /** What it names first: an order, or an offer alone; null where nothing fits, or one of several does. */
  purchaseId: string | null
  name: string
  /** Where its receipt goes. */
  email: string
  /** The order number, or what was bought, in the buyer's words. */
  reference: string
  /** The whole statement as it was sent. */
  statement: string
  /** Why a contract is canceled for cause; null for any other statement. */
  cause: string | null
  /** The day before which a canceled contract is not to end; null: as soon as it can. */
  endsOn: string | null
  receivedAt: Date
  /** What showed that it comes from the buyer; null while nothing has. */
  matchedBy: 'number_and_email' | 'page' | 'seller' | null
  confirmedAt: Date | null
  /** What of it fits purchases; null while that was not looked for, and on a purchase's own page. */
  fits: 'number_and_email' | 'number' | 'email' | 'nothing' | null
  /** Why no money goes back by it; null: it does, or it is not decided. */
  refusedFor: string | null
  /** Null as well when the user is gone. */
  decidedBy: string | null
  decidedAt: Date | null
  /** When there is something to be done about it; null: nothing, or it is the seller's turn. */
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  /** How often a refund of a part had failed when the seller last asked for it; one more is told, and not tried again. */
  failuresSeen: Defaulted<number>
  /** Its receipt was sent by mail, and not only shown: too many go to no address. */
  isReceiptMailed: Defaulted<boolean>
}

export type WithdrawalsView = View<
  WithdrawalsTable,
  | 'id'
  | 'kind'
  | 'purchaseId'
  | 'statement'
  | 'receivedAt'
  | 'confirmedAt'
  | 'refusedFor'
  | 'decidedAt'
  | 'nextCheckAt'
>

/** What a statement is about: covered by it or not. Of an order, each part by itself. */
export type StatedPurchasesTable = {
  withdrawalId: string
  purchaseId: string
  /** When a cancellation was carried out of it; null: it waits, or the statement is a withdrawal. */
  carriedOutAt: Date | null
}

export type StatedPurchasesView = View<StatedPurchasesTable, 'withdrawalId' | 'purchaseId'>

/** What is given back by which statement: each purchase by one at most. */
/**
 * What the buyer alone says, or nobody has said, that a withdrawal would hang on: a `country` named after what was bought may have
 * begun; it was `opened`, with consent, before the statement could be carried out; it is in time by an earlier statement
 * alone (`late`); the `arrival` of goods that were sent long ago.
 */
export type WaitsBecause = 'country' | 'opened' | 'late' | 'arrival'

export type WithdrawnPurchasesTable = {
  purchaseId: string
  withdrawalId: string
  /** Of a service that had begun, how much of it was performed, which its buyer pays; null: nothing is kept. */
  performedPercentage: Defaulted<number | null>
  /** Why it waits for its seller, beside their policy, as it was when it was covered; null: it does not. */
  waitsBecause: Defaulted<WaitsBecause | null>
}

export type WithdrawnPurchasesView = View<WithdrawnPurchasesTable, 'purchaseId' | 'withdrawalId'>
