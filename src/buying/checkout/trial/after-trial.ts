import { formatAmount } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { Recurrence, RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { remindedAt, trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'

// The charges after a trial, in words that page and server build alike: a consent in other words does not count.

/** "$24.00 every month from 6 Dec 2026 until you cancel"; `amount` and the trial's last day are words already. */
export function afterTrialText(recurrence: Recurrence, amount: string, day: string): string {
  const { cancelAfter } = recurrence
  if (cancelAfter === 1) return `${amount} once, on ${day}`
  const end = cancelAfter === 0 ? ' until you cancel' : `, ${cancelAfter} times`
  return `${amount} ${cycleText(recurrence)} from ${day}${end}`
}

/** The same with a code that makes payments cheaper. */
export function reducedAfterTrialText(
  recurrence: Recurrence,
  amounts: RecurringAmounts,
  amountText: (minor: number) => string,
  day: string,
): string {
  return paymentsLeftText(recurrence, amounts, 0, amountText, day)
}

/** The day before which a trial with this end (milliseconds) can be canceled for free, and the day of the reminder. */
export function leavingTrialText(
  trialEnd: number,
  trialDays: number,
  sayDay: (instant: number) => string,
): string {
  const told = remindedAt(trialEnd, trialDays)
  const letter = told === null ? '' : ` We will email you a reminder on ${sayDay(told)}.`
  return `Cancel before ${sayDay(trialEnd)} and you pay nothing more.${letter}`
}

/** The consent that the buyer of a trial ticks, in the first person. */
export function trialConsentText(sellerName: string, renewal: string): string {
  return `I agree that ${sellerName} will charge me ${renewal.replace('you cancel', 'I cancel')}.`
}

type Trial = {
  readonly sellerName: string
  readonly recurrence: Recurrence
  readonly amounts: RecurringAmounts
  readonly currency: string
  readonly hasCode: boolean
  /** When the page said so, in milliseconds. */
  readonly shownAt: number
}

/** The trial consent that a page of that moment asked for, for a reader of these formats. */
export function trialConsentAt(trial: Trial, formats: Formats): string {
  const { sellerName, recurrence, amounts, currency, hasCode, shownAt } = trial
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const day = dayText(trialEndAt(shownAt, recurrence.start?.trialDays ?? 0), formats)
  const renewal = hasCode
    ? reducedAfterTrialText(recurrence, amounts, amountText, day)
    : afterTrialText(recurrence, amountText(amounts.reduced.total), day)
  return trialConsentText(sellerName, renewal)
}
