import { countryName } from '#accounts/invoice-details/countries.ts'
import type { WithdrawalWire } from '#buying/withdrawal/contract.ts'
import { type refusalCodes, refusals } from '#buying/withdrawal/texts.ts'
import { type Message, msg, say, t } from '#foundation/language/t.ts'
import { dateFormat } from '#foundation/time/date-format.ts'
import { formatAmount } from '#foundation/money/amount.ts'

/**
 * The outcome of a statement, or what its seller should do, in a sentence or two, with dates in the shop's time zone.
 */
export function explain(withdrawal: WithdrawalWire, zone = 'UTC'): string {
  if (withdrawal.kind === 'cancellation') return explainCancellation(withdrawal)
  const { outcome, refusedFor, returned, total, currency, kept } = withdrawal
  if (refusedFor === 'repeated')
    return t('Nothing to refund. It was a duplicate, already refunded or never paid.')
  if (refusedFor !== null) return say(refusals[refusedFor])
  if (outcome === 'part_refunded' && currency !== null) {
    return t('{refund} was refunded. You keep {kept} for the part already performed.', {
      refund: formatAmount(returned, currency),
      kept: formatAmount(kept, currency),
    })
  }
  if (outcome !== 'refunded') return adviceOn(withdrawal, zone)
  if (returned < total) return t('The bank returned the money to the buyer after a dispute.')
  return currency === null || total === 0
    ? t('There was nothing to refund.')
    : t('{refund} was refunded.', { refund: formatAmount(returned, currency) })
}

/** Whether there is nothing to refund, or no known purchase to refund. */
export function isClosing({ saleId, kind, fits, isConfirmed }: WithdrawalWire): boolean {
  const isUnpaid = fits === 'number_and_email' && !isConfirmed
  return saleId === null || kind === 'cancellation' || isUnpaid
}

/** Whether the seller can refund the statement's purchase here. */
export function isRefundable(withdrawal: WithdrawalWire): boolean {
  return !isClosing(withdrawal) && !withdrawal.isHeld
}

/**
 * What the seller will probably do about an open statement: refund or decline it, decide by facts that only they know,
 * ask the buyer, find its sale, or wait for a bank.
 */
export function nextStep(
  withdrawal: WithdrawalWire,
): 'refund' | 'decline' | 'decide' | 'ask' | 'find' | 'wait' {
  const { isHeld, isConfirmed, isLate: hasNoRight, lacksLaw, waitsBecause } = withdrawal
  if (isClosing(withdrawal)) return 'find'
  if (isHeld) return 'wait'
  if (!isConfirmed) return 'ask'
  if (hasNoRight && lacksLaw) return 'decide'
  return hasNoRight || waitsBecause === 'opened' ? 'decline' : 'refund'
}

/** The reason to decline that is preselected in the form. */
export function likelyReason(withdrawal: WithdrawalWire): (typeof refusalCodes)[number] {
  const { kind, saleId, isLate: hasNoRight, rightEndedAt, lacksLaw, waitsBecause } = withdrawal
  if (saleId === null || kind === 'cancellation') return 'no_purchase'
  if (isClosing(withdrawal)) return 'already_returned'
  if (waitsBecause === 'opened' || waitsBecause === 'shown') return 'right_lost'
  if (lacksLaw || (hasNoRight && rightEndedAt === null)) return 'no_right'
  return hasNoRight || waitsBecause !== null ? 'too_late' : 'excluded'
}

/** What the seller should do about an open withdrawal, and by when. */
function adviceOn(withdrawal: WithdrawalWire, zone: string): string {
  const {
    isHeld,
    isConfirmed,
    isLate: hasNoRight,
    waitsBecause,
    mayKeepPart,
    fits,
    due,
    dueCurrency,
  } = withdrawal
  const { receivedAt, dueAt, rightEndedAt } = withdrawal
  if (isHeld) {
    return t(
      'The bank is holding the money because of a dispute. If you win, the buyer is refunded automatically.',
    )
  }
  const refund = {
    does: due > 0 ? 'refund' : 'end',
    amount: dueCurrency === null ? t('it') : formatAmount(due, dueCurrency),
    day: shortDayText(dueAt ?? receivedAt, zone),
  }
  if (!isConfirmed) {
    return fits === 'number'
      ? t(
          'Ask the buyer whether they wrote this: the order number matches, but the email does not. If they did, {does, select, refund {refund {amount}} other {end the subscription}} by {day}.',
          refund,
        )
      : say(unconfirmed[fits ?? 'unknown'])
  }
  if (waitsBecause !== null) return doubts[waitsBecause](refund)
  if (hasNoRight && rightEndedAt !== null) {
    const ended = shortDayText(rightEndedAt, zone)
    return t('You may decline: the right of withdrawal had ended on {day}.', { day: ended })
  }
  if (hasNoRight) return adviceWithoutRight(withdrawal, refund)
  if (mayKeepPart) {
    return t(
      'Refund {amount} by {day}, less the part of the service you already performed at the buyer’s request.',
      refund,
    )
  }
  return adviceOnRight(withdrawal, refund)
}

