import type { Kysely } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Database } from '#foundation/db/schema.ts'

/**
 * Whether a regular job is due now, once in all processes: who is told so has it, and unless the job is finished it is
 * due again after `lease` seconds, as after a failure or a kill. A job that nobody has run yet is due at once.
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
 * Keeps others off a job that takes long: `held` is when it would be due again by its claim, or by the last renewal. Answers
 * until when it is held now; undefined where somebody else has begun it, or done it, since.
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

/** Records that a regular job was done to its end, and when it is due again. */
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

/** Records that something was done that no schedule calls for, such as a backup; `lastFinish` tells of it. */
export async function recordFinish(db: Kysely<Database>, name: string, at: Date): Promise<void> {
  await finishSchedule(db, name, at, at)
}

/** When a regular job was last done to its end; null if it never was. */
export async function lastFinish(db: Kysely<Database>, name: string): Promise<Date | null> {
  const found = await db
    .selectFrom('schedules')
    .select('finishedAt')
    .where('name', '=', name)
    .executeTakeFirst()
  return found?.finishedAt ?? null
}
