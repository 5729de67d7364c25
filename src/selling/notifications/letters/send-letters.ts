import { sql, type Transaction } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { listOpenDisputes } from '#payments/disputes/open-disputes.ts'
import { quietOf } from '#selling/notifications/settings-contract.ts'
import { notifyReaders, type Reader } from '../each-apart.ts'
import { kindsByHow } from '../kinds.ts'
import { listRecipients, zoneOf } from '../recipients.ts'

/** An email is sent even without news if less time than this is left to respond to a dispute, in milliseconds. */
const urgentFor = 3 * 24 * 60 * 60 * 1000

/**
 * Records the daily emails that are due, with each member's news since the last one in the kinds they chose as daily.
 * Without news, no email is sent. An overdue email waits for the end of quiet hours. If the shop's time zone has
 * changed, it is sent at 8 am there. Returns how many members were due.
 */
export async function sendLetters(services: Pick<Services, 'db' | 'clock' | 'log'>): Promise<number> {
  return notifyReaders(services, 'letterAt', async (tx, reader, now) => {
    const { userId } = reader
    const member = await findMembership(tx, userId)
    if (member === undefined) return
    const { nextLetter, quietUntil } = await import('./next-letter.ts')
    const zone = await zoneOf(tx, member.sellerId, reader)
    const quiet = quietOf(reader)
    const next = nextLetter(now, zone, quiet)
    const letterAt = zone === reader.zone ? quietUntil(now, zone, quiet) : next
    await tx
      .updateTable('noticeReaders')
      .set(
        letterAt === null
          ? { letteredTo: await sendLetter(tx, { reader, sellerId: member.sellerId, now }), letterAt: next }
          : { zone, letterAt },
      )
      .where('userId', '=', userId)
      .execute()
  })
}

type Letter = { readonly reader: Reader; readonly sellerId: string; readonly now: Date }

/** Returns the id of the last notification the email covers, even if no email is sent. */
async function sendLetter(tx: Transaction<Database>, { reader, sellerId, now }: Letter): Promise<number> {
  const { userId, letteredTo } = reader
  const recipients = await listRecipients(tx, sellerId, { includesPayouts: true })
  const recipient = recipients.find((one) => one.userId === userId)
  const kinds =
    recipient === undefined
      ? []
      : kindsByHow(recipient.hows, 'daily').filter((kind) => recipient.kinds.includes(kind))
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
