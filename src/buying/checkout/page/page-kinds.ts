import type { PaymentPageData } from './page-data.ts'

/** Whether any price on the page begins with a trial or a set-up fee, or offers a discount for early payoff. */
export function hasStart({ pricing }: Pick<PaymentPageData, 'pricing'>): boolean {
  return [pricing, ...(pricing.prices ?? [])].some(
    ({ recurrence }) => (recurrence?.start ?? recurrence?.payoffDiscount) !== undefined,
  )
}

/** Whether any price on the page begins with a trial. */
export function hasTrial({ pricing }: Pick<PaymentPageData, 'pricing'>): boolean {
  return [pricing, ...(pricing.prices ?? [])].some(
    ({ recurrence }) => (recurrence?.start?.trialDays ?? 0) > 0,
  )
}

/** Whether the page changes over time, because it has a timer or a recurring price. */
export function isTimed({ pricing: { timers, recurrence } }: Pick<PaymentPageData, 'pricing'>): boolean {
  return timers.length > 0 || recurrence !== null
}
