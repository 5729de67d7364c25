import { dayText } from '#foundation/day-text.ts'
import type { Plan } from '#payments/pricing/plan.ts'
import { planEnd } from './payment-calendar.ts'

const units = { Daily: 'day', Weekly: 'week', Monthly: 'month', Yearly: 'year' } as const

/** How often a plan is paid: "every month", "every 2 weeks"; "for 1 month" where it is paid once. */
export function cycleText({ billingInterval, billingPeriod, cancelAfter }: Plan): string {
  const unit = units[billingPeriod]
  if (cancelAfter === 1) return `for ${billingInterval} ${unit}${billingInterval === 1 ? '' : 's'}`
  return billingInterval === 1 ? `every ${unit}` : `every ${billingInterval} ${unit}s`
}

/** How long it goes on: "until you cancel", "3 payments in total; ends automatically on 20 Feb 2027". */
export function durationText(plan: Plan, anchor: number): string {
  const end = planEnd(plan, anchor)
  if (end === null) return 'until you cancel'
  const payments = plan.cancelAfter === 1 ? '1 payment' : `${plan.cancelAfter} payments`
  return `${payments} in total; ends automatically on ${dayText(end)}`
}

/** A plan that begins at `anchor` (milliseconds) in words: "$49.00 every month until you cancel". */
export function planText(plan: Plan, amount: string, anchor: number): string {
  const separator = plan.cancelAfter === 0 ? ' ' : ', '
  return `${amount} ${cycleText(plan)}${separator}${durationText(plan, anchor)}`
}
