import type { AsksFor } from '#foundation/db/tables/form-content.ts'
import type { TaxMode } from '#foundation/db/tables/taxes.ts'
import { requiredText } from '#foundation/http/contract/messages.ts'

/** What a form asks about its buyers, and the countries to choose from, in the reader's language. */
export type AskedDetails = {
  readonly asksFor: AsksFor
  readonly sellsToBusinesses: boolean
  /** Whether the details decide the tax. Missing means no. */
  readonly setsTax?: true
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}

/** The register's response about a business's tax number. */
export type NumberStatus = 'verified' | 'unverified' | 'unavailable' | 'malformed'

export type DetailName =
  | 'country'
  | 'addressLine1'
  | 'addressLine2'
  | 'postalCode'
  | 'city'
  | 'name'
  | 'taxNumber'

type Asked = Pick<AskedDetails, 'asksFor' | 'sellsToBusinesses'>
type Given = { readonly [Name in DetailName]?: string | null | undefined } & { readonly isBusiness?: boolean }

export function asksDetails({ asksFor, sellsToBusinesses }: Asked): boolean {
  return asksFor !== 'nothing' || sellsToBusinesses
}

/** A form with taxes by country must ask for the country. */
export function askedBy(form: { readonly asksFor: AsksFor; readonly taxMode: TaxMode }): AsksFor {
  return form.taxMode === 'by_country' && form.asksFor === 'nothing' ? 'country' : form.asksFor
}

/** The details that a form asks for. Businesses are also asked for their name and, optionally, their tax number. */
export function askedNames({ asksFor, sellsToBusinesses }: Asked, isBusiness: boolean): DetailName[] {
  return [
    ...(asksFor === 'nothing' ? [] : (['country'] as const)),
    ...(asksFor === 'address' ? (['addressLine1', 'addressLine2', 'postalCode', 'city'] as const) : []),
    ...(sellsToBusinesses && isBusiness ? (['name', 'taxNumber'] as const) : []),
  ]
}

/** Some countries have no postal codes, and some businesses have no tax number. */
const required: ReadonlySet<DetailName> = new Set(['country', 'addressLine1', 'city', 'name'])

/** An error for each missing detail, by its name. */
export function missingDetails(asked: Asked, given: Given): Partial<Record<DetailName, string>> {
  const missing = askedNames(asked, given.isBusiness === true).filter(
    (name) => required.has(name) && (given[name] ?? '').trim() === '',
  )
  return Object.fromEntries(missing.map((name) => [name, requiredText()]))
}
