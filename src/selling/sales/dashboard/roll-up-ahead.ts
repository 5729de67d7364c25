import type { Kysely } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import { missingDays, readSums } from './rollups.ts'
import { listSellersWith } from './store.ts'

/** The number of purchases below which a seller's numbers are fast without rollups. */
const many = 20_000
/** How many weeks one run rolls up. */
const weeksOfRound = 8
/** The pause after a week's rollups, as a multiple of the time they took, so that other work can run. */
const rest = 3

/**
 * Rolls up days of sellers with many sales before they are requested. Returns the number of weeks. The days are in UTC.
 * Months in any time zone consist of them, except for some hours at the ends. The next run continues from here.
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

/** Rolls up this many weeks of a seller, latest first. Returns how many there were. */
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
    // Stopping cuts this pause short, and the check before the next week notices it.
    await pause(rest * (performance.now() - startedAt), undefined, { signal: stopping }).catch(
      () => undefined,
    )
  }
  return weeks.length
}
