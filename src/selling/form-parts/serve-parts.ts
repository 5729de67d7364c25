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
import type { StoredParts } from './stored-parts.ts'

type Named = { readonly id: string; readonly title: string }
type OneOf = { readonly caller: Caller; readonly params: { readonly id: string } }
type ListOf = { readonly caller: Caller; readonly query: z.output<typeof sellerListQuery> }

/** What the routes of every part do alike; `describe` turns a row into what the wire carries. */
export function serveParts<Row extends Named, Values, Part>(
  db: Kysely<Database>,
  parts: StoredParts<Row, Values>,
  { listForms, dropPages }: FormUse,
  describe: (row: Row) => Part,
) {
  /** Throws NotFound. */
  async function find(source: Kysely<Database>, sellerId: string, id: string): Promise<Row> {
    const row = isId(id) ? await parts.find(source, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    async list({ caller, query }: ListOf, filter?: Expression<SqlBool>) {
      const rows = await parts.list(db, scopeOf(caller, query), query, filter)
      return pageNumbers(rows.map(describe), query)
    },

    read: async ({ caller, params }: OneOf) => {
      const row = await find(db, caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, row.id)
      return { ...describe(row), usedByForms: forms.length }
    },

    /** `judge` answers what changes, or throws; `forms` are those that the part stands on. */
    async update(
      { caller: { sellerId }, params }: OneOf,
      judge: (
        tx: Transaction<Database>,
        stored: Row,
        forms: readonly string[],
      ) => Promise<Parameters<typeof parts.update>[3]>,
    ) {
      const changed = await changeCatalog(db, sellerId, async (tx) => {
        const stored = await find(tx, sellerId, params.id)
        const forms = await listForms(tx, sellerId, stored.id)
        const row = await parts.update(tx, sellerId, stored.id, await judge(tx, stored, forms))
        return { forms, row }
      })
      if (changed.row === undefined) throw new NotFound()
      dropPages(changed.forms)
      return describe(changed.row)
    },

    remove: async ({ caller, params }: OneOf) => {
      const { id, title } = await find(db, caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, id)
      if (!(await parts.remove(db, caller.sellerId, id))) throw new NotFound()
      dropPages(forms)
      return { title }
    },
  }
}
