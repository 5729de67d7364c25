import { type Message, msg, say, t } from '#foundation/language/t.ts'
import type { DisputeOutcome } from '#foundation/db/tables/purchases.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { lookUp } from '#foundation/values/look-up.ts'

/** The states of a dispute that we know. Stripe may have more. */
export type DisputeStanding = {
  readonly tone: 'neutral' | 'warning' | 'success' | 'danger'
  readonly label: string
  readonly isOpen: boolean
}

type Standing = Omit<DisputeStanding, 'label'> & { readonly label: Message }

const unknown: Standing = { tone: 'warning', label: msg('Disputed'), isOpen: false }
const answerNeeded = { tone: 'danger', label: msg('Disputed: response needed'), isOpen: true } as const
const inReview = { tone: 'warning', label: msg('Dispute in review'), isOpen: false } as const

const standings: Readonly<Record<string, Standing>> = {
  needs_response: answerNeeded,
  appeal_needs_response: answerNeeded,
  warning_needs_response: { tone: 'warning', label: msg('Bank inquiry: response needed'), isOpen: true },
  under_review: inReview,
  appeal_under_review: inReview,
  warning_under_review: inReview,
  warning_closed: { tone: 'neutral', label: msg('Inquiry closed'), isOpen: false },
  prevented: { tone: 'neutral', label: msg('Dispute prevented'), isOpen: false },
  won: { tone: 'success', label: msg('Dispute won'), isOpen: false },
  lost: { tone: 'danger', label: msg('Dispute lost'), isOpen: false },
}

export function standingOf(status: string): DisputeStanding {
  const { label, ...standing } = lookUp(standings, status) ?? unknown
  return { ...standing, label: say(label) }
}

export const endedStatuses = ['won', 'lost', 'warning_closed', 'prevented'] as const

/** Whether the bank has the money, so that it cannot be refunded. */
export function isTakenBack(status: string): boolean {
  return !isInquiry(status) && status !== 'won' && status !== 'prevented'
}

/** Whether this is or was an inquiry, in which the bank takes no money. */
export function isInquiry(status: string): boolean {
  return status.startsWith('warning')
}

/**
 * Why a payment with a dispute in this state cannot be refunded, as text for its seller and its buyer.
 * Undefined if it can.
 */
export function whyNotRefundable(status: string): string | undefined {
  if (!isTakenBack(status)) return undefined
  return status === 'lost'
    ? t('The bank has reversed this payment after a dispute, so it cannot be refunded.')
    : say(heldByBank)
}

export const heldByBank = msg(
  'The bank is holding the money because of a dispute, so this payment cannot be refunded.',
)

const reasons: Readonly<Record<string, Message>> = {
  credit_not_processed: msg('The buyer says they were promised a refund and did not get it.'),
  duplicate: msg('The buyer says they were charged twice.'),
  fraudulent: msg('The cardholder says they did not authorize this payment.'),
  product_not_received: msg('The buyer says they did not receive the product.'),
  product_unacceptable: msg('The buyer says the product is not as described.'),
  subscription_canceled: msg('The buyer says they canceled before they were charged.'),
  unrecognized: msg('The cardholder does not recognize the payment on their statement.'),
}

type End = { readonly outcome: DisputeOutcome; readonly amount: number; readonly currency: string }

export function endText({ outcome, amount: minor, currency }: End): string {
  const amount = formatAmount(minor, currency)
  switch (outcome) {
    case 'won':
      return t('You won the dispute. {amount} will be returned to you.', { amount })
    case 'lost':
      return t('You lost the dispute. The buyer keeps {amount}, and Stripe keeps the dispute fee.', {
        amount,
      })
    case 'closed':
      return t('The bank closed its inquiry. You keep {amount}.', { amount })
  }
}

export function reasonText(reason: string): string {
  return say(lookUp(reasons, reason) ?? msg('The bank did not give a reason.'))
}
