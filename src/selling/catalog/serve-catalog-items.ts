import { type Expression, type Kysely, sql, type SqlBool, type Transaction } from 'kysely'
import { z } from 'zod'
import { inTransaction } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { found, NotFound } from '#foundation/failures/failure.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { sellerListQuery } from '#foundation/http/contract/contract.ts'
import { pageNumbers } from '#foundation/lists/pages.ts'
import { scopeOf } from '#foundation/lists/seller-scope.ts'
import type { TaxRate } from '#foundation/money/tax.ts'
import type { Registry } from '#registry/registry.ts'
import type { Services } from '#registry/services.ts'
import type { CatalogTable } from './catalog-table.ts'

/** An item change that affects prices: the amount (in minor units) of a bump or an offer, or the rate of a tax. */
export type CatalogItemChange =
  | { readonly id: string; readonly amount: number }
  | { readonly tax: TaxRate | null }

/** Queries and checks of the forms that use an item. */
export type FormUse = {
  /** The seller's forms that use the item. */
  readonly listForms: (db: Kysely<Database>, sellerId: string, partId: string) => Promise<string[]>
  /** How many forms use each of these items. Unused ones can be missing. */
  readonly countForms: (db: Kysely<Database>, ids: readonly string[]) => Promise<ReadonlyMap<string, number>>
  /** The error if a change would exceed what a card can pay on one of these forms, or null. */
  readonly chargeProblem: (
    db: Kysely<Database>,
    sellerId: string,
    formIds: readonly string[],
    change: CatalogItemChange,
  ) => Promise<string | null>
  /** Drops these forms' payment pages from the cache. */
  readonly dropPages: (formIds: readonly string[]) => void
  /** Records what buyers see of these forms from now on, in the transaction of the change. */
  readonly recordVersions: (
    tx: Transaction<Database>,
    formIds: readonly string[],
    saved: { readonly sellerId: string; readonly userId: string; readonly at: Date },
  ) => Promise<void>
}

type Named = { readonly id: string; readonly title: string }
type OneOf = { readonly caller: Caller; readonly params: { readonly id: string } }
type ListOf = { readonly caller: Caller; readonly query: z.output<typeof sellerListQuery> }

/** The routes that all items share. `describe` converts a row to what the API returns. */
export function serveCatalogItems<Row extends Named, Values, Item>(
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  items: CatalogTable<Row, Values>,
  { listForms, countForms, dropPages, recordVersions }: FormUse,
  describe: (row: Row) => Item,
) {
  /** Throws NotFound. */
  async function find(source: Kysely<Database>, sellerId: string, id: string): Promise<Row> {
    return found(isId(id) ? await items.find(source, sellerId, id) : undefined)
  }
  return {
    async list({ caller, query }: ListOf, filter?: Expression<SqlBool>) {
      const rows = await items.list(db, scopeOf(caller, query), query, filter)
      const used = await countForms(
        db,
        rows.map(({ id }) => id),
      )
      const listed = rows.map((row) => ({ ...describe(row), usedByForms: used.get(row.id) ?? 0 }))
      return pageNumbers(listed, query)
    },

    read: async ({ caller, params }: OneOf) => {
      const row = await find(db, caller.sellerId, params.id)
      const forms = await listForms(db, caller.sellerId, row.id)
      return { ...describe(row), usedByForms: forms.length }
    },

    /** `check` returns the changes or throws. `forms` are those that use the item. */
    async update(
      { caller: { sellerId, userId }, params }: OneOf,
      check: (
        tx: Transaction<Database>,
        stored: Row,
        forms: readonly string[],
      ) => Promise<Parameters<typeof items.update>[3]>,
    ) {
      const changed = await changeCatalog(db, sellerId, async (tx) => {
        const stored = await find(tx, sellerId, params.id)
        const forms = await listForms(tx, sellerId, stored.id)
        const row = await items.update(tx, sellerId, stored.id, await check(tx, stored, forms))
        await recordVersions(tx, forms, { sellerId, userId, at: clock.now() })
        return { forms, row }
      })
      if (changed.row === undefined) throw new NotFound()
      dropPages(changed.forms)
      return describe(changed.row)
    },

    remove: async ({ caller: { sellerId, userId }, params }: OneOf) => {
      const { title, forms } = await changeCatalog(db, sellerId, async (tx) => {
        const stored = await find(tx, sellerId, params.id)
        const used = await listForms(tx, sellerId, stored.id)
        if (!(await items.remove(tx, sellerId, stored.id))) throw new NotFound()
        await recordVersions(tx, used, { sellerId, userId, at: clock.now() })
        return { title: stored.title, forms: used }
      })
      dropPages(forms)
      return { title }
    },
  }
}

type Exported<Row, Schema extends z.ZodObject> = {
  /** The items' name in the data export and in permissions. */
  readonly name: 'bumps' | 'offers' | 'taxes'
  readonly schema: Schema
  readonly describe: (row: Row) => Omit<z.input<Schema>, 'createdAt'>
}

/** Registers items for account closure and the data export. */
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

/**
 * Runs a seller's catalog changes one at a time, so that the forms, items and coupons it reads are unchanged when it
 * writes. Buyers never wait for this.
 */
export async function changeCatalog<T>(
  db: Kysely<Database>,
  sellerId: string,
  change: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  return inTransaction(db, async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${`catalog ${sellerId}`}, 0))`.execute(tx)
    return change(tx)
  })
}
