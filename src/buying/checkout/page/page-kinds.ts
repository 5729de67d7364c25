import type { PaymentPageData } from './page-data.ts'

/** Whether any price on a page begins with a trial or a set-up fee, or offers an early payoff discount. */
export function hasStart({ pricing }: Pick<PaymentPageData, 'pricing'>): boolean {
  return [pricing, ...(pricing.prices ?? [])].some(
    ({ recurrence }) => (recurrence?.start ?? recurrence?.payoffDiscount) !== undefined,
  )
}

/** Whether any price on a page begins with a trial. */
export function hasTrial({ pricing }: Pick<PaymentPageData, 'pricing'>): boolean {
  return [pricing, ...(pricing.prices ?? [])].some(
    ({ recurrence }) => (recurrence?.start?.trialDays ?? 0) > 0,
  )
}

/** Whether time changes a page: it has a timer, or payments that follow the first. */
export function isTimed({ pricing: { timers, recurrence } }: Pick<PaymentPageData, 'pricing'>): boolean {
  return timers.length > 0 || recurrence !== null
}
