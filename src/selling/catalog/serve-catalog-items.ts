import type { Expression, Kysely, SqlBool, Transaction } from 'kysely'
import type { z } from 'zod'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import type { sellerListQuery } from '#foundation/http/contract/contract.ts'
import { NotFound } from '#foundation/failures/failure.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import { changeCatalog } from './change-catalog.ts'
import type { FormUse } from './form-use.ts'
import type { CatalogTable } from './catalog-table.ts'

type Named = { readonly id: string; readonly title: string }
type OneOf = { readonly caller: Caller; readonly params: { readonly id: string } }
type ListOf = { readonly caller: Caller; readonly query: z.output<typeof sellerListQuery> }

/** What the routes of every item do alike; `describe` turns a row into what the wire carries. */
export function serveCatalogItems<Row extends Named, Values, Item>(
  db: Kysely<Database>,
  items: CatalogTable<Row, Values>,
  { listForms, dropPages }: FormUse,
  describe: (row: Row) => Item,
) {
  /** Throws NotFound. */
  async function find(source: Kysely<Database>, sellerId: string, id: string): Promise<Row> {
    const row = isId(id) ? await items.find(source, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    async list({ caller, query }: ListOf, filter?: Expression<SqlBool>) {
      const rows = await items.list(db, scopeOf(caller, query), query, filter)
      return pageNumbers(rows.map(describe), query)
    },

    read: async ({ caller, params }: OneOf) => {
      const row = await find(db, caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, row.id)
      return { ...describe(row), usedByForms: forms.length }
    },

    /** `judge` answers what changes, or throws; `forms` are those that the item stands on. */
    async update(
      { caller: { sellerId }, params }: OneOf,
      judge: (
        tx: Transaction<Database>,
        stored: Row,
        forms: readonly string[],
      ) => Promise<Parameters<typeof items.update>[3]>,
    ) {
      const changed = await changeCatalog(db, sellerId, async (tx) => {
        const stored = await find(tx, sellerId, params.id)
        const forms = await listForms(tx, sellerId, stored.id)
        const row = await items.update(tx, sellerId, stored.id, await judge(tx, stored, forms))
        return { forms, row }
      })
      if (changed.row === undefined) throw new NotFound()
      dropPages(changed.forms)
      return describe(changed.row)
    },

    remove: async ({ caller, params }: OneOf) => {
      const { id, title } = await find(db, caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, id)
      if (!(await items.remove(db, caller.sellerId, id))) throw new NotFound()
      dropPages(forms)
      return { title }
    },
  }
}
