import { needsPostalCode } from '#payments/pricing/tax-modes.ts'
import type { SaleTax, TaxedBuyer } from '#payments/pricing/tax-for.ts'
import { type AssessedSale, assessTax, type TaxedLines, taxLines } from '#payments/provider-tax/assess-tax.ts'
import { type CheckedNumber, textOf } from '#payments/tax-numbers/check-number.ts'
import type { Services } from '#registry/services.ts'
import type { StoredForm } from '../store.ts'

export type Buyer = {
  readonly buyer: TaxedBuyer
  readonly number: CheckedNumber | 'malformed' | null
  /** Whether a number was given that the register could not be asked about and that does not count later. */
  readonly isUnchecked?: boolean
  /** The sale as the provider taxes it. Missing if another tax applies or the place is not known yet. */
  readonly assessedSale?: AssessedSale | undefined
}

type Assessing = Pick<Services, 'provider' | 'log' | 'limiter'>

/**
 * A buyer with the provider's tax for their place. Only a confirmed VAT number counts, and a number that the register
 * could not be asked about does not: the tax is not refunded later, because the provider would reverse only a part of
 * it.
 */
export async function assessedBuyer(
  services: Assessing,
  form: Pick<StoredForm, 'stripeAccountId' | 'currency' | 'taxMode'>,
  { buyer, number }: Buyer,
  postalCode: string | null,
  network: string,
): Promise<Buyer> {
  const { stripeAccountId: account, currency, taxMode } = form
  const { country, isVerified } = buyer
  const isSilent = number !== null && number !== 'malformed' && number.status === 'unavailable'
  const known = { buyer, number: isSilent ? null : number, isUnchecked: isSilent }
  const typed = postalCode?.trim() ?? ''
  if (account === null || country === null || (typed === '' && needsPostalCode(country))) return known
  const sale: AssessedSale = {
    account,
    currency,
    isIncluded: taxMode === 'provider_included',
    place: { country, postalCode: typed === '' ? null : typed.toUpperCase() },
    vatNumber: isVerified && number !== null && number !== 'malformed' ? textOf(number.vat) : null,
  }
  const assessed = await assessTax(services, sale, network)
  return { ...known, buyer: { ...buyer, assessed }, assessedSale: sale }
}

/**
 * The provider's tax on an order, or the tax as it is now if that is no longer the one that the order was priced with,
 * so that the buyer is asked again before anything is charged.
 */
export async function taxOrder(
  services: Assessing,
  sale: AssessedSale,
  lines: readonly { readonly total: number }[],
  priced: SaleTax,
): Promise<{ readonly taxed: TaxedLines | null } | { readonly changed: SaleTax }> {
  const taxed = await taxLines(
    services,
    sale,
    lines.map(({ total }) => total),
  )
  const percentage = priced.tax?.percentage ?? '0'
  if (taxed === null || taxed.percentages.every((one) => one === percentage)) return { taxed }
  const assessed = await assessTax(services, sale, null, true)
  return JSON.stringify(assessed) === JSON.stringify(priced) ? { taxed } : { changed: assessed }
}
