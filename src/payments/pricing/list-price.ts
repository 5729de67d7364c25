import { taxAmount, type TaxedAmount } from '#foundation/money/tax.ts'

type SoldLine = TaxedAmount & {
  /** What a coupon took off, before tax that is added. */
  readonly discountAmount: number
  /** Decimal text; null: no tax. */
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
}

/** What a line of a purchase would have cost without its coupon, taxed as it was. */
export function listPrice(line: SoldLine, currency: string): TaxedAmount {
  const inclusive = line.taxInclusive === true
  const { taxPercentage: percentage, discountAmount } = line
  const listed = (inclusive ? line.total : line.subtotal) + discountAmount
  return taxAmount(listed, percentage === null ? null : { percentage, inclusive }, currency)
}
