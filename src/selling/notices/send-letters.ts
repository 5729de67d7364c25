import { sql, type Selectable, type Transaction } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#foundation/services.ts'
import { listOpenDisputes } from '#payments/disputes/open-disputes.ts'
import { kindsTold } from './kinds.ts'
import { quietOf } from './quiet.ts'
import { listRecipients } from './recipients.ts'

const batch = 20
/** With so little time left to answer, a dispute is reason enough for a letter; in milliseconds. */
const urgentFor = 3 * 24 * 60 * 60 * 1000

type Reader = Selectable<Database['noticeReaders']>

/**
 * Records the daily letters that are due: to each member what happened since the last one, of the kinds that they want
 * to hear of daily. Nothing happened, no letter. Answers how many members it was time for.
 */
export async function sendLetters({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<number> {
  const { nextLetter } = await import('./next-letter.ts')
  return inTransaction(db, async (tx) => {
    const now = clock.now()
    const due = await tx
      .selectFrom('noticeReaders')
      .selectAll()
      .where('letterAt', '<=', now)
      .orderBy('letterAt')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute()
    for (const reader of due) {
      const upTo = await sendLetter(tx, reader, now)
      await tx
        .updateTable('noticeReaders')
        .set({ letteredTo: upTo, letterAt: nextLetter(now, reader.zone, quietOf(reader)) })
        .where('userId', '=', reader.userId)
        .execute()
    }
    return due.length
  })
}

/** Answers up to which notice the letter tells, or would. */
async function sendLetter(tx: Transaction<Database>, reader: Reader, now: Date): Promise<number> {
  const { userId, letteredTo } = reader
  const member = await findMembership(tx, userId)
  if (member === undefined) return letteredTo
  const { sellerId } = member
  const recipients = await listRecipients(tx, sellerId, { tellsPayouts: true })
  const recipient = recipients.find((one) => one.userId === userId)
  const kinds =
    recipient === undefined
      ? []
      : kindsTold(recipient.hows, 'daily').filter((kind) => recipient.kinds.includes(kind))
  const { upTo, isNews } = await tx
    .selectFrom('notices')
    .select([
      sql<number>`coalesce(max(id), ${letteredTo}::bigint)`.as('upTo'),
      sql<boolean>`coalesce(bool_or(kind = any(${kinds}::text[])), false)`.as('isNews'),
    ])
    .where('sellerId', '=', sellerId)
    .where('id', '>', letteredTo)
    .executeTakeFirstOrThrow()
  if (recipient === undefined) return upTo
  const isUrgent = kinds.includes('dispute') && (await hasUrgentDispute(tx, sellerId, now))
  if (!isNews && !isUrgent) return upTo
  const withDisputes = recipient.hows.dispute !== 'off'
  await enqueueMail(tx, {
    kind: 'daily_letter',
    userId,
    about: now.toISOString(),
    data: { sellerId, kinds, after: letteredTo, upTo, at: now.toISOString(), withDisputes },
    recipient: recipient.email,
    at: now,
  })
  return upTo
}

async function hasUrgentDispute(tx: Transaction<Database>, sellerId: string, now: Date): Promise<boolean> {
  const open = await listOpenDisputes(tx, sellerId, now)
  return open.some(({ evidenceDueAt }) => evidenceDueAt.getTime() - now.getTime() <= urgentFor)
}
