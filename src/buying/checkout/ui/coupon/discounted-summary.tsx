import { listPrice } from '#payments/pricing/recurrence.ts'
import type { Price } from '#payments/pricing/price.ts'
import { PriceSummary, type PriceSummaryProps } from '../price/price-summary.tsx'
import type { TaxWords } from '../price/shown-lines.ts'

/** A price whose lines have list prices, with the code's total discount as a separate line. */
export function withDiscountLine(price: Price, words: TaxWords, code: string): Price {
  const listed = price.lines.map((line) => listPrice(line, words.rate, price.currency))
  const sum = (name: 'subtotal' | 'total') => listed.reduce((all, line) => all + line[name], 0)
  const [subtotal, total] = [price.subtotal - sum('subtotal'), price.total - sum('total')]
  if (subtotal >= 0) return price
  const lines = price.lines.map((line, index) => ({ ...line, ...listed[index] }))
  const discount = { kind: 'form' as const, title: code, subtotal, taxAmount: 0, total }
  return { ...price, lines: [...lines, discount] }
}

/** A bill with a code's discount. */
export function DiscountedSummary({ code, ...props }: PriceSummaryProps & { readonly code: string }) {
  return <PriceSummary {...props} price={withDiscountLine(props.price, props.words, code)} />
}
