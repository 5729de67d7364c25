import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from './price.ts'

type Amounts = Pick<Price, 'subtotal' | 'taxAmount' | 'total'>
type Inclusive = Pick<TaxRate, 'inclusive'>

/** Minor units as a price is written, and what stands beside them: nothing where there is no tax. */
export type ShownPrice = { readonly amount: number; readonly note: '' | '+ tax' | 'incl. tax' }

/** Whether amounts are written with their tax in them: where the price includes it, or the seller's country asks for that. */
export function isWrittenGross(tax: Inclusive | null, isGrossFirst: boolean): boolean {
  return isGrossFirst || tax?.inclusive === true
}

/** A price as buyers and sellers read it, wherever it stands. What is charged is its total in any case. */
export function shownPrice(price: Amounts, tax: Inclusive | null, isGrossFirst: boolean): ShownPrice {
  if (price.taxAmount === 0) return { amount: price.total, note: '' }
  return isWrittenGross(tax, isGrossFirst)
    ? { amount: price.total, note: 'incl. tax' }
    : { amount: price.subtotal, note: '+ tax' }
}

/**
 * A tax as buyers read it, on a page, in a mail or on an invoice: "Sales tax 8.25%"; "Including Sales tax 8.25%" where the
 * amounts above it have it in them. `title` is the seller's own.
 */
export function taxLabel(title: string | null, percentage: string, isIncluded = false): string {
  return `${isIncluded ? 'Including ' : ''}${title ?? 'Tax'} ${percentage}%`
}
