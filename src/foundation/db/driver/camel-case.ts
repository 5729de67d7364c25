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
class CamelCase extends CamelCasePlugin {
  /** The name that code has for a column. */
  nameOf(column: string): string {
    return this.camelCase(column)
  }

  /** What a column holds, with code's names in what was built as JSON. */
  ofColumn(column: string, value: unknown): unknown {
    return jsonColumns.has(column) ? value : this.withNames(value)
  }

  /** Rows come with code's names already, see `rowsOf`. */
  override transformResult({
    result,
  }: Parameters<CamelCasePlugin['transformResult']>[0]): ReturnType<CamelCasePlugin['transformResult']> {
    return Promise.resolve(result)
  }

  override mapRow(row: Row): Row {
    const mapped: Row = {}
    for (const name of Object.keys(row)) mapped[this.camelCase(name)] = this.ofColumn(name, row[name])
    return mapped
  }

  private withNames(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((one: unknown) => (isBuilt(one) ? this.mapRow(one) : one))
    return isBuilt(value) ? this.mapRow(value) : value
  }
}

/** Whether it is a plain object, as JSON makes them. */
function isBuilt(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

export const camelCase = new CamelCase()
