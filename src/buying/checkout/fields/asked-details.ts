import type { AsksFor } from '#foundation/db/tables/form-content.ts'
import { isProviderMode, needsPostalCode } from '#payments/pricing/tax-modes.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import { requiredText } from '#foundation/http/contract/messages.ts'

/** What a form asks about its buyers, and the countries to choose from, in the reader's language. */
export type AskedDetails = {
  readonly asksFor: AsksFor
  readonly sellsToBusinesses: boolean
  /** Whether the details decide the tax. Missing means no. */
  readonly setsTax?: true
  /** Whether the tax in some countries depends on the postal code, which is then asked with the country. */
  readonly setsTaxByPostalCode?: true
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}

/** The register's response about a business's tax number. */
export type NumberStatus = 'verified' | 'unverified' | 'unavailable' | 'unchecked' | 'malformed'

export type DetailName =
  | 'country'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'name'
  | 'taxNumber'

type Asked = Pick<AskedDetails, 'asksFor' | 'sellsToBusinesses' | 'setsTaxByPostalCode'>
type Given = { readonly [Name in DetailName]?: string | null | undefined } & { readonly isBusiness?: boolean }

export function asksDetails({ asksFor, sellsToBusinesses }: Asked): boolean {
  return asksFor !== 'nothing' || sellsToBusinesses
}

/** A form whose tax depends on the country must ask for it. */
export function askedBy(form: { readonly asksFor: AsksFor; readonly taxMode: TaxMode }): AsksFor {
  return form.taxMode !== 'one_rate' && form.asksFor === 'nothing' ? 'country' : form.asksFor
}

/** What a form asks for, with what its tax needs. */
export function askedOf(form: Omit<Asked, 'setsTaxByPostalCode'> & { readonly taxMode: TaxMode }): Asked {
  const { asksFor, sellsToBusinesses, taxMode } = form
  return { asksFor, sellsToBusinesses, ...(isProviderMode(taxMode) && { setsTaxByPostalCode: true }) }
}

/** Whether the tax in this country cannot be calculated without a postal code. */
export function isPostalCodeDue({ setsTaxByPostalCode }: Asked, country: string | null | undefined): boolean {
  return setsTaxByPostalCode === true && needsPostalCode(country ?? '')
}

/** The details that a form asks for. Businesses are also asked for their name and, optionally, their tax number. */
export function askedNames({ asksFor, sellsToBusinesses, ...tax }: Asked, isBusiness: boolean): DetailName[] {
  return [
    ...(asksFor === 'nothing' ? [] : (['country'] as const)),
    ...(asksFor === 'country' && tax.setsTaxByPostalCode === true ? (['postalCode'] as const) : []),
    ...(asksFor === 'address' ? (['addressLine1', 'addressLine2', 'postalCode', 'city'] as const) : []),
    ...(sellsToBusinesses && isBusiness ? (['name', 'taxNumber'] as const) : []),
  ]
}

/** Some countries have no postal codes, and some businesses have no tax number. */
const required: ReadonlySet<DetailName> = new Set(['country', 'addressLine1', 'city', 'name'])

/** An error for each missing detail, by its name. */
export function missingDetails(asked: Asked, given: Given): Partial<Record<DetailName, string>> {
  const missing = askedNames(asked, given.isBusiness === true).filter(
    (name) =>
      (required.has(name) || (name === 'postalCode' && isPostalCodeDue(asked, given.country))) &&
      (given[name] ?? '').trim() === '',
  )
  return Object.fromEntries(missing.map((name) => [name, requiredText()]))
}
