import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { deleteOld, pruneBatch } from '#foundation/jobs/prune.ts'

export type Count = { readonly key: string; readonly count: number; readonly endsAt: Date }
export type Counted = { readonly key: string; readonly endsAt: Date }

/**
 * Increments each counter in one SQL statement. A new or expired counter starts at one with the given end. Counters
 * that are only read are returned as well. They are locked in order, so that calls with the same counters never
 * deadlock.
 */
export async function countUp(
  db: Kysely<Database>,
  counted: readonly Counted[],
  lookedAt: readonly string[],
  now: Date,
): Promise<Count[]> {
  if (counted.length === 0) return lookedAt.length === 0 ? [] : lookUp(db, lookedAt, now).execute()
  const rows = counted.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map((row) => ({ ...row, count: 1 }))
  const counts = db.with('counted', (query) =>
    query
      .insertInto('rateLimits')
      .values(rows)
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({
          count: sql<number>`case when rate_limits.ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
          endsAt: sql<Date>`case when rate_limits.ends_at <= ${now} then excluded.ends_at else rate_limits.ends_at end`,
        }),
      )
      .returning(['key', 'count', 'endsAt']),
  )
  const result = counts.selectFrom('counted').select(['key', 'count', 'endsAt'])
  if (lookedAt.length === 0) return result.execute()
  return result.unionAll(lookUp(db, lookedAt, now)).execute()
}

function lookUp(db: Kysely<Database>, keys: readonly string[], now: Date) {
  return db
    .selectFrom('rateLimits')
    .select(['key', 'count', 'endsAt'])
    .where('key', 'in', keys)
    .where('endsAt', '>', now)
}

/** Decrements the counters that have not expired. They are locked in the same order as when they are incremented. */
export async function countDown(db: Kysely<Database>, keys: readonly string[], now: Date): Promise<void> {
  if (keys.length === 0) return
  await db
    .with('locked', (query) =>
      query
        .selectFrom('rateLimits')
        .select('key')
        .where('key', 'in', keys)
        .where('endsAt', '>', now)
        .orderBy('key')
        .forUpdate(),
    )
    .updateTable('rateLimits')
    .set({ count: sql<number>`greatest(count - 1, 0)` })
    .where('key', 'in', (query) => query.selectFrom('locked').select('key'))
    .execute()
}

/** Increments a counter and starts its window again. */
export async function prolongCount(db: Kysely<Database>, { key, endsAt }: Counted, now: Date): Promise<void> {
  await db
    .insertInto('rateLimits')
    .values({ key, endsAt, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        count: sql<number>`case when rate_limits.ends_at <= ${now} then 1 else rate_limits.count + 1 end`,
        endsAt,
      }),
    )
    .execute()
}

/**
 * Deletes expired counters and the oldest others beyond `capacity`, except those that have reached the limit of the
 * rule in their key. It deletes one batch of each and does not wait for locked ones, because callers that count several
 * lock them in another order.
 */
export async function pruneCounts(
  db: Kysely<Database>,
  now: Date,
  capacity: number,
  limits: readonly { readonly name: string; readonly limit: number }[],
): Promise<number> {
  const ended = await deleteOld(db, 'rateLimits', now)
  const { numDeletedRows: evicted } = await db
    .deleteFrom('rateLimits')
    .where('key', '=', (oldest) => {
      const evictable = oldest
        .selectFrom('rateLimits')
        .select('key')
        .where('key', 'in', (beyond) =>
          beyond
            .selectFrom('rateLimits')
            .select('key')
            .where((row) =>
              row.or(
                limits.map(({ name, limit }) =>
                  row.and([row(sql`split_part(key, ':', 1)`, '=', name), row('count', '<', limit)]),
                ),
              ),
            )
            .orderBy('endsAt', 'desc')
            .offset(capacity)
            .limit(pruneBatch),
        )
        .forUpdate()
        .skipLocked()
      return sql<string>`any(array(${evictable}))`
    })
    .executeTakeFirstOrThrow()
  return ended + Number(evicted)
}
