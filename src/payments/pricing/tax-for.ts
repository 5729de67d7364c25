import type { LineTax, TaxMode, TaxTreatment } from '#foundation/db/tables/taxes.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import { euMembers } from '#foundation/values/european-countries.ts'
import { isProviderMode } from './tax-modes.ts'

export type NamedRate = TaxRate & { readonly title: string }

/** What decides a form's tax. */
export type TaxedForm = {
  readonly taxMode: TaxMode
  /** The form's own tax. For a form with taxes by country, it applies in all countries without their own tax. */
  readonly tax: NamedRate | null
  readonly taxRegions: readonly (NamedRate & { readonly country: string })[]
  readonly sellerCountry: string | null
}

/** What is known about the buyer for tax purposes. */
export type TaxedBuyer = {
  /** The ISO 3166-1 code of the country, or null while unknown. */
  readonly country: string | null
  /** Whether the country's register knows the buyer's VAT number. */
  readonly isVerified: boolean
  /** The provider's tax for this buyer, if the form uses it and the place is known. */
  readonly assessed?: SaleTax | undefined
}

export const unknownBuyer: TaxedBuyer = { country: null, isVerified: false }

/** How a sale is taxed. */
export type SaleTax = {
  readonly tax: NamedRate | null
  /** The tax contained in the list amounts that is not charged. */
  readonly without?: TaxRate
  /** Why no tax is charged. Null if `tax` applies, even if that is none. */
  readonly treatment: TaxTreatment | null
  /** The country whose tax applies, or null if the form has one rate for all countries. */
  readonly country: string | null
}

/**
 * The tax on a sale. While the buyer's country is unknown, the shop's own country counts, so that the first price shown
 * is what most buyers pay. A business in another EU member state that its register knows pays the net amount and
 * accounts for the tax (Directive 2006/112/EC, articles 44 and 196).
 */
export function taxFor({ taxMode, tax, taxRegions, sellerCountry }: TaxedForm, buyer: TaxedBuyer): SaleTax {
  if (isProviderMode(taxMode)) return buyer.assessed ?? { tax: null, treatment: null, country: null }
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
  // The form's own tax has translations, which must stay.
  return { tax: own === undefined ? tax : rate, treatment: isZero(rate) ? 'exempt' : null, country }
}

/** Whether a business in a country could account for the tax on a seller's services itself. */
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

export function taxColumnsOf({ tax, treatment, country }: SaleTax): LineTax {
  return {
    taxTitle: tax?.title ?? null,
    taxPercentage: tax?.percentage ?? null,
    taxInclusive: tax?.inclusive ?? null,
    taxTreatment: treatment,
    taxCountry: country,
  }
}
