import type { Defaulted, View } from '../driver/column-types.ts'

/** A buyer's statement of withdrawal, or of canceling a recurring contract. */
export type WithdrawalsTable = {
  id: string
  kind: Defaulted<'withdrawal' | 'cancellation'>
  /** Null if the statement names no seller. */
  sellerId: string | null
  /** The first purchase it names: an order, or an offer alone; null if none or several match. */
  purchaseId: string | null
  name: string
  /** The recipient of its receipt. */
  email: string
  /** The order number, or what was bought, in the buyer's words. */
  reference: string
  /** The whole statement as sent. */
  statement: string
  /** The cause for a cancellation for cause; null for other statements. */
  cause: string | null
  /** The earliest end of a canceled contract; null: as soon as possible. */
  endsOn: string | null
  receivedAt: Date
  /** The proof that it comes from the buyer; null without one yet. */
  matchedBy: 'number_and_email' | 'page' | 'seller' | null
  confirmedAt: Date | null
  /** The matched purchases; null before matching, and on a purchase's own page. */
  fits: 'number_and_email' | 'number' | 'email' | 'nothing' | null
  /** Why it leads to no refund; null: it does, or is undecided. */
  refusedFor: string | null
  /** Also null when the user was erased. */
  decidedBy: string | null
  decidedAt: Date | null
  /** When its next step is due, or null if there is none, or it is the seller's turn. */
  nextCheckAt: Date | null
  checkCount: Defaulted<number>
  /** How often a part's refund had failed when the seller last asked; one more is reported, and not retried. */
  failuresSeen: Defaulted<number>
  /** Its receipt was emailed, and not only shown: an address gets only so many. */
  isReceiptMailed: Defaulted<boolean>
  /** When its history reminded the seller of the refund's due date. */
  remindedAt: Date | null
  /** The language in which it was made, such as `de`. */
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

/** The parts of a statement, covered or not. Each part of an order separately. */
export type StatedPurchasesTable = {
  withdrawalId: string
  purchaseId: string
  /** When its cancellation was completed; null: pending, or the statement is a withdrawal. */
  carriedOutAt: Date | null
}

export type StatedPurchasesView = View<StatedPurchasesTable, 'withdrawalId' | 'purchaseId'>

/** The refunds of each statement: a purchase belongs to at most one. */
/**
 * Unconfirmed facts a withdrawal depends on: the `country` was given after the performance may have begun; it was
 * `opened`, with consent, before the statement was processed; only an earlier statement is in time (`late`); the
 * `arrival` of goods sent long ago.
 */
export type WaitsBecause = 'country' | 'opened' | 'shown' | 'late' | 'arrival'

export type WithdrawnPurchasesTable = {
  purchaseId: string
  withdrawalId: string
  /** The performed share of a started service, which its buyer pays, or null if nothing is kept. */
  performedPercentage: Defaulted<number | null>
  /** Why it waits for its seller, besides their policy when it was covered; null: it does not. */
  waitsBecause: Defaulted<WaitsBecause | null>
}

export type WithdrawnPurchasesView = View<WithdrawnPurchasesTable, 'purchaseId' | 'withdrawalId'>
