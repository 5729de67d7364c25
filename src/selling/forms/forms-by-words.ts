import { sql } from 'kysely'
import type { ListOf } from '#foundation/lists/prepare-list.ts'
import { hasWords } from '#foundation/db/search.ts'
import { withinScope } from '#foundation/lists/seller-scope.ts'

/** So many forms are looked through one by one before an index is asked. */
const soonRead = 1_000

/**
 * A page of the forms that have a text in their title or name. Nobody knows beforehand how many do: what many have is found
 * among the newest, and only where these do not fill the page, the index of words is asked for all. A plan of one way alone
 * reads every form where the guess is wrong.
 */
export function formsByWords({ scope, q, limit, offset }: Omit<ListOf<object>, 'given'>) {
  const own = sql`${withinScope('sellerId', scope)} and deleted_at is null`
  const has = hasWords(q, [sql`title`, sql`name`])
  return sql<{ id: string }>`(
    with newest as materialized (
      select id, title, name from forms where ${own} order by id desc limit ${soonRead}
    ), near as materialized (
      select id from newest where ${has} order by id desc limit ${limit} offset ${offset}
    )
    select id from near where (select count(*) from near) = ${limit}
    union all (
      select id from (select id from forms where ${own} and ${has} offset 0) anywhere
      where (select count(*) from near) < ${limit}
      order by id desc limit ${limit} offset ${offset}
    )
  )`
}
