import { taxWithin, type TaxedAmount } from '#foundation/money/tax.ts'

/** A purchase's earlier refunds, in minor units; failed ones do not count. */
type Earlier = { readonly openAmount: number; readonly openTaxAmount: number }

/** The tax within a refund: refunds that make up the total contain exactly its tax. */
export function taxOfRefund(
  whole: TaxedAmount & { readonly currency: string },
  { openAmount, openTaxAmount }: Earlier,
  amount: number,
): number {
  const tax = taxWithin(openAmount + amount, whole, whole.currency) - openTaxAmount
  return Math.min(Math.max(tax, 0), amount)
}
