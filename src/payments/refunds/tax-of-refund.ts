import { taxWithin, type TaxedAmount } from '#foundation/money/tax.ts'

/** The earlier refunds of a purchase, in minor units. Failed ones do not count. */
type Earlier = { readonly openAmount: number; readonly openTaxAmount: number }

/** The tax contained in a refund. Refunds that add up to the total contain exactly its tax. */
export function taxOfRefund(
  whole: TaxedAmount & { readonly currency: string },
  { openAmount, openTaxAmount }: Earlier,
  amount: number,
): number {
  const tax = taxWithin(openAmount + amount, whole, whole.currency) - openTaxAmount
  return Math.min(Math.max(tax, 0), amount)
}
