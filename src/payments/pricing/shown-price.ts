import { t } from '#foundation/language/t.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Price } from './price.ts'

type Amounts = Pick<Price, 'subtotal' | 'taxAmount' | 'total'>
type Inclusive = Pick<TaxRate, 'inclusive'>

/** An amount in minor units with a note about tax, which is empty without tax. */
export type ShownPrice = { readonly amount: number; readonly note: '' | '+ tax' | 'incl. tax' }

/** Whether amounts are shown with tax, because the price includes it or the seller's country requires it. */
export function isWrittenGross(tax: Inclusive | null, isGrossFirst: boolean): boolean {
  return isGrossFirst || tax?.inclusive === true
}

/** A price as buyers and sellers see it everywhere. What is charged is always its total. */
export function shownPrice(price: Amounts, tax: Inclusive | null, isGrossFirst: boolean): ShownPrice {
  if (price.taxAmount === 0) return { amount: price.total, note: '' }
  return isWrittenGross(tax, isGrossFirst)
    ? { amount: price.total, note: 'incl. tax' }
    : { amount: price.subtotal, note: '+ tax' }
}

/** The text of a price's note about tax, or empty if there is no tax. */
export function noteText(note: ShownPrice['note']): string {
  if (note === '') return ''
  return note === '+ tax' ? t('+ tax') : t('incl. tax')
}

/**
 * Describes a tax for buyers on pages, emails and invoices: "Sales tax 8.25%", or "Including Sales tax 8.25%"
 * if the amounts above include it. `title` is the seller's own.
 */
export function taxLabel(title: string | null, percentage: string, isIncluded = false): string {
  const tax = title ?? t('Tax')
  return isIncluded
    ? t('Including {tax} {percentage}%', { tax, percentage })
    : t('{tax} {percentage}%', { tax, percentage })
}

/**
 * The note on pages and invoices for a business that accounts for the tax itself (Directive 2006/112/EC,
 * article 226).
 */
export function reverseCharge(): string {
  return t('Reverse charge: the buyer accounts for the VAT.')
}
