import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'
import { listPrice } from './list-price.ts'
import type { Recurrence } from './recurrence.ts'

type FirstLine = TaxedAmount & { readonly discountAmount?: number | undefined }

/** What each payment of a recurring price is: `reduced` for the first `cycles` of them, null: for all, then `regular`. */
export type RecurringAmounts = {
  readonly regular: TaxedAmount
  readonly reduced: TaxedAmount
  readonly cycles: number | null
}

/** The payments that follow on an order, by the line of its form: what is reduced is reduced by the same each time. */
export function recurringAmounts(
  { subtotal, taxAmount: tax, total, discountAmount = 0 }: FirstLine,
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
