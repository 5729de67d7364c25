import { currencySign } from '#foundation/money/currency-signs.ts'
import type { AgreedPrice } from '#foundation/db/tables/subscriptions.ts'
import type { LineTax } from '#foundation/db/tables/taxes.ts'
import { isReducedIn } from '#payments/pricing/recurrence.ts'
import { agreedAmounts, asTaxedNext, newestPrice, withPrice } from '../begin/agreed-prices.ts'
import type { Subscription } from '../store.ts'

type Untaxed = Pick<AgreedPrice, 'subtotal' | 'taxAmount' | 'total'> & { readonly tax: LineTax }

/** A recurring price for a business that accounts for the tax itself. */
export function withoutTax({ subtotal, taxCountry }: Pick<Subscription, 'subtotal' | 'taxCountry'>): Untaxed {
  const untaxed = { taxTitle: null, taxPercentage: null, taxInclusive: null }
  const tax = { ...untaxed, taxTreatment: 'reverse_charge', taxCountry } as const
  return { subtotal, taxAmount: 0, total: subtotal, tax }
}

/** Whether the buyer pays the same price, only without its tax. */
export function isTaxOff(former: AgreedPrice, set: AgreedPrice): boolean {
  const isFree = ({ tax }: AgreedPrice) => tax?.taxTreatment === 'reverse_charge'
  return isFree(set) && !isFree(former) && set.priceId === former.priceId && set.total === former.subtotal
}

/**
 * The newest price of a subscription without its tax. Undefined if it is untaxed, or while a coupon on Stripe deducts
 * an amount that contains tax.
 */
export function untaxedPrice(
  row: Subscription,
): (Untaxed & Pick<AgreedPrice, 'title' | 'sellerTitle' | 'reduction'>) | undefined {
  const newest = newestPrice(row)
  const next = newest === undefined ? row : withPrice(row, newest)
  const { title, sellerTitle, discountAmount, discountCycles, taxInclusive, currency } = next
  if (next.taxPercentage === null || next.taxTreatment !== null) return undefined
  const price = { title, sellerTitle, ...withoutTax(next) }
  if (discountAmount === 0 || !isReducedIn(agreedAmounts(next), row.paidCycles)) return price
  // Stripe has the discount before added tax, except in currencies whose taxes it does not round as we do.
  if (taxInclusive !== false || currencySign(currency).step !== 1) return undefined
  const reducedTotal = price.total - discountAmount
  return { ...price, reduction: { discountAmount, discountCycles, reducedTotal } }
}

/** Whether the next payments are without tax, or will be once Stripe has the change. */
export function isUntaxedNext(row: Subscription): boolean {
  return asTaxedNext(row).taxTreatment === 'reverse_charge' || untaxedPrice(row) !== undefined
}
