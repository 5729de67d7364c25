import { formatAmount } from '#foundation/money/amount.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Formats } from '#foundation/text/formats.ts'
import type { Recurrence, RecurringAmounts } from '#payments/pricing/recurrence.ts'
import { cycleText } from '#payments/subscriptions/recurrence-text.ts'
import { paymentsLeftText } from '#payments/subscriptions/reduced-text.ts'
import { remindedAt, trialEndAt } from '#payments/subscriptions/trial/trial-days.ts'

// What is charged after a trial, in words that page and server make alike: nothing counts as agreed to that differs.

/** "$24.00 every month from 6 Dec 2026 until you cancel"; `amount` and the day on which the trial is over are words. */
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

/** Until when a trial that ends then (milliseconds) can be left without paying more, and when its buyer is told again. */
export function leavingTrialText(
  trialEnd: number,
  trialDays: number,
  sayDay: (instant: number) => string,
): string {
  const told = remindedAt(trialEnd, trialDays)
  const letter = told === null ? '' : ` We write to you on ${sayDay(told)}.`
  return `Cancel before ${sayDay(trialEnd)}, and none of it is charged.${letter}`
}

/** What the buyer of a trial ticks, and says of themselves. */
export function trialConsentText(sellerName: string, renewal: string): string {
  return `I agree that ${sellerName} charges me ${renewal.replace('you cancel', 'I cancel')}.`
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

/** What the buyer of a trial was asked to agree to by a page that was made then, for a reader of these formats. */
export function trialConsentAt(trial: Trial, formats: Formats): string {
  const { sellerName, recurrence, amounts, currency, hasCode, shownAt } = trial
  const amountText = (minor: number) => formatAmount(minor, currency, formats)
  const day = dayText(trialEndAt(shownAt, recurrence.start?.trialDays ?? 0), formats)
  const renewal = hasCode
    ? reducedAfterTrialText(recurrence, amounts, amountText, day)
    : afterTrialText(recurrence, amountText(amounts.reduced.total), day)
  return trialConsentText(sellerName, renewal)
}
