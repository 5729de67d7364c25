import type { Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { missingDays, readSums } from './kept-sums.ts'
import { listSellersWith } from './store.ts'

/** Who has sold less sees everything in a moment, with nothing kept. */
const many = 20_000
/** How many weeks a round sums. */
const weeksOfRound = 8
/** So many times as long as a week took is left to others after it. */
const rest = 3

/**
 * A round of summing the days of sellers with many sales, before anybody asks for them; answers how many weeks. They are days of UTC,
 * of which the months of any zone are put together, but for some hours at their ends. What is done is kept, so that
 * the next round goes on where this one ended.
 */
export async function keepAhead(
  { db }: Pick<Services, 'db'>,
  { least = many, stopping }: { readonly least?: number; readonly stopping?: AbortSignal } = {},
): Promise<number> {
  for (const sellerId of await listSellersWith(db, least)) {
    const summed = await keepDays(db, sellerId, weeksOfRound, stopping)
    if (summed > 0) return summed
  }
  return 0
}

/** Sums so many weeks of a seller, the latest first; answers how many there were. */
export async function keepDays(
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
