import type { PaymentPageData } from './page-data.ts'

/** Whether time changes what a page shows: a timer, or payments that follow on the first. */
export function isTimed({ pricing: { timers, recurrence } }: Pick<PaymentPageData, 'pricing'>): boolean {
  return timers.length > 0 || recurrence !== null
}
