import { CamelCasePlugin } from 'kysely'

/** Columns that hold JSON of others' or ours as it was given: what stands in it is nobody's column name. */
export const jsonColumns: ReadonlySet<string> = new Set([
  'amounts',
  'minimums',
  'files',
  'filter',
  'tags',
  'payload',
  'payment_methods',
  'details',
  'data',
  'hows',
  'held',
  'sums',
  'totals',
  'leaders',
  'by_price',
  'agreed_prices',
])

type Row = Parameters<CamelCasePlugin['transformResult']>[0]['result']['rows'][number]

/**
 * Names are camelCase in code and snake_case in the database, also in rows that a query builds as JSON inside of its
 * own; what is stored as JSON stays as it is.
 */
export class CamelCase extends CamelCasePlugin {
  protected override mapRow(row: Row): Row {
    const stored = Object.entries(row)
      .filter(([name]) => jsonColumns.has(name))
      .map(([name, value]) => [this.camelCase(name), value] as const)
    return { ...super.mapRow(row), ...Object.fromEntries(stored) }
  }
}
