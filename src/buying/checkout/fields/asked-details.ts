import type { AsksFor } from '#foundation/db/tables/questions.ts'
import { requiredText } from '#foundation/http/contract/messages.ts'

/** What a form asks about its buyer, and the countries to choose from, in the reader's language. */
export type AskedDetails = {
  readonly asksFor: AsksFor
  readonly sellsToBusinesses: boolean
  readonly countries: readonly { readonly code: string; readonly name: string }[]
}

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

/** The details that a form asks for; others are dropped. A business has a name, and can have a tax number. */
export function askedNames({ asksFor, sellsToBusinesses }: Asked, isBusiness: boolean): DetailName[] {
  return [
    ...(asksFor === 'nothing' ? [] : (['country'] as const)),
    ...(asksFor === 'address' ? (['addressLine1', 'addressLine2', 'postalCode', 'city'] as const) : []),
    ...(sellsToBusinesses && isBusiness ? (['name', 'taxNumber'] as const) : []),
  ]
}

/** Some countries have no postal codes, and some businesses no number. */
const required: ReadonlySet<DetailName> = new Set(['country', 'addressLine1', 'city', 'name'])

/** What is missing, by name. */
export function missingDetails(asked: Asked, given: Given): Partial<Record<DetailName, string>> {
  const missing = askedNames(asked, given.isBusiness === true).filter(
    (name) => required.has(name) && (given[name] ?? '').trim() === '',
  )
  return Object.fromEntries(missing.map((name) => [name, requiredText()]))
}
