import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from '#payments/pricing/price.ts'
import { isWrittenGross, taxLabel } from '#payments/pricing/shown-price.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

export type ShownLine = { readonly name: string; readonly amount: number }

/** What a purchase's lines and its tax are shown as, in minor units; `tax` is null where there is none. */
export type ShownLines = {
  readonly lines: readonly ShownLine[]
  readonly tax: ShownLine | null
  /** The tax is in the lines already, and only named beside the total. */
  readonly isGross: boolean
}

/** What page and seller say of the tax. */
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

/** The lines as they are read above the button; a wallet's sheet has the same. */
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

/** What a wallet adds up in its sheet: their sum is the price's total. */
export function sheetLines(price: Price, words: TaxWords): ShownLine[] {
  const { lines, tax, isGross } = shownLines(price, words)
  return tax === null || isGross ? [...lines] : [...lines, tax]
}
