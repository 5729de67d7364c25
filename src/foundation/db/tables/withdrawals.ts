import type { Defaulted, View } from '../driver/column-types.ts'

/** A buyer's statement that they withdraw from a purchase or cancel a recurring contract. */
export type WithdrawalsTable = {
  id: string
  kind: Defaulted<'withdrawal' | 'cancellation'>
  /** The seller, or null if the statement mentions none. */
  sellerId: string | null
  /** The first purchase that the statement refers to: an order, or just an offer. Null if none or several match. */
  purchaseId: string | null
  name: string
  /** The email address that gets the receipt. */
  email: string
  /** The order number, or what was bought, in the buyer's words. */
  reference: string
  /** The whole statement as it was sent. */
  statement: string
  /** The cause for which a contract is canceled, or null for other statements. */
  cause: string | null
  /** The earliest end of a canceled contract, or null for as soon as possible. */
  endsOn: string | null
  receivedAt: Date
  /** What proves that the statement comes from the buyer, or null if there is no proof so far. */
  matchedBy: 'number_and_email' | 'page' | 'seller' | null
  confirmedAt: Date | null
  /**
   * Which of the statement's details match purchases. Null before matching, and for a statement sent from a purchase's
   * own page.
   */
  fits: 'number_and_email' | 'number' | 'email' | 'nothing' | null
  /** Why the statement leads to no refund. Null if it does or is undecided. */
  refusedFor: string | null
  /** The member who decided. Also null if that user was erased. */
  decidedBy: string | null
  decidedAt: Date | null
  /** When the next step is due. Null if there is none or the seller must decide. */
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  /** How many refunds had failed when the seller last requested them. A further failure is reported and not retried. */
  failuresSeen: Defaulted<number>
  /** Whether the receipt was emailed and not only shown. The number of receipts per address is limited. */
  isReceiptMailed: Defaulted<boolean>
  /** When the seller was reminded, through the purchase's history, of the refund's due date. */
  remindedAt: Date | null
  /** The language in which the statement was made, such as `de`. */
  language: Defaulted<string>
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

/** The purchases that a statement is about, whether or not it covers them. Each part of an order is separate. */
export type StatedPurchasesTable = {
  withdrawalId: string
  purchaseId: string
  /** When the cancellation was completed. Null if it is pending or the statement is a withdrawal. */
  carriedOutAt: Date | null
}

export type StatedPurchasesView = View<StatedPurchasesTable, 'withdrawalId' | 'purchaseId'>

/** The purchases that each statement covers. A purchase is covered by no more than one. */
/**
 * Unconfirmed facts on which a withdrawal depends: the `country` was given after the service may have begun; the
 * content was `opened`, with consent, before the statement was processed; only an earlier statement was in time
 * (`late`); it is unclear when goods sent long ago arrived (`arrival`).
 */
export type WaitsBecause = 'country' | 'opened' | 'shown' | 'late' | 'arrival'

export type WithdrawnPurchasesTable = {
  purchaseId: string
  withdrawalId: string
  /** The performed part of a started service, for which the buyer pays, or null if the seller retains nothing. */
  performedPercentage: Defaulted<number | null>
  /** Why the statement waits for the seller, apart from the shop's policy. Null if it does not wait. */
  waitsBecause: Defaulted<WaitsBecause | null>
}

export type WithdrawnPurchasesView = View<WithdrawnPurchasesTable, 'purchaseId' | 'withdrawalId'>
