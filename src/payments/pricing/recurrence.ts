import type { BillingPeriod } from '#foundation/db/tables/products.ts'

/** What comes before the first full payment, or beside it; amounts in minor units, before tax that is added. */
export type Start = {
  /** 0: none. The first full payment is made when these are over. */
  readonly trialDays: number
  /** What these cost; 0: the card is only kept. */
  readonly trialAmount: number
  /** Paid once, at the beginning. */
  readonly setupAmount: number
  /** Empty: our own word for it. */
  readonly setupLabel: string
}

/** When a recurring price is charged; `cancelAfter` is the number of payments after which it ends automatically, 0: never. */
export type Recurrence = {
  readonly billingInterval: number
  readonly billingPeriod: BillingPeriod
  readonly cancelAfter: number
  /** Left out where it begins with its first payment and nothing else. */
  readonly start?: Start
  /** Per cent that paying the rest early takes off it; left out: nothing. */
  readonly payoffDiscount?: number
}

/** What a recurring price has beside its cycle, as it is stored and sent. */
export type Terms = Start & { readonly payoffDiscount: number }

export const noTerms: Terms = {
  trialDays: 0,
  trialAmount: 0,
  setupAmount: 0,
  setupLabel: '',
  payoffDiscount: 0,
}

/** A price as it is stored and sent: one that is paid once has a cycle of no meaning beside it. */
export type Recurring = Omit<Recurrence, 'start' | 'payoffDiscount'> &
  Terms & { readonly priceType: 'OneTimePrice' | 'RecurringPrice' }

/** How often a price is paid; null: once. */
export function recurrenceOf(price: Recurring): Recurrence | null {
  const { priceType, billingInterval, billingPeriod, cancelAfter, payoffDiscount } = price
  if (priceType === 'OneTimePrice') return null
  const start = startOf(price)
  return {
    billingInterval,
    billingPeriod,
    cancelAfter,
    ...(start && { start }),
    ...(payoffDiscount > 0 && cancelAfter > 1 && { payoffDiscount }),
  }
}

/** What a trial costs means nothing without one. */
function startOf({ trialDays, trialAmount, setupAmount, setupLabel }: Terms): Start | undefined {
  if (trialDays === 0 && setupAmount === 0) return undefined
  return { trialDays, trialAmount: trialDays === 0 ? 0 : trialAmount, setupAmount, setupLabel }
}
