import type { PaymentPageData } from './page-data.ts'

/** Whether a price that can be chosen on a page begins with a trial or a set-up fee, or costs less where it is paid early. */
export function hasStart({ pricing }: Pick<PaymentPageData, 'pricing'>): boolean {
  return [pricing, ...(pricing.prices ?? [])].some(
    ({ recurrence }) => (recurrence?.start ?? recurrence?.payoffDiscount) !== undefined,
  )
}

/** Whether time changes what a page shows: a timer, or payments that follow on the first. */
export function isTimed({ pricing: { timers, recurrence } }: Pick<PaymentPageData, 'pricing'>): boolean {
  return timers.length > 0 || recurrence !== null
}
