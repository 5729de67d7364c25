import type { Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Whether a scheduled job is due now. Only one caller among all processes gets `true`. Unless that caller finishes it,
 * it is due again after `lease` seconds, for example after a failure or a kill. A job that has never run is due
 * immediately.
 */
export async function claimSchedule(
  db: Kysely<Database>,
  name: string,
  lease: number,
  now: Date,
): Promise<boolean> {
  const nextRunAt = secondsAfter(now, lease)
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

/**
 * Extends the claim on a long job. `held` is when the current claim ends. Returns the new end, or undefined if another
 * process has begun or finished the job since then.
 */
export async function renewSchedule(
  db: Kysely<Database>,
  name: string,
  held: Date,
  lease: number,
  now: Date,
): Promise<Date | undefined> {
  const nextRunAt = secondsAfter(now, lease)
  const renewed = await db
    .updateTable('schedules')
    .set({ nextRunAt })
    .where('name', '=', name)
    .where('nextRunAt', '=', held)
    .returning('nextRunAt')
    .executeTakeFirst()
  return renewed?.nextRunAt
}

/** Records that a scheduled job was completed and when it is due again. */
export async function finishSchedule(
  db: Kysely<Database>,
  name: string,
  finishedAt: Date,
  nextRunAt: Date,
): Promise<void> {
  await db
    .insertInto('schedules')
    .values({ name, finishedAt, nextRunAt })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ finishedAt, nextRunAt }))
    .execute()
}

/** Records that a task without a schedule was completed, such as a backup. `lastFinish` returns the time. */
export async function recordFinish(db: Kysely<Database>, name: string, at: Date): Promise<void> {
  await finishSchedule(db, name, at, at)
}

/** When a scheduled job was last completed, or null if never. */
export async function lastFinish(db: Kysely<Database>, name: string): Promise<Date | null> {
  const found = await db
    .selectFrom('schedules')
    .select('finishedAt')
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.finishedAt ?? null
}
