import type { DisputeOutcome } from '#foundation/db/tables/purchases.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** What a dispute's state means to the seller. The provider may know more states than we do. */
export type DisputeStanding = {
  readonly tone: 'neutral' | 'warning' | 'success' | 'danger'
  readonly label: string
  /** The seller can still send evidence. */
  readonly isOpen: boolean
}

const answerNeeded = { tone: 'danger', label: 'Disputed: response needed', isOpen: true } as const
const inReview = { tone: 'warning', label: 'Dispute in review', isOpen: false } as const

const standings: Readonly<Record<string, DisputeStanding>> = {
  needs_response: answerNeeded,
  appeal_needs_response: answerNeeded,
  warning_needs_response: { tone: 'warning', label: 'Bank inquiry: response needed', isOpen: true },
  under_review: inReview,
  appeal_under_review: inReview,
  warning_under_review: inReview,
  warning_closed: { tone: 'neutral', label: 'Inquiry closed', isOpen: false },
  prevented: { tone: 'neutral', label: 'Dispute prevented', isOpen: false },
  won: { tone: 'success', label: 'Dispute won', isOpen: false },
  lost: { tone: 'danger', label: 'Dispute lost', isOpen: false },
}

/** `status` as the provider spells it; one that we do not know is shown as “Disputed”. */
export function standingOf(status: string): DisputeStanding {
  return lookUp(standings, status) ?? { tone: 'warning', label: 'Disputed', isOpen: false }
}

/** Those after which nothing more is expected. */
export const endedStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const

/** Whether the bank has the money, so that it cannot be refunded: not while it only asks, and not once the seller has won. */
export function isTakenBack(status: string): boolean {
  return !isInquiry(status) && status !== 'won' && status !== 'prevented'
}

/** Whether the bank only asks, or asked: it has taken nothing. */
export function isInquiry(status: string): boolean {
  return status.startsWith('warning')
}

/** Why a payment with a dispute in this state cannot be refunded, in words for its seller and its buyer; undefined where it can. */
export function whyNotRefundable(status: string): string | undefined {
  if (!isTakenBack(status)) return undefined
  return status === 'lost'
    ? 'The bank has reversed this payment after a dispute, so nothing can be refunded.'
    : heldByBank
}

/** While a dispute is open. */
export const heldByBank = 'The bank disputes this payment and holds the money, so nothing can be refunded.'

const reasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'The buyer says that a refund was promised and never came.',
  duplicate: 'The buyer says that they were charged twice.',
  fraudulent: 'The cardholder says that they did not make this payment.',
  product_not_received: 'The buyer says that they did not get what they paid for.',
  product_unacceptable: 'The buyer says that what they got is not what was sold.',
  subscription_canceled: 'The buyer says that they had canceled before they were charged.',
  unrecognized: 'The cardholder does not recognize the payment on their statement.',
}

type End = { readonly outcome: DisputeOutcome; readonly amount: number; readonly currency: string }

/** How a dispute ended, in a sentence. A bank that only asks takes no money. */
export function endText({ outcome, amount: minor, currency }: End): string {
  const amount = formatAmount(minor, currency)
  switch (outcome) {
    case 'won':
      return `The bank decided in your favor: ${amount} comes back.`
    case 'lost':
      return `The bank decided for the buyer: ${amount} and the fee stay taken.`
    case 'closed':
      return `The bank closed its inquiry about ${amount}, and took nothing.`
  }
}

/** Why a payment is disputed, in a sentence. */
export function reasonText(reason: string): string {
  return lookUp(reasons, reason) ?? 'The buyer’s bank gives no particular reason.'
}
