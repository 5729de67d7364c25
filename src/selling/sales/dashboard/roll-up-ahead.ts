import type { Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { missingDays, readSums } from './rollups.ts'
import { listSellersWith } from './store.ts'

/** Who has sold less sees everything in a moment, without rollups. */
const many = 20_000
/** How many weeks a round rolls up. */
const weeksOfRound = 8
/** So many times as long as a week took is left to others after it. */
const rest = 3

/**
 * A round of rolling up the days of sellers with many sales, before they are asked for; answers how many weeks. They are days of UTC,
 * of which the months of any zone are put together, but for some hours at their ends. What is done is stored, so that
 * the next round goes on where this one ended.
 */
export async function rollUpAhead(
  { db }: Pick<Services, 'db'>,
  { least = many, stopping }: { readonly least?: number; readonly stopping?: AbortSignal } = {},
): Promise<number> {
  for (const sellerId of await listSellersWith(db, least)) {
    const done = await rollUpWeeks(db, sellerId, weeksOfRound, stopping)
    if (done > 0) return done
  }
  return 0
}

/** Rolls up so many weeks of a seller, the latest first; answers how many there were. */
export async function rollUpWeeks(
  db: Kysely<Database>,
  sellerId: string,
  most: number,
  stopping?: AbortSignal,
): Promise<number> {
  const weeks = (await missingDays(db, sellerId)).slice(0, most)
  for (const week of weeks) {
    stopping?.throwIfAborted()
    const startedAt = performance.now()
    await readSums(db, db, sellerId, week)
    // Cut off by a stop, which the next week then asks for.
    await pause(rest * (performance.now() - startedAt), undefined, { signal: stopping }).catch(
      () => undefined,
    )
  }
  return weeks.length
}
