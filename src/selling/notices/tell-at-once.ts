import { sql, type Selectable, type Transaction } from 'kysely'
import { secondsAfter } from '#foundation/clock.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#foundation/services.ts'
import { isPayoutKind } from './kinds.ts'
import { recordPush } from './push/store.ts'
import { listRecipients } from './recipients.ts'

const batch = 20
/** After a mail the next one of its kind waits so long, and twice as long each time while there is always more. Seconds. */
const shortestWait = 60
const longestWait = 60 * 60

type Pace = Selectable<Database['noticePaces']>

/**
 * Tells those who want to hear of a kind at once: what happened since they were last told is one mail, and one message to
 * each of their devices that takes the kind. That it was told
 * is committed with the mails, so that a kill neither loses nor doubles one. Answers how many kinds were due.
 */
export async function tellAtOnce({
  db,
  clock,
  config,
}: Pick<Services, 'db' | 'clock' | 'config'>): Promise<number> {
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('noticePaces')
      .selectAll()
      .where('dueAt', '<=', now)
      .orderBy('dueAt')
      .orderBy('toldTo')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const pace of due) await tell(tx, pace, now, config.push !== undefined)
    return due.length
  })
}

async function tell(tx: Transaction<Database>, pace: Pace, now: Date, isPushed: boolean): Promise<void> {
  const { sellerId, kind, toldTo } = pace
  const { last } = await tx
    .selectFrom('notices')
    .select(sql<number | null>`max(id)`.as('last'))
    .where('sellerId', '=', sellerId)
    .where('kind', '=', kind)
    .where('id', '>', toldTo)
    .executeTakeFirstOrThrow()
  if (last !== null) {
    const members = await listRecipients(tx, sellerId, { tellsPayouts: isPayoutKind(kind) })
    const recipients = members.filter(({ kinds }) => kinds.includes(kind))
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
}

function nextWait({ toldAt, wait }: Pace, now: Date): number {
  const isBusy = toldAt !== null && now < secondsAfter(toldAt, 2 * wait)
  return isBusy ? Math.min(2 * wait, longestWait) : shortestWait
}
