import type { DisputeOutcome } from '#foundation/db/tables/purchases.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** A dispute's state as the seller sees it. The provider may have more states than we know. */
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

/** `status` is the provider's; an unknown one reads “Disputed”. */
export function standingOf(status: string): DisputeStanding {
  return lookUp(standings, status) ?? { tone: 'warning', label: 'Disputed', isOpen: false }
}

/** Final states. */
export const endedStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const

/**
 * Whether the bank has the money, so that it cannot be refunded: not during an inquiry, and not once the seller has
 * won.
 */
export function isTakenBack(status: string): boolean {
  return !isInquiry(status) && status !== 'won' && status !== 'prevented'
}

/** Whether this is or was an inquiry, in which the bank takes no money. */
export function isInquiry(status: string): boolean {
  return status.startsWith('warning')
}

/** Why a payment with a dispute in this state cannot be refunded, for its seller and its buyer; undefined if it can. */
export function whyNotRefundable(status: string): string | undefined {
  if (!isTakenBack(status)) return undefined
  return status === 'lost'
    ? 'The bank has reversed this payment after a dispute, so it cannot be refunded.'
    : heldByBank
}

/** The reason while a dispute is open. */
export const heldByBank =
  'The bank is holding the money because of a dispute, so this payment cannot be refunded.'

const reasons: Readonly<Record<string, string>> = {
  credit_not_processed: 'The buyer says they were promised a refund and did not get it.',
  duplicate: 'The buyer says they were charged twice.',
  fraudulent: 'The cardholder says they did not authorize this payment.',
  product_not_received: 'The buyer says they did not receive the product.',
  product_unacceptable: 'The buyer says the product is not as described.',
  subscription_canceled: 'The buyer says they canceled before they were charged.',
  unrecognized: 'The cardholder does not recognize the payment on their statement.',
}

type End = { readonly outcome: DisputeOutcome; readonly amount: number; readonly currency: string }

/** How a dispute ended, in a sentence. An inquiry takes no money. */
export function endText({ outcome, amount: minor, currency }: End): string {
  const amount = formatAmount(minor, currency)
  switch (outcome) {
    case 'won':
      return `You won the dispute. ${amount} will be returned to you.`
    case 'lost':
      return `You lost the dispute. The buyer keeps ${amount}, and Stripe keeps the dispute fee.`
    case 'closed':
      return `The bank closed its inquiry. You keep ${amount}.`
  }
}

/** The reason for a dispute, in a sentence. */
export function reasonText(reason: string): string {
  return lookUp(reasons, reason) ?? 'The bank did not give a reason.'
}
