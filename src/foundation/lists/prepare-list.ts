import type { Compilable, Kysely } from 'kysely'
import type { PlacedScope, SellerScope } from '#foundation/lists/seller-scope.ts'
import { listQuery, type ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { readShortly, runBuilt } from '../db/database.ts'
import { compileOnce, type PlaceOf, type Places, type Value } from '../db/driver/prepare.ts'
import type { Database } from '../db/schema.ts'

/**
 * The filters of a list: whose rows, the search text (empty for none) and the list's own filter. Each is a value or a
 * parameter.
 */
export type ListOf<Given> = {
  readonly given: <Name extends keyof Given & string>(name: Name) => Value<Given[Name]>
  readonly scope: PlacedScope
  readonly q: string
} & PlacedRows

type Rows = ReturnType<typeof rowsOf>
export type PlacedRows = Places<Rows>

/** Reading a list takes almost no time up to this number of rows. */
const shortReach = 200

type Own = { readonly sellerId: string } & Rows

/** The default page size of a list. */
const firstRows = rowsOf(listQuery.parse({}))

/**
 * The prepared statement of a list for the most common requests: a seller's own rows without a search, usually the
 * first page.
 */
export function prepareList<Given extends object, Row>(
  build: (db: Kysely<Database>, list: ListOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, scope: SellerScope, query: ListQuery, given: Given) => Promise<Row[]> {
  const buildOwn = (db: Kysely<Database>, place: PlaceOf<Given & Own>, rows: PlacedRows) => {
    const scope = { sellerId: place('sellerId'), user: undefined, role: undefined }
    return build(db, { given: place, scope, q: '', ...rows })
  }
  const compileFirst = compileOnce((db, place: PlaceOf<Given & Own>) => buildOwn(db, place, firstRows))
  const compileAny = compileOnce((db, place: PlaceOf<Given & Own>) =>
    buildOwn(db, place, { limit: place('limit'), offset: place('offset') }),
  )
  return async (db, scope, { q, ...asked }, given) => {
    const rows = rowsOf(asked)
    const { sellerId, user, role } = scope
    if (sellerId === null || user !== undefined || role !== undefined || q !== '') {
      return runBuilt(db, build(db, { given: (name) => given[name], scope, q, ...rows }).compile())
    }
    const isFirst = rows.offset === 0 && rows.limit === firstRows.limit
    const isShort = rows.offset + rows.limit <= shortReach
    const compile = isFirst ? compileFirst : compileAny
    const query = compile(db, { ...given, ...rows, sellerId })
    return isShort ? readShortly(db, query) : runBuilt(db, query)
  }
}
