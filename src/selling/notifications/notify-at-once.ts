import { sql, type Selectable, type Transaction } from 'kysely'
import { secondsAfter } from '#foundation/time/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { eachApart, tryAgainAt } from './each-apart.ts'
import { isPayoutKind } from './kinds.ts'
import { recordPush } from './push/store.ts'
import { holdBack, type Held } from './letters/quiet-hours.ts'
import { listRecipients, type Recipient } from './recipients.ts'

const batch = 20
/** The minimum time between two emails of one kind, in seconds. It doubles while there is more news. */
const shortestWait = 60
const longestWait = 60 * 60

type Pace = Selectable<Database['noticePaces']>

/**
 * Sends instant notifications. All news of a kind since the last time is one email, and one push message per device.
 * Members in quiet hours get theirs at the end of those hours. Progress is committed with the emails, so that a crash
 * neither loses nor duplicates one. Returns how many kinds were due.
 */
export async function notifyAtOnce({
  db,
  clock,
  log,
  config,
}: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): Promise<number> {
  const now = clock.now()
  const due = await db
    .selectFrom('noticePaces')
    .select(['sellerId', 'kind'])
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('toldTo')
    .limit(batch)
    .execute()
  await eachApart(log, due, {
    notify: async ({ sellerId, kind }) =>
      inTransaction(db, async (tx) => {
        const pace = await tx
          .selectFrom('noticePaces')
          .selectAll()
          .where('sellerId', '=', sellerId)
          .where('kind', '=', kind)
          .where('dueAt', '<=', now)
          .forUpdate()
          .skipLocked()
          .executeTakeFirst()
        if (pace !== undefined) await holdBack(tx, await notify(tx, pace, now, config.push !== undefined))
      }),
    putOff: async ({ sellerId, kind }) => {
      await db
        .updateTable('noticePaces')
        .set({ dueAt: tryAgainAt(now) })
        .where('sellerId', '=', sellerId)
        .where('kind', '=', kind)
        .where('dueAt', '<=', now)
        .execute()
    },
  })
  return due.length
}

/** Returns the notifications to hold back for members in quiet hours. */
async function notify(tx: Transaction<Database>, pace: Pace, now: Date, isPushed: boolean): Promise<Held[]> {
  const { sellerId, kind, toldTo } = pace
  const { last } = await tx
    .selectFrom('notices')
    .select(sql<number | null>`max(id)`.as('last'))
    .where('sellerId', '=', sellerId)
    .where('kind', '=', kind)
    .where('id', '>', toldTo)
    .executeTakeFirstOrThrow()
  let held: Held[] = []
  if (last !== null) {
    const members = await listRecipients(tx, sellerId, { includesPayouts: isPayoutKind(kind) })
    const all = members.filter(({ kinds }) => kinds.includes(kind))
    const untils = await untilsOf(all, now)
    held = [...untils].map(([{ userId }, until]) => ({ userId, kind, after: toldTo, upTo: last, until }))
    const recipients = all.filter((one) => !untils.has(one))
    const news = { sellerId, kind, after: toldTo, upTo: last, at: now }
    if (isPushed) {
      const readers = recipients.map(({ userId }) => userId)
      await recordPush(tx, readers, news)
    }
    for (const { userId, email, hows } of recipients) {
      if (hows[kind] !== 'at_once') continue
      await enqueueMail(tx, {
        kind: 'notice',
        userId,
        about: `${kind} ${toldTo}`,
        data: { ...news, at: now.toISOString() },
        recipient: email,
        at: now,
      })
    }
  }
  await tx
    .updateTable('noticePaces')
    .set({ toldTo: last ?? toldTo, toldAt: now, wait: nextWait(pace, now), dueAt: null })
    .where('sellerId', '=', sellerId)
    .where('kind', '=', kind)
    .execute()
  return held
}

/** The recipients who are now in quiet hours, with the end of those hours. */
async function untilsOf(recipients: readonly Recipient[], now: Date): Promise<Map<Recipient, Date>> {
  if (recipients.every(({ quiet }) => quiet === null)) return new Map()
  // Loaded late, because nothing else needs this library at startup.
  const { quietUntil } = await import('./letters/next-letter.ts')
  return new Map(
    recipients.flatMap((one) => {
      const until = one.quiet === null ? null : quietUntil(now, one.quiet.zone, one.quiet)
      return until === null ? [] : [[one, until] as const]
    }),
  )
}

function nextWait({ toldAt, wait }: Pace, now: Date): number {
  const isBusy = toldAt !== null && now < secondsAfter(toldAt, 2 * wait)
  return isBusy ? Math.min(2 * wait, longestWait) : shortestWait
}
