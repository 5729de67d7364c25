import { t } from '#foundation/language/t.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { Recurrence, RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paidFrom, paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { remindedAt, trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'

// The texts about the charges after a trial. The page and the server build them with the same code, because consent
// to different wording is not valid.

/** The charges after a trial: "$24.00 every month from 6 Dec 2026 until you cancel". `day` is the trial's last day. */
export function afterTrialText(recurrence: Recurrence, amount: string, day: string): string {
  const { cancelAfter: times } = recurrence
  if (times === 1) return t('{amount} once, on {day}', { amount, day })
  const cycle = cycleText(recurrence)
  return times === 0
    ? t('{amount} {cycle} from {day} until you cancel', { amount, cycle, day })
    : t('{amount} {cycle} from {day}, {times, plural, one {# time} other {# times}}', {
        amount,
        cycle,
        day,
        times,
      })
}

/**
 * The charges after a trial with a code that reduces them or makes the first ones free. `trialEnd` is in
 * milliseconds.
 */
export function reducedAfterTrialText(
  recurrence: Recurrence,
  amounts: RecurringAmounts,
  amountText: (minor: number) => string,
  trialEnd: number,
  sayDay: (instant: number) => string,
): string {
  const freeUntil = sayDay(paidFrom(recurrence, amounts, trialEnd))
  return paymentsLeftText(recurrence, amounts, 0, amountText, { from: sayDay(trialEnd), freeUntil })
}

/**
 * The day before which buyers must cancel to avoid the charge, and the day of the reminder. The trial's end is in
 * milliseconds.
 */
export function leavingTrialText(
  trialEnd: number,
  trialDays: number,
  sayDay: (instant: number) => string,
): string {
  const reminded = remindedAt(trialEnd, trialDays)
  const cancel = t('Cancel before {day} and you pay nothing more.', { day: sayDay(trialEnd) })
  if (reminded === null) return cancel
  return `${cancel} ${t('We will email you a reminder on {day}.', { day: sayDay(reminded) })}`
}

/** The consent that the buyer of a trial ticks. English uses the first person; translations are impersonal. */
export function trialConsentText(sellerName: string, renewal: string): string {
  return t('I agree that {seller} will charge me {renewal}.', {
    seller: sellerName,
    renewal: renewal.replace('you cancel', 'I cancel'),
  })
}

type Trial = {
  readonly sellerName: string
  readonly recurrence: Recurrence
  readonly amounts: RecurringAmounts
  readonly currency: string
  readonly hasCode: boolean
  /** When the page showed the consent, in milliseconds. */
  readonly shownAt: number
}

/** The consent to a trial that a page asked for at that time, in the reader's formats. */
export function trialConsentAt(trial: Trial, formats: Formats): string {
  const { sellerName, recurrence, amounts, currency, hasCode, shownAt } = trial
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const sayDay = (instant: number) => dayText(instant, formats)
  const trialEnd = trialEndAt(shownAt, recurrence.start?.trialDays ?? 0)
  const renewal = hasCode
    ? reducedAfterTrialText(recurrence, amounts, amountText, trialEnd, sayDay)
    : afterTrialText(recurrence, amountText(amounts.reduced.total), sayDay(trialEnd))
  return trialConsentText(sellerName, renewal)
}
