import { readNumber } from '#foundation/typed/read-number.ts'
import { type Region, region } from '../contract.ts'
import { euRates } from '../eu-rates.ts'

export type TypedRegion = {
  readonly country: string
  readonly title: string
  readonly percentage: string
  readonly inclusive: boolean
}

export function typedRegion({ country, title, percentage, inclusive }: Region): TypedRegion {
  return { country, title, percentage: String(percentage), inclusive }
}

export type ReadRegion =
  | { readonly region: Region }
  | { readonly problems: Partial<Record<'title' | 'percentage', string>> }

export function readRegion({ percentage, ...typed }: TypedRegion): ReadRegion {
  const read = region.safeParse({ ...typed, percentage: readNumber(percentage) })
  if (read.success) return { region: read.data }
  const problems = read.error.issues.map(({ path: [name], message }) => [String(name), message] as const)
  return { problems: Object.fromEntries(problems.toReversed()) }
}

/** The rows with the EU's standard rates for member states that have none. New rows use the first row's tax mode. */
export function withEuRates(rows: readonly TypedRegion[]): TypedRegion[] {
  const known = new Set(rows.map(({ country }) => country))
  const { title = 'VAT', inclusive = true } = rows[0] ?? {}
  const added = Object.entries(euRates).filter(([country]) => !known.has(country))
  return [
    ...rows,
    ...added.map(([country, rate]) => ({ country, title, percentage: String(rate), inclusive })),
  ]
}
