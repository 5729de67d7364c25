import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusals } from '#buying/withdrawal/texts.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/badge.tsx'

type Words = { readonly tone: Tone; readonly label: string }

/** How a statement stands, in a word or two. */
export function statusOf({
  outcome,
  refusedFor,
  isHeld,
  isConfirmed,
  returned,
  total,
}: WithdrawalWire): Words {
  if (refusedFor === 'repeated') return { tone: 'neutral', label: 'Repeated' }
  if (outcome === 'refused') return { tone: 'neutral', label: 'Refused' }
  if (outcome === 'part_refunded') return { tone: 'neutral', label: 'Partly refunded' }
  if (outcome === 'refunded') {
    return { tone: 'success', label: returned < total ? 'Returned by the bank' : 'Refunded' }
  }
  if (isHeld) return { tone: 'warning', label: 'Held by a dispute' }
  return { tone: 'danger', label: isConfirmed ? 'Open' : 'Not confirmed' }
}

/** What happened and what there is to do, in sentences. */
export function explain(withdrawal: WithdrawalWire): string {
  const { outcome, isHeld, isConfirmed, isLate, saleId, refusedFor, returned, total, currency } = withdrawal
  if (refusedFor === 'repeated')
    return 'Nothing was left to give back: it repeats another statement, or the money had gone back already.'
  if (refusedFor !== null) return refusals[refusedFor]
  if (outcome === 'refunded') {
    if (returned < total) return 'The bank has given the money back to the buyer after a dispute.'
    return currency === null || total === 0
      ? 'There was nothing to give back.'
      : `${formatAmount(returned, currency)} went back, or is on its way.`
  }
  if (isHeld) {
    return 'A bank holds the money because of a dispute. If you win it, the refund is made by itself.'
  }
  if (saleId === null) {
    return 'No purchase fits by number and email. Look for it in your purchases, refund it there, and close this.'
  }
  if (!isConfirmed) {
    return 'The number fits this purchase, but the email is another one. The buyer was asked whether it was them.'
  }
  return isLate
    ? 'It came after the withdrawal period had ended. You can refund it all the same.'
    : 'The refund was not made yet. You can try again.'
}
