import { taxWithin, type TaxedAmount } from '#foundation/money/tax.ts'

/** What of a purchase goes back or has gone back before, in minor units; refunds that failed do not count. */
type Earlier = { readonly openAmount: number; readonly openTaxAmount: number }

/** The tax within a refund: refunds that make up the whole together hold exactly the whole tax. */
export function taxOfRefund(
  whole: TaxedAmount & { readonly currency: string },
  { openAmount, openTaxAmount }: Earlier,
  amount: number,
): number {
  const tax = taxWithin(openAmount + amount, whole, whole.currency) - openTaxAmount
  return Math.min(Math.max(tax, 0), amount)
}
