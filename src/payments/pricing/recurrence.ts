import type { BillingPeriod } from '#foundation/db/tables/products.ts'
import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import type { Price } from './price.ts'

/** The trial and set-up fee of a recurring price. Amounts are in minor units, before added tax. */
export type Start = {
  /** The length of the trial in days, after which the first full payment is due, or 0 for no trial. */
  readonly trialDays: number
  /** The price of the trial, or 0 if the card is only saved. */
  readonly trialAmount: number
  readonly setupAmount: number
  /** The label of the set-up fee, or empty for the default. */
  readonly setupLabel: string
}

/**
 * The billing cycle of a recurring price. `cancelAfter` is the number of payments after which it ends, or 0
 * for never.
 */
export type Recurrence = {
  readonly billingInterval: number
  readonly billingPeriod: BillingPeriod
  readonly cancelAfter: number
  readonly start?: Start
  /** The discount for an early payoff, in percent. */
  readonly payoffDiscount?: number
}

/** The terms of a recurring price besides its cycle, as they are stored and sent. */
export type Terms = Start & { readonly payoffDiscount: number }

export const noTerms: Terms = {
  trialDays: 0,
  trialAmount: 0,
  setupAmount: 0,
  setupLabel: '',
  payoffDiscount: 0,
}

/** A price as it is stored and sent. On a one-time price, the cycle has no meaning. */
export type Recurring = Omit<Recurrence, 'start' | 'payoffDiscount'> &
  Terms & { readonly priceType: 'OneTimePrice' | 'RecurringPrice' }

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

function startOf({ trialDays, trialAmount, setupAmount, setupLabel }: Terms): Start | undefined {
  if (trialDays === 0 && setupAmount === 0) return undefined
  return { trialDays, trialAmount: trialDays === 0 ? 0 : trialAmount, setupAmount, setupLabel }
}

type SoldLine = TaxedAmount & {
  /** The coupon's discount on the line, before added tax. */
  readonly discountAmount?: number | undefined
}

/** The price of a line without its coupon, with the same tax. */
export function listPrice(line: SoldLine, tax: TaxRate | null, currency: string): TaxedAmount {
  const sold = tax?.inclusive === true ? line.total : line.subtotal
  return taxAmount(sold + (line.discountAmount ?? 0), tax, currency)
}

/** The payments of a recurring price: `reduced` for the first `cycles` (null for all), then `regular`. */
export type RecurringAmounts = {
  readonly regular: TaxedAmount
  readonly reduced: TaxedAmount
  readonly cycles: number | null
}

export type LaterPayments = { readonly recurrence: Recurrence; readonly amounts: RecurringAmounts }

type Recurs = {
  readonly recurrence: Recurrence | null
  readonly tax: TaxRate | null
  readonly currency: string
}

/**
 * The payments of a recurring price after the first one. Null if there are none, or if a coupon makes every
 * payment free, so that there is no subscription and no card is needed. `cycles` is the number of reduced
 * payments. Used by both page and server.
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

/** A line's discount. `discountAmount` is taken off before added tax. */
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

/** Whether the payment of a cycle, counted from 0, is reduced. */
export function isReducedIn({ cycles }: Pick<RecurringAmounts, 'cycles'>, cycle: number): boolean {
  return cycles === null || cycle < cycles
}

export function isPaidEver(recurrence: Pick<Recurrence, 'cancelAfter'>, amounts: RecurringAmounts): boolean {
  return amounts.reduced.total > 0 || isPaidLater(recurrence, amounts)
}

function isPaidLater(
  { cancelAfter }: Pick<Recurrence, 'cancelAfter'>,
  { regular, reduced, cycles }: RecurringAmounts,
): boolean {
  const isLong = (paid: number) => cancelAfter === 0 || cancelAfter > paid
  return (reduced.total > 0 && isLong(1)) || (cycles !== null && regular.total > 0 && isLong(cycles))
}
