import type { BillingPeriod } from '#foundation/db/tables/products.ts'
import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { Price } from './price.ts'

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

type SoldLine = TaxedAmount & {
  /** What a coupon took off, before tax that is added. */
  readonly discountAmount?: number | undefined
}

/** What a line of a purchase would have cost without its coupon, taxed as it was. */
export function listPrice(line: SoldLine, tax: TaxRate | null, currency: string): TaxedAmount {
  const sold = tax?.inclusive === true ? line.total : line.subtotal
  return taxAmount(sold + (line.discountAmount ?? 0), tax, currency)
}

/** What each payment of a recurring price is: `reduced` for the first `cycles` of them, null: for all, then `regular`. */
export type RecurringAmounts = {
  readonly regular: TaxedAmount
  readonly reduced: TaxedAmount
  readonly cycles: number | null
}

/** What an order goes on with. */
export type LaterPayments = { readonly recurrence: Recurrence; readonly amounts: RecurringAmounts }

type Recurs = {
  readonly recurrence: Recurrence | null
  readonly tax: TaxRate | null
  readonly currency: string
}

/**
 * What follows on the first payment of a recurring price; null where nothing recurs, or where a coupon makes every payment
 * of it nothing: that is no subscription, and takes no card for one. `cycles` is of how many payments a coupon is taken
 * off. Page and server say and charge by this alike.
 */
export function laterPayments(
  { recurrence, tax, currency }: Recurs,
  { lines: [own], full: line = own }: Price,
  cycles: number | null = null,
): LaterPayments | null {
  if (recurrence === null || line === undefined) return null
  const amounts = recurringAmounts(line, tax, currency, cycles)
  return isPaidEver(recurrence, amounts) ? { recurrence, amounts } : null
}

/** The payments that follow on an order, by the line of its form: what is reduced is reduced by the same each time. */
export function recurringAmounts(
  { subtotal, taxAmount: tax, total, discountAmount = 0 }: SoldLine,
  rate: TaxRate | null,
  currency: string,
  cycles: number | null,
): RecurringAmounts {
  const reduced = { subtotal, taxAmount: tax, total }
  const regular = discountAmount === 0 ? reduced : listPrice({ ...reduced, discountAmount }, rate, currency)
  return { regular, reduced, cycles: discountAmount === 0 ? null : cycles }
}

/** What a payment costs with a coupon that takes `discountAmount` off it, before tax that is added. */
export function reducedPrice(
  list: TaxedAmount,
  discountAmount: number,
  rate: TaxRate | null,
  currency: string,
): TaxedAmount {
  if (discountAmount === 0) return list
  return taxAmount((rate?.inclusive === true ? list.total : list.subtotal) - discountAmount, rate, currency)
}

/** The payment of a cycle, counted from 0. */
export function amountOfCycle(amounts: RecurringAmounts, cycle: number): TaxedAmount {
  return isReducedIn(amounts, cycle) ? amounts.reduced : amounts.regular
}

/** Whether the payment of a cycle, counted from 0, is a reduced one. */
export function isReducedIn({ cycles }: Pick<RecurringAmounts, 'cycles'>, cycle: number): boolean {
  return cycles === null || cycle < cycles
}

/** Whether any payment of it costs something. */
export function isPaidEver(recurrence: Pick<Recurrence, 'cancelAfter'>, amounts: RecurringAmounts): boolean {
  return amounts.reduced.total > 0 || isPaidLater(recurrence, amounts)
}

/** Whether anything is paid after the first payment. */
function isPaidLater(
  { cancelAfter }: Pick<Recurrence, 'cancelAfter'>,
  { regular, reduced, cycles }: RecurringAmounts,
): boolean {
  const isLong = (paid: number) => cancelAfter === 0 || cancelAfter > paid
  return (reduced.total > 0 && isLong(1)) || (cycles !== null && regular.total > 0 && isLong(cycles))
}
