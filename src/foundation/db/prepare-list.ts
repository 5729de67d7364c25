import type { Compilable, Kysely } from 'kysely'
import type { SellerScope } from '#foundation/http/caller.ts'
import type { ListQuery } from '#foundation/http/contract.ts'
import { rowsOf } from '#foundation/http/pages.ts'
import { forShortReads } from './database.ts'
import { compileOnce, runQuery } from './prepare.ts'
import type { Database } from './schema.ts'

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

/** A list's statement, built once for what is asked for most: a seller's own rows, of which nothing is searched for. */
export function prepareList<Given extends object, Row>(
  build: (db: Kysely<Database>, list: ListOf<Given>) => Compilable<Row>,
): (db: Kysely<Database>, scope: SellerScope, query: ListQuery, given: Given) => Promise<Row[]> {
  const compile = compileOnce((db, own: Given & { readonly sellerId: string } & Rows) => {
    const { sellerId, limit, offset } = own
    return build(db, {
      given: own,
      scope: { sellerId, user: undefined, role: undefined },
      q: '',
      limit,
      offset,
    })
  })
  return async (db, scope, { q, ...asked }, given) => {
    const rows = rowsOf(asked)
    const { sellerId, user, role } = scope
    if (sellerId === null || user !== undefined || role !== undefined || q !== '') {
      return runQuery(db, build(db, { given, scope, q, ...rows }).compile())
    }
    const isShort = rows.offset + rows.limit <= shortReach
    return runQuery(isShort ? forShortReads(db) : db, compile(db, { ...given, ...rows, sellerId }))
  }
}
