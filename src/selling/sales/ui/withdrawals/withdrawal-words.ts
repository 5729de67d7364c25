import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusals, withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'

type Words = { readonly tone: Tone; readonly label: string }

/** How a statement stands, in a word or two. */
export function statusOf({
  kind,
  outcome,
  refusedFor,
  isHeld,
  isConfirmed,
  returned,
  total,
}: WithdrawalWire): Words {
  if (refusedFor === 'repeated') return { tone: 'neutral', label: 'Repeated' }
  if (outcome === 'canceled') return { tone: 'success', label: 'Cancellation carried out' }
  if (outcome === 'waiting') return { tone: 'neutral', label: 'Cancellation to come' }
  if (kind === 'cancellation')
    return outcome === 'refused'
      ? { tone: 'neutral', label: 'Cancellation closed' }
      : { tone: 'danger', label: 'Cancellation not confirmed' }
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
  if (withdrawal.kind === 'cancellation') return explainCancellation(withdrawal)
  const { outcome, isHeld, isConfirmed, isLate, lacksLaw, waitsForSeller, fits } = withdrawal
  const { refusedFor, returned, total, currency, kept, mayKeepPart, waitsBecause } = withdrawal
  if (refusedFor === 'repeated')
    return 'Nothing was left to give back: it repeats another statement, the money had gone back already, or it was never paid.'
  if (refusedFor !== null) return refusals[refusedFor]
  if (outcome === 'part_refunded' && currency !== null) {
    return `${formatAmount(returned, currency)} went back, or is on its way. ${formatAmount(kept, currency)} stays with you, for the part of the service that was performed.`
  }
  if (outcome === 'refunded') {
    if (returned < total) return 'The bank has given the money back to the buyer after a dispute.'
    return currency === null || total === 0
      ? 'There was nothing to give back.'
      : `${formatAmount(returned, currency)} went back, or is on its way.`
  }
  if (isHeld) {
    return 'A bank holds the money because of a dispute. If you win it, the refund is made by itself.'
  }
  if (!isConfirmed) return unconfirmed[fits ?? 'unknown']
  if (waitsForSeller && mayKeepPart) {
    return 'The buyer had asked for the service to begin. Say how much of it was performed when you refund: that part stays with you, the rest goes back.'
  }
  if (waitsBecause !== null) {
    return `Nothing goes back, and no subscription ends, before you decide. ${withdrawalTexts.waits[waitsBecause]}`
  }
  if (waitsForSeller) {
    return 'Your policy is to look at withdrawals first: nothing goes back, and no subscription ends, before you decide.'
  }
  if (!isLate) return 'The refund was not made yet. You can try again.'
  if (lacksLaw) return `${withdrawalTexts.noRightKnown} You can refund it, or refuse it.`
  return returned > 0
    ? 'A part of it came when there was no right of withdrawal, or no longer. You can refund that all the same; the rest went back, or is on its way.'
    : 'It came when there was no right of withdrawal, or no longer. You can refund it all the same.'
}

function explainCancellation({ outcome, endsOn, fits, refusedFor }: WithdrawalWire): string {
  if (refusedFor !== null && refusedFor !== 'repeated') return refusals[refusedFor]
  if (outcome === 'canceled') {
    return endsOn === null
      ? 'The subscription ends with the period that is paid for.'
      : `The subscription ends with the period that ${dayText(Date.parse(endsOn))} falls into.`
  }
  if (outcome === 'waiting') {
    return endsOn === null
      ? 'The subscription is about to be canceled. There is nothing for you to do.'
      : `The subscription goes on until the period that ${dayText(Date.parse(endsOn))} falls into, and ends with that one. There is nothing for you to do.`
  }
  if (fits === 'nothing')
    return 'Neither a number nor the email fits a subscription. Look for it in your sales, cancel it there, and close this.'
  return 'Number and email do not name a subscription together, so nothing was canceled. The buyer was asked; you can also cancel it on its sale, and close this.'
}

/** What fits of a statement that nobody has shown to come from the buyer. */
const unconfirmed = {
  number_and_email:
    'It names a purchase that is not paid: a bank still has its payment, which is waited for, or did not carry it out. If its subscription was charged since, cancel that on the sale, refund there what is to go back, and close this.',
  number:
    'The number fits this purchase, but the email is another one. The buyer was asked whether it was them.',
  email:
    'The email has bought from you lately, but no order number was named. The buyer was asked which purchase is meant.',
  nothing:
    'Neither a number nor the email fits a purchase. Look for it in your sales, refund it there, and close this.',
  unknown: 'It does not fit a purchase by number and email together. Compare it with your sales.',
} as const satisfies Record<NonNullable<WithdrawalWire['fits']> | 'unknown', string>
