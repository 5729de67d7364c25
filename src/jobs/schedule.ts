import type { Kysely } from 'kysely'
import { secondsAfter } from '#db/clock.ts'
import type { Database } from '#db/schema.ts'

/**
 * Whether a regular job is due now, once in all processes: who is told so has it, and it is due again after `every`
 * seconds. A job that nobody has run yet is due at once.
 */
export async function claimSchedule(
  db: Kysely<Database>,
  name: string,
  every: number,
  now: Date,
): Promise<boolean> {
  const nextRunAt = secondsAfter(now, every)
  const claimed = await db
    .insertInto('schedules')
    .values({ name, nextRunAt })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ nextRunAt }).where('schedules.nextRunAt', '<=', now),
    )
    .returning('name')
    .executeTakeFirst()
  return claimed !== undefined
}
