import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import type { TaxTreatment } from '#foundation/db/tables/taxes.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import { euMembers } from '#foundation/values/european-countries.ts'

export type NamedRate = TaxRate & { readonly title: string }

/** What decides a form's tax. */
export type TaxedForm = {
  readonly taxMode: TaxMode
  /** The form's own tax; by country, that of all countries without one of their own. */
  readonly tax: NamedRate | null
  readonly taxRegions: readonly (NamedRate & { readonly country: string })[]
  readonly sellerCountry: string | null
}

/** The buyer as far as taxes go. */
export type TaxedBuyer = {
  /** ISO 3166-1, or null while unknown. */
  readonly country: string | null
  /** Whether the register of the country knows the buyer's VAT number. */
  readonly isVerified: boolean
}

export const unknownBuyer: TaxedBuyer = { country: null, isVerified: false }

/** How a sale is taxed. */
export type SaleTax = {
  readonly tax: NamedRate | null
  /** The tax within the listed amounts that is not charged. */
  readonly without?: TaxRate
  /** Null: `tax` applies, which may be none. */
  readonly treatment: TaxTreatment | null
  /** The country whose tax it is; null: the form has one rate for all. */
  readonly country: string | null
}

/**
 * The tax of a sale. While the buyer's country is unknown, it is that of the shop's own, so that the first price shown
 * includes what most buyers pay. A business in another member state of the EU, known to its register, pays the net and
 * accounts for the tax (Directive 2006/112/EC, articles 44 and 196).
 */
export function taxFor({ taxMode, tax, taxRegions, sellerCountry }: TaxedForm, buyer: TaxedBuyer): SaleTax {
  if (taxMode === 'one_rate') return { tax, treatment: null, country: null }
  const country = buyer.country ?? sellerCountry
  const own = taxRegions.find((region) => region.country === country)
  const due = own ?? tax
  if (due === null) return { tax: null, treatment: 'outside', country }
  const rate = { title: due.title, percentage: due.percentage, inclusive: due.inclusive }
  if (buyer.isVerified && canReverse(sellerCountry, buyer.country)) {
    const { percentage, inclusive } = rate
    return {
      tax: null,
      ...(inclusive && { without: { percentage, inclusive } }),
      treatment: 'reverse_charge',
      country,
    }
  }
  // The form's own tax keeps its translations.
  return { tax: own === undefined ? tax : rate, treatment: isZero(rate) ? 'exempt' : null, country }
}

/** Whether a business in a country could account for the tax of a seller's services itself. */
export function canReverse(sellerCountry: string | null, country: string | null): boolean {
  return (
    sellerCountry !== null &&
    country !== null &&
    sellerCountry !== country &&
    euMembers.has(sellerCountry) &&
    euMembers.has(country)
  )
}

function isZero({ percentage }: TaxRate): boolean {
  return Number(percentage) === 0
}

/** A sale's tax as its lines record it. */
export type LineTax = {
  readonly taxTitle: string | null
  readonly taxPercentage: string | null
  readonly taxInclusive: boolean | null
  readonly taxTreatment: TaxTreatment | null
  readonly taxCountry: string | null
}

export function taxColumnsOf({ tax, treatment, country }: SaleTax): LineTax {
  return {
    taxTitle: tax?.title ?? null,
    taxPercentage: tax?.percentage ?? null,
    taxInclusive: tax?.inclusive ?? null,
    taxTreatment: treatment,
    taxCountry: country,
  }
}
