import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { refusals, withdrawalTexts } from '#buying/withdrawal/texts.ts'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Tone } from '#web/kit/layout/badge.tsx'

type Words = { readonly tone: Tone; readonly label: string }

/** A statement's status in a word or two. */
export function statusOf({
  kind,
  outcome,
  refusedFor,
  isHeld,
  isConfirmed,
  returned,
  total,
}: WithdrawalWire): Words {
  if (refusedFor === 'repeated') return { tone: 'neutral', label: t('Repeated') }
  if (outcome === 'canceled') return { tone: 'success', label: t('Subscription canceled') }
  if (outcome === 'waiting') return { tone: 'neutral', label: t('Cancellation scheduled') }
  if (kind === 'cancellation')
    return outcome === 'refused'
      ? { tone: 'neutral', label: t('Cancellation closed') }
      : { tone: 'danger', label: t('Cancellation not confirmed') }
  if (outcome === 'refused') return { tone: 'neutral', label: t('Declined') }
  if (outcome === 'part_refunded') return { tone: 'neutral', label: t('Partly refunded') }
  if (outcome === 'refunded') {
    return { tone: 'success', label: returned < total ? t('Returned by the bank') : t('Refunded') }
  }
  if (isHeld) return { tone: 'warning', label: t('Held by a dispute') }
  return { tone: 'danger', label: isConfirmed ? t('Open') : t('Not confirmed') }
}

/** What happened and what the seller can do, in sentences. */
export function explain(withdrawal: WithdrawalWire): string {
  if (withdrawal.kind === 'cancellation') return explainCancellation(withdrawal)
  const { outcome, isHeld, isConfirmed, isLate, lacksLaw, waitsForSeller, fits } = withdrawal
  const { refusedFor, returned, total, currency, kept, mayKeepPart, waitsBecause } = withdrawal
  if (refusedFor === 'repeated')
    return t('Nothing to refund. It was a duplicate, already refunded or never paid.')
  if (refusedFor !== null) return say(refusals[refusedFor])
  if (outcome === 'part_refunded' && currency !== null) {
    return t('{refund} was refunded or is on its way. You keep {kept} for the part already performed.', {
      refund: formatAmount(returned, currency),
      kept: formatAmount(kept, currency),
    })
  }
  if (outcome === 'refunded') {
    if (returned < total) return t('The bank returned the money to the buyer after a dispute.')
    return currency === null || total === 0
      ? t('There was nothing to refund.')
      : t('{refund} was refunded or is on its way.', { refund: formatAmount(returned, currency) })
  }
  if (isHeld) {
    return t(
      'The bank is holding the money because of a dispute. If you win, the buyer is refunded automatically.',
    )
  }
  if (!isConfirmed) return say(unconfirmed[fits ?? 'unknown'])
  if (waitsForSeller && mayKeepPart) {
    return t(
      'The buyer asked for an early start. When you refund, enter how much of the service you performed. You keep that part.',
    )
  }
  if (waitsBecause !== null) {
    return [
      t('Nothing is refunded and no subscription ends until you decide.'),
      say(withdrawalTexts.waits[waitsBecause]),
    ].join(' ')
  }
  if (waitsForSeller) {
    return t(
      'Your policy is to review withdrawals first. Nothing is refunded and no subscription ends until you decide.',
    )
  }
  if (!isLate) return t('The refund has not been made yet. You can try again.')
  if (lacksLaw) return [say(withdrawalTexts.noRightKnown), t('You can refund it or decline it.')].join(' ')
  return returned > 0
    ? t(
        'No right of withdrawal applied to part of this. You can still refund that part. The rest was refunded or is on its way.',
      )
    : t('No right of withdrawal applied at that time. You can still refund it.')
}

function explainCancellation({ outcome, endsOn, fits, refusedFor }: WithdrawalWire): string {
  if (refusedFor !== null && refusedFor !== 'repeated') return say(refusals[refusedFor])
  if (outcome === 'canceled') {
    return endsOn === null
      ? t('The subscription ends with the paid period.')
      : t('The subscription ends with the period that includes {day}.', { day: dayText(Date.parse(endsOn)) })
  }
  if (outcome === 'waiting') {
    return endsOn === null
      ? t('The subscription is about to be canceled. You do not need to do anything.')
      : t(
          'The subscription continues through the period that includes {day}, then ends. You do not need to do anything.',
          { day: dayText(Date.parse(endsOn)) },
        )
  }
  if (fits === 'nothing')
    return t('We found no matching subscription. Find it in Sales, cancel it there, then close this.')
  return t(
    'The order number and email do not match a subscription, so nothing was canceled. We asked the buyer. You can also cancel it on its sale, then close this.',
  )
}

/** How an unconfirmed statement matches a purchase, and what to do about it. */
const unconfirmed = {
  number_and_email: msg(
    'This purchase is not paid: the bank is still processing the payment or has rejected it. If the subscription has been charged since, cancel and refund it on the sale, then close this.',
  ),
  number: msg('The order number matches, but the email does not. We asked the buyer to confirm.'),
  email: msg(
    'This email has recent purchases, but no order number was given. We asked the buyer which one they mean.',
  ),
  nothing: msg('We found no matching purchase. Find it in Sales, refund it there, then close this.'),
  unknown: msg('The order number and email do not match. Check your sales.'),
} as const satisfies Record<NonNullable<WithdrawalWire['fits']> | 'unknown', Message>
