import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import { isWrittenGross, taxLabel } from '#payments/pricing/shown-price.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

export type ShownLine = { readonly name: string; readonly amount: number }

/** The displayed lines and tax of a purchase, in minor units; `tax` is null where there is none. */
export type ShownLines = {
  readonly lines: readonly ShownLine[]
  readonly tax: ShownLine | null
  /** The lines include the tax already; it is only noted next to the total. */
  readonly isGross: boolean
}

/** The wording of the tax, by page and seller. */
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

/** The lines as listed above the button; a wallet's sheet has the same. */
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

/** The lines of a wallet's sheet, whose sum is the price's total. */
export function sheetLines(price: Price, words: TaxWords): ShownLine[] {
  const { lines, tax, isGross } = shownLines(price, words)
  return tax === null || isGross ? [...lines] : [...lines, tax]
}
