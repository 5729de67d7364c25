import { listPrice } from '#payments/pricing/list-price.ts'
import { PriceSummary, type PriceSummaryProps } from './price-summary.tsx'

/** A bill with its lines at their list prices, and what a code takes off all of them. */
export function DiscountedSummary({ code, ...props }: PriceSummaryProps & { readonly code: string }) {
  const { price, words } = props
  const listed = price.lines.map((line) => listPrice(line, words.rate, price.currency))
  const sum = (name: 'subtotal' | 'total') => listed.reduce((all, line) => all + line[name], 0)
  const [subtotal, total] = [price.subtotal - sum('subtotal'), price.total - sum('total')]
  const lines = price.lines.map((line, index) => ({ ...line, ...listed[index] }))
  const discount = { kind: 'form' as const, title: code, subtotal, taxAmount: 0, total }
  const isLess = subtotal < 0
  return <PriceSummary {...props} price={isLess ? { ...price, lines: [...lines, discount] } : price} />
}

/** The same for one code. */
export function summaryWith(code: string) {
  return function Summary(props: PriceSummaryProps) {
    return <DiscountedSummary {...props} code={code} />
  }
}
