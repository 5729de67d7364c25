import { t } from '#foundation/language/t.ts'
import { dayText } from '#foundation/time/day-text.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { lastCycleEnd } from './payment-calendar.ts'

/**
 * Describes how often a recurring price is paid: "every month", "every 2 weeks", or "for 1 month" if it is
 * paid once.
 */
export function cycleText({ billingInterval: count, billingPeriod, cancelAfter }: Recurrence): string {
  const isOnce = cancelAfter === 1
  switch (billingPeriod) {
    case 'Daily':
      return isOnce
        ? t('for {count, plural, one {# day} other {# days}}', { count })
        : t('every {count, plural, =1 {day} other {# days}}', { count })
    case 'Weekly':
      return isOnce
        ? t('for {count, plural, one {# week} other {# weeks}}', { count })
        : t('every {count, plural, =1 {week} other {# weeks}}', { count })
    case 'Monthly':
      return isOnce
        ? t('for {count, plural, one {# month} other {# months}}', { count })
        : t('every {count, plural, =1 {month} other {# months}}', { count })
    case 'Yearly':
      return isOnce
        ? t('for {count, plural, one {# year} other {# years}}', { count })
        : t('every {count, plural, =1 {year} other {# years}}', { count })
  }
}

/**
 * Describes how long a recurring price lasts: "Until you cancel", "3 payments in total; ends automatically on
 * 20 Feb 2027".
 */
export function durationText(recurrence: Recurrence, anchor: number, sayDay = dayText): string {
  const end = lastCycleEnd(recurrence, anchor)
  if (end === null) return t('Until you cancel')
  return t('{count, plural, one {# payment} other {# payments}} in total; ends automatically on {day}', {
    count: recurrence.cancelAfter,
    day: sayDay(end),
  })
}

/** Describes a recurring price that begins at `anchor` (milliseconds): "$49.00 every month until you cancel". */
export function recurrenceText(recurrence: Recurrence, amount: string, anchor: number): string {
  const end = lastCycleEnd(recurrence, anchor)
  const cycle = cycleText(recurrence)
  if (end === null) return t('{amount} {cycle} until you cancel', { amount, cycle })
  return t(
    '{amount} {cycle}, {count, plural, one {# payment} other {# payments}} in total; ends automatically on {day}',
    { amount, cycle, count: recurrence.cancelAfter, day: dayText(end) },
  )
}
