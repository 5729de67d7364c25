import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Services } from '#registry/services.ts'
import type { Kysely, Selectable, Transaction } from 'kysely'

const batch = 20
/** The wait before a failed notification is retried, in seconds. It does not delay the others. */
const triedAfter = 60

export type Reader = Selectable<Database['noticeReaders']>
type Due = 'heldUntil' | 'letterAt'
type Notify = (tx: Transaction<Database>, reader: Reader, now: Date) => Promise<void>

/** Notifies the members who are due, each in a separate transaction. Returns how many there were. */
export async function notifyReaders(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  due: Due,
  notify: Notify,
): Promise<number> {
  const now = clock.now()
  const found = await db
    .selectFrom('noticeReaders')
    .select('userId')
    .where(due, '<=', now)
    .orderBy(due)
    .limit(batch)
    .execute()
  await eachApart(log, found, {
    notify: async ({ userId }) =>
      inTransaction(db, async (tx) => {
        const reader = await tx
          .selectFrom('noticeReaders')
          .selectAll()
          .where('userId', '=', userId)
          .where(due, '<=', now)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (reader !== undefined) await notify(tx, reader, now)
      }),
    putOff: async ({ userId }) => delay(db, due, userId, now),
  })
  return found.length
}

async function delay(db: Kysely<Database>, due: Due, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('noticeReaders')
    .set({ [due]: tryAgainAt(now) })
    .where('userId', '=', userId)
    .where(due, '<=', now)
    .execute()
}

export function tryAgainAt(now: Date): Date {
  return secondsAfter(now, triedAfter)
}

type How<One> = { readonly notify: (one: One) => Promise<void>; readonly putOff: (one: One) => Promise<void> }

/** Handles each item separately. A failed item is logged and postponed without stopping the others. */
export async function eachApart<One>(
  log: Services['log'],
  all: readonly One[],
  { notify, putOff }: How<One>,
): Promise<void> {
  for (const one of all) {
    try {
      await notify(one)
    } catch (error) {
      log.error({ err: error, whom: one }, 'a notification failed and will be retried')
      await putOff(one)
    }
  }
}
