import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import { isWrittenGross, taxLabel } from '#payments/pricing/shown-price.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

export type ShownLine = { readonly name: string; readonly amount: number }

/** The lines of a purchase and its tax as they are shown, in minor units. `tax` is null if there is none. */
export type ShownLines = {
  readonly lines: readonly ShownLine[]
  readonly tax: ShownLine | null
  /** Whether the lines already include the tax, which is then only mentioned next to the total. */
  readonly isGross: boolean
}

/** What decides how tax is described: its rate and title, and how the page shows prices. */
export type TaxWords = {
  readonly rate: TaxRate | null
  readonly title: string | null
  readonly isGrossFirst: boolean
}

export function taxWordsOf({
  pricing,
  taxTitle,
  isGrossFirst,
}: Pick<PaymentPageData, 'pricing' | 'taxTitle' | 'isGrossFirst'>): TaxWords {
  return { rate: pricing.tax, title: taxTitle, isGrossFirst }
}

/** The lines shown above the button. A wallet's sheet shows the same ones. */
export function shownLines(price: Price, { rate, title, isGrossFirst }: TaxWords): ShownLines {
  const isGross = isWrittenGross(rate, isGrossFirst)
  return {
    isGross,
    lines: price.lines.map((line) => ({ name: line.title, amount: isGross ? line.total : line.subtotal })),
    tax:
      rate !== null && price.taxAmount > 0
        ? { name: taxLabel(title, rate.percentage, isGross), amount: price.taxAmount }
        : null,
  }
}

/** The lines of a wallet's sheet. Their sum is the price's total. */
export function sheetLines(price: Price, words: TaxWords): ShownLine[] {
  const { lines, tax, isGross } = shownLines(price, words)
  return tax === null || isGross ? [...lines] : [...lines, tax]
}
