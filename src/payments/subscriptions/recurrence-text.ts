import { dayText } from '#foundation/time/day-text.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { lastCycleEnd } from './payment-calendar.ts'

const units = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

/** How often a recurring price is paid: "every month", "every 2 weeks"; "for 1 month" if it is paid once. */
export function cycleText({ billingInterval, billingPeriod, cancelAfter }: Recurrence): string {
  const unit = units[billingPeriod]
  if (cancelAfter === 1) return `for ${billingInterval} ${unit}${billingInterval === 1 ? '' : 's'}`
  return billingInterval === 1 ? `every ${unit}` : `every ${billingInterval} ${unit}s`
}

/** How long it lasts: "until you cancel", "3 payments in total; ends automatically on 20 Feb 2027". */
export function durationText(recurrence: Recurrence, anchor: number, sayDay = dayText): string {
  const end = lastCycleEnd(recurrence, anchor)
  if (end === null) return 'until you cancel'
  return `${countText(recurrence)} in total; ends automatically on ${sayDay(end)}`
}

/** "1 payment", "12 payments". */
export function countText({ cancelAfter }: Pick<Recurrence, 'cancelAfter'>): string {
  return cancelAfter === 1 ? '1 payment' : `${cancelAfter} payments`
}

/** A recurring price that begins at `anchor` (milliseconds) in words: "$49.00 every month until you cancel". */
export function recurrenceText(recurrence: Recurrence, amount: string, anchor: number): string {
  const separator = recurrence.cancelAfter === 0 ? ' ' : ', '
  return `${amount} ${cycleText(recurrence)}${separator}${durationText(recurrence, anchor)}`
}
