import { CamelCasePlugin } from 'kysely'

/** JSON columns that are stored exactly as given. Their keys are not names of columns. */
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
  'changes',
  'content',
  'image_focus',
  'pictures',
  'source',
  'texts',
  'price_texts',
  'shared',
  'fields',
  'blocks',
  'answer',
  'tries',
  'bill_to',
  'document_lines',
  'choices',
  'lapses',
])

type Row = Parameters<CamelCasePlugin['transformResult']>[0]['result']['rows'][number]

/**
 * Names are in camelCase in code and in snake_case in the database, including those in rows that a query
 * builds as JSON. Stored JSON stays unchanged.
 */
class CamelCase extends CamelCasePlugin {
  /** The name that a column has in code. */
  nameOf(column: string): string {
    return this.camelCase(column)
  }

  /** A column's value. If the query built it as JSON, its keys get the names they have in code. */
  ofColumn(column: string, value: unknown): unknown {
    return jsonColumns.has(column) ? value : this.withNames(value)
  }

  /** Rows already have the names used in code (see `rowsOf`). */
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

/** Whether it is a plain JSON object. */
function isBuilt(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
}

export const camelCase = new CamelCase()
