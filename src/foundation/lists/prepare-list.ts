import type { Compilable, Kysely } from 'kysely'
import type { SellerScope } from '#foundation/lists/seller-scope.ts'
import { listQuery, type ListQuery } from '#foundation/http/contract/contract.ts'
import { rowsOf } from '#foundation/lists/pages.ts'
import { readShortly, runBuilt } from '../db/database.ts'
import { compileOnce } from '../db/driver/prepare.ts'
import type { Database } from '../db/schema.ts'

/** What a list's statement is made of: whose rows, what is searched for (empty: nothing), and which of those found. */
export type ListOf<Given> = {
  readonly given: Given
  readonly scope: SellerScope
  readonly q: string
  readonly limit: number
  readonly offset: number
}

/** Up to here a list is read in next to no time, however long it is. */
const shortReach = 200

type Rows = ReturnType<typeof rowsOf>

type Own = { readonly sellerId: string } & Rows

/** What a list shows unless more is asked for. */
const firstRows = rowsOf(listQuery.parse({}))

/**
 * A list's statement, built once for what is asked for most: a seller's own rows, of which nothing is searched for, the first
 * of them above all.
 */
export function prepareList<Given extends object, Row>(
  build: (db: Kysely<Database>, list: ListOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, scope: SellerScope, query: ListQuery, given: Given) => Promise<Row[]> {
  const buildOwn = (db: Kysely<Database>, given: Given & Pick<Own, 'sellerId'>, rows: Rows) => {
    const { sellerId } = given
    return build(db, { given, scope: { sellerId, user: undefined, role: undefined }, q: '', ...rows })
  }
  const compileFirst = compileOnce((db, own: Given & Own) => buildOwn(db, own, firstRows))
  const compileAny = compileOnce((db, own: Given & Own) => {
    const { limit, offset } = own
    return buildOwn(db, own, { limit, offset })
  })
  return async (db, scope, { q, ...asked }, given) => {
    const rows = rowsOf(asked)
    const { sellerId, user, role } = scope
    if (sellerId === null || user !== undefined || role !== undefined || q !== '') {
      return runBuilt(db, build(db, { given, scope, q, ...rows }).compile())
    }
    const isFirst = rows.offset === 0 && rows.limit === firstRows.limit
    const isShort = rows.offset + rows.limit <= shortReach
    const compile = isFirst ? compileFirst : compileAny
    const query = compile(db, { ...given, ...rows, sellerId })
    return isShort ? readShortly(db, query) : runBuilt(db, query)
  }
}
