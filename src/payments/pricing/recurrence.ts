import type { BillingPeriod } from '#foundation/db/tables/products.ts'

/** When a recurring price is charged; `cancelAfter` is the number of payments after which it ends automatically, 0: never. */
export type Recurrence = {
  readonly billingInterval: number
  readonly billingPeriod: BillingPeriod
  readonly cancelAfter: number
}
