import { taxAmount, type TaxedAmount, type TaxRate } from '#foundation/money/tax.ts'

type SoldLine = TaxedAmount & {
  /** What a coupon took off, before tax that is added. */
  readonly discountAmount?: number | undefined
}

/** What a line of a purchase would have cost without its coupon, taxed as it was. */
export function listPrice(line: SoldLine, tax: TaxRate | null, currency: string): TaxedAmount {
  const sold = tax?.inclusive === true ? line.total : line.subtotal
  return taxAmount(sold + (line.discountAmount ?? 0), tax, currency)
}
