import type { Expression, Kysely, SqlBool, Transaction } from 'kysely'
import type { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { scopeOf, type Caller } from '#foundation/http/caller.ts'
import type { sellerListQuery } from '#foundation/http/contract.ts'
import { NotFound } from '#foundation/http/errors.ts'
import { pageNumbers } from '#foundation/http/pages.ts'
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
  async function find(sellerId: string, id: string): Promise<Row> {
    const row = isId(id) ? await parts.find(db, sellerId, id) : undefined
    if (row === undefined) throw new NotFound()
    return row
  }
  return {
    find,

    async list({ caller, query }: ListOf, filter?: Expression<SqlBool>) {
      const rows = await parts.list(db, scopeOf(caller, query), query, filter)
      return pageNumbers(rows.map(describe), query)
    },

    read: async ({ caller, params }: OneOf) => {
      const row = await find(caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, row.id)
      return { ...describe(row), usedByForms: forms.length }
    },

    /** Throws NotFound where it was deleted meanwhile. `forms` are those that it stands on. */
    async update(
      { caller, params }: OneOf,
      forms: readonly string[],
      changes: (tx: Transaction<Database>) => Promise<Parameters<typeof parts.update>[3]>,
    ) {
      const row = await inTransaction(db, async (tx) =>
        parts.update(tx, caller.sellerId, params.id, await changes(tx)),
      )
      if (row === undefined) throw new NotFound()
      dropPages(forms)
      return describe(row)
    },

    remove: async ({ caller, params }: OneOf) => {
      const { id, title } = await find(caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, id)
      if (!(await parts.remove(db, caller.sellerId, id))) throw new NotFound()
      dropPages(forms)
      return { title }
    },
  }
}
