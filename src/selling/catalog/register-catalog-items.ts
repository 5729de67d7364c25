import { z } from 'zod'
import type { Registry } from '#registry/registry.ts'
import type { CatalogTable } from './catalog-table.ts'

type Exported<Row, Schema extends z.ZodObject> = {
  /** What the file that a seller takes along calls them, and what a right to them is called. */
  readonly name: 'bumps' | 'offers' | 'taxes'
  readonly schema: Schema
  readonly describe: (row: Row) => Omit<z.input<Schema>, 'createdAt'>
}

/** What becomes of items apart from their routes: with a seller who closes, and in the file that a seller takes along. */
export function registerCatalogItems<Row, Values, Schema extends z.ZodObject>(
  { holdSellerData, endAccount, exportAccount }: Registry,
  items: CatalogTable<Row, Values>,
  { name, schema, describe }: Exported<Row, Schema>,
): void {
  holdSellerData(items.sellerData)
  endAccount({ closeSeller: async ({ tx, now }, sellerId) => items.removeAll(tx, sellerId, now) })
  exportAccount({
    name,
    entity: name,
    schema: z.array(schema),
    async read(db, sellerId) {
      const rows = await items.listAll(db, sellerId)
      return rows.map((row) => ({ ...describe(row), createdAt: row.createdAt.toISOString() }))
    },
  })
}