type Refund = { readonly does: string; readonly amount: string; readonly day: string }

function adviceOnRight({ lawOf, waitsForSeller }: WithdrawalWire, refund: Refund): string {
  if (!waitsForSeller)
    return t(
      '{does, select, refund {Refund {amount}} other {End the subscription}} by {day}: it has not happened automatically.',
      refund,
    )
  return lawOf === null
    ? t(
        '{does, select, refund {Refund {amount}} other {End the subscription}} by {day}, 14 days after the buyer withdrew.',
        refund,
      )
    : t(
        '{does, select, refund {Refund {amount}} other {End the subscription}} by {day}: the 14 days under the law of {country} are running.',
        { ...refund, country: placeName(lawOf) },
      )
}

function adviceWithoutRight({ name, lacksLaw, returned }: WithdrawalWire, refund: Refund): string {
  if (lacksLaw)
    return t(
      'If {name} lives in the EU, {does, select, refund {refund {amount}} other {end the subscription}} by {day}. If not, you may decline.',
      { ...refund, name },
    )
  return returned > 0
    ? t('You may decline the rest: no right of withdrawal applies to it.')
    : t('You may decline: no right of withdrawal applies.')
}

type Doubt = NonNullable<WithdrawalWire['waitsBecause']>

/** The advice if the right depends on something we do not know. */
const doubts: Readonly<Record<Doubt, (refund: Refund) => string>> = {
  country: (refund) =>
    t(
      'If the buyer is a consumer where they say they live, {does, select, refund {refund {amount}} other {end the subscription}} by {day}. If not, you may decline.',
      refund,
    ),
  opened: (refund) =>
    t(
      'You may decline: the buyer agreed to lose the right by opening the files. If they withdrew before that, {does, select, refund {refund {amount}} other {end the subscription}} by {day}.',
      refund,
    ),
  shown: (refund) =>
    t(
      'You may decline if the buyer has received the content: they agreed to lose the right with it. If not, {does, select, refund {refund {amount}} other {end the subscription}} by {day}.',
      refund,
    ),
  late: (refund) =>
    t(
      'If the buyer also sent the earlier statement, {does, select, refund {refund {amount}} other {end the subscription}} by {day}. If not, you may decline: this one came too late.',
      refund,
    ),
  arrival: (refund) =>
    t(
      'Enter the delivery date on the sale. If the right had not ended by then, {does, select, refund {refund {amount}} other {end the subscription}} by {day}.',
      refund,
    ),
}

function explainCancellation({ outcome, endsOn, fits, refusedFor }: WithdrawalWire): string {
  if (refusedFor !== null && refusedFor !== 'repeated') return say(refusals[refusedFor])
  if (outcome === 'canceled') {
    return endsOn === null
      ? t('The subscription ends with the paid period.')
      : t('The subscription ends with the period that includes {day}.', { day: plainDayText(endsOn) })
  }
  if (outcome === 'waiting') {
    return endsOn === null
      ? t('The subscription is about to be canceled. You do not need to do anything.')
      : t(
          'The subscription continues through the period that includes {day}, then ends. You do not need to do anything.',
          { day: plainDayText(endsOn) },
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
  email: msg(
    'Ask the buyer which purchase they mean: the email has recent purchases, but they gave no order number.',
  ),
  nothing: msg('We found no matching purchase. Find it in Sales, refund it there, then close this.'),
  unknown: msg('The order number and email do not match. Check your sales.'),
} as const satisfies Record<Exclude<WithdrawalWire['fits'], 'number' | null> | 'unknown', Message>

/** "Dec 12". */
function shortDayText(at: string, zone: string): string {
  return dateFormat({ month: 'short', day: 'numeric', timeZone: zone }).format(new Date(at))
}

/** A day without a time, "Dec 12, 2026". */
function plainDayText(day: string): string {
  return dateFormat({ dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))
}

/** Countries whose names need an article in a sentence. */
const withArticle: ReadonlySet<string> = new Set(['GB', 'NL'])

function placeName(country: string): string {
  const name = countryName(country)
  return withArticle.has(country) ? t('the {name}', { name }) : name
}

const day = 24 * 60 * 60 * 1000
/** Deadlines with fewer days left are urgent, and so are missed ones. */
const urgentDays = 3

/** The days left until a deadline (0 on the last day and negative afterwards), and whether it is urgent. */
export function timeLeft(until: string, now: number): { readonly days: number; readonly isUrgent: boolean } {
  const left = Date.parse(until) - now
  return { days: Math.floor(left / day), isUrgent: left <= urgentDays * day }
}
