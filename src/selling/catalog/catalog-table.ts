import {
  type Expression,
  type Insertable,
  type Kysely,
  type RawBuilder,
  type Selectable,
  sql,
  type SqlBool,
} from 'kysely'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { hasWords } from '#foundation/db/search.ts'
import type { ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { type SellerScope, withinScope } from '#foundation/lists/seller-scope.ts'
import { type SellerData, type SellsFiles, showsUpload } from '#registry/seller-data.ts'

/** The tables of items that are created once and used on many forms. */
type CatalogTableName = 'bumps' | 'offers' | 'taxes'

/** The values given by the seller. The other columns are filled in. */
type Given<Table extends CatalogTableName> = Omit<
  Insertable<Database[Table]>,
  'id' | 'sellerId' | 'createdAt' | 'updatedAt' | 'deletedAt'
>

/** Access to one catalog table. Other sellers' rows and deleted rows are not found. */
export type CatalogTable<Row, Values> = {
  readonly find: (db: Kysely<Database>, sellerId: string, id: string) => Promise<Row | undefined>
  /** The rows newest first, with one row more than the page shows if there is a next page. */
  readonly list: (
    db: Kysely<Database>,
    scope: SellerScope,
    query: ListQuery,
    filter?: Expression<SqlBool>,
  ) => Promise<Row[]>
  readonly insert: (db: Kysely<Database>, sellerId: string, values: Values) => Promise<Row>
  /** Changes a row. Undefined values stay as they are. Returns undefined if the seller has no such row. */
  readonly update: (
    db: Kysely<Database>,
    sellerId: string,
    id: string,
    changes: { readonly [Name in keyof Values]?: Values[Name] | undefined },
  ) => Promise<Row | undefined>
  /** Marks a row as deleted, without affecting past sales. Returns whether there was such a row. */
  readonly remove: (db: Kysely<Database>, sellerId: string, id: string) => Promise<boolean>
  /** All of the seller's rows, oldest first, for the data export. */
  readonly listAll: (
    db: Kysely<Database>,
    sellerId: string,
  ) => Promise<(Row & { readonly createdAt: Date })[]>
  /** Marks all rows as deleted, for a seller who closes the account. */
  readonly removeAll: (db: Kysely<Database>, sellerId: string, now: Date) => Promise<void>
  readonly sellerData: SellerData
}

/** `columns` are the columns to read, and `searched` are the texts to search. */
export function catalogTable<
  Table extends CatalogTableName,
  Column extends keyof Selectable<Database[Table]> & string,
>(
  table: Table,
  columns: readonly Column[],
  searched: readonly RawBuilder<unknown>[],
): CatalogTable<Pick<Selectable<Database[Table]>, Column>, Given<Table>> {
  type Row = Pick<Selectable<Database[Table]>, Column>
  const rows = sql.table(table)
  const read = namesOf(columns)
  const own = (sellerId: string, id: string) =>
    sql`seller_id = ${sellerId} and id = ${id} and deleted_at is null`
  return {
    async find(db, sellerId, id) {
      const found = await sql<Row>`select ${read} from ${rows} where ${own(sellerId, id)}`.execute(db)
      return found.rows[0]
    },

    async list(db, scope, { q, ...asked }, filter = sql`true`) {
      const { limit, offset } = rowsOf(asked)
      const found = await sql<Row>`
        select ${read} from ${rows}
        where ${withinScope('sellerId', scope)} and deleted_at is null
          and (${q === '' ? sql`true` : hasWords(q, searched)}) and (${filter})
        order by id desc limit ${limit} offset ${offset}`.execute(db)
      return found.rows
    },

    async insert(db, sellerId, values) {
      const row = givenColumns({ ...values, id: newId(), sellerId })
      const names = namesOf(Object.keys(row))
      const inserted = await sql<Row>`
        insert into ${rows} (${names}) values (${sql.join(Object.values(row))}) returning ${read}`.execute(db)
      const [only] = inserted.rows
      if (only === undefined) throw new Error('an inserted row was not returned')
      return only
    },

    async update(db, sellerId, id, changes) {
      const given = Object.entries({ ...givenColumns(changes), updatedAt: new Date() })
      const set = sql.join(given.map(([name, value]) => sql`${sql.ref(name)} = ${value}`))
      const updated = await sql<Row>`
        update ${rows} set ${set} where ${own(sellerId, id)} returning ${read}`.execute(db)
      return updated.rows[0]
    },

    async remove(db, sellerId, id) {
      const { numAffectedRows = 0n } = await sql`
        update ${rows} set deleted_at = ${new Date()} where ${own(sellerId, id)}`.execute(db)
      return numAffectedRows > 0n
    },

    async listAll(db, sellerId) {
      const found = await sql<Row & { readonly createdAt: Date }>`
        select ${read}, created_at from ${rows} where seller_id = ${sellerId} and deleted_at is null
        order by id`.execute(db)
      return found.rows
    },

    async removeAll(db, sellerId, now) {
      await sql`
        update ${rows} set deleted_at = ${now} where seller_id = ${sellerId} and deleted_at is null`.execute(
        db,
      )
    },

    sellerData: {
      isInUse: (sellerId) => sql`exists (select from ${rows} where seller_id = ${sellerId})`,
      ...(columns.some((name) => name === 'files') && {
        shows: (sellerId, url) =>
          sql`exists (select from ${rows} where seller_id = ${sellerId} and ${showsUpload(url)})`,
        sells: { entity: table, swapFile: swapFileIn(rows) },
      }),
      ownerOf: { [table]: (id: string) => sql<string>`select seller_id from ${rows} where id = ${id}` },
    },
  }
}

function namesOf(columns: readonly string[]) {
  return sql.join(columns.map((name) => sql.ref(name)))
}

/** Replaces a file with another in a table's rows, including deleted ones, because past buyers still download it. */
export function swapFileIn(rows: RawBuilder<unknown>): SellsFiles['swapFile'] {
  return async (tx, sellerId, { oldUrl, attachment }) => {
    const { numAffectedRows = 0n } = await sql`
      update ${rows} set files = (
        select jsonb_agg(
          case when file ->> 'url' = ${oldUrl} then ${JSON.stringify(attachment)}::jsonb else file end order by place
        ) from jsonb_array_elements(files) with ordinality as listed (file, place)
      )
      where seller_id = ${sellerId}
        and files @> jsonb_build_array(jsonb_build_object('url', ${oldUrl}::text))`.execute(tx)
    return numAffectedRows > 0n
  }
}
