import type { BillingPeriod } from '#foundation/db/tables/products.ts'

/** When a recurring price is charged; `cancelAfter` is the number of payments after which it ends automatically, 0: never. */
export type Recurrence = {
  readonly billingInterval: number
  readonly billingPeriod: BillingPeriod
  readonly cancelAfter: number
}

/** A price as it is stored and sent: one that is paid once has a cycle of no meaning beside it. */
export type Recurring = Recurrence & { readonly priceType: 'OneTimePrice' | 'RecurringPrice' }

/** How often a price is paid; null: once. */
export function recurrenceOf({
  priceType,
  billingInterval,
  billingPeriod,
  cancelAfter,
}: Recurring): Recurrence | null {
  return priceType === 'OneTimePrice' ? null : { billingInterval, billingPeriod, cancelAfter }
}
