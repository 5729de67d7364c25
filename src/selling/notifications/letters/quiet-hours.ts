import { sql, type Transaction } from 'kysely'
import { findMembership } from '#accounts/people/change-membership.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { NotificationKind, NotificationRange } from '#foundation/db/tables/notices.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { quietOf } from '#selling/notifications/settings-contract.ts'
import { notifyReaders } from '../each-apart.ts'
import { notificationKinds } from '../kinds.ts'
import { recordPush } from '../push/store.ts'
import { listRecipients, zoneOf } from '../recipients.ts'

/** Notifications to send when a member's quiet hours end. */
export type Held = {
  readonly userId: string
  readonly kind: NotificationKind
  readonly until: Date
} & NotificationRange

/** Adds to the notifications already held back, always in the same order to avoid deadlocks. */
export async function holdBack(tx: Transaction<Database>, all: readonly Held[]): Promise<void> {
  const inOrder = all.toSorted((one, other) => (one.userId < other.userId ? -1 : 1))
  for (const { userId, kind, after, upTo, until } of inOrder) {
    await tx
      .updateTable('noticeReaders')
      .set({
        held: sql`held || jsonb_build_object(${kind}::text, jsonb_build_object(
          'after', coalesce((held -> ${kind}::text ->> 'after')::bigint, ${after}::bigint), 'upTo', ${upTo}::bigint))`,
        heldUntil: sql`coalesce(held_until, ${until})`,
      })
      .where('userId', '=', userId)
      .execute()
  }
}

/**
 * Notifies members whose quiet hours have ended, in one email and with one push message per kind. Returns how many
 * members were due.
 */
export async function endQuiet(services: Pick<Services, 'db' | 'clock' | 'log' | 'config'>): Promise<number> {
  const isPushed = services.config.push !== undefined
  return notifyReaders(services, 'heldUntil', async (tx, reader, now) => {
    const { userId, held } = reader
    const member = await findMembership(tx, userId)
    if (member === undefined) return
    const { sellerId } = member
    const { quietUntil } = await import('./next-letter.ts')
    // The next quiet hours had begun before the held notifications were sent.
    const until = quietUntil(now, await zoneOf(tx, sellerId, reader), quietOf(reader))
    if (until === null) await notifyOfHeld(tx, { userId, sellerId, held, now, isPushed })
    await tx
      .updateTable('noticeReaders')
      .set(until === null ? { held: '{}', heldUntil: null } : { heldUntil: until })
      .where('userId', '=', userId)
      .execute()
  })
}

type Told = {
  readonly userId: string
  readonly sellerId: string
  readonly held: Partial<Record<NotificationKind, NotificationRange>>
  readonly now: Date
  readonly isPushed: boolean
}

/** Leaves out kinds that the member can no longer see or has turned off. */
async function notifyOfHeld(
  tx: Transaction<Database>,
  { userId, sellerId, held, now, isPushed }: Told,
): Promise<void> {
  const recipients = await listRecipients(tx, sellerId, { includesPayouts: true })
  const recipient = recipients.find((one) => one.userId === userId)
  if (recipient === undefined) return
  const spans = notificationKinds.flatMap((kind) => {
    const range = held[kind]
    return range === undefined || !recipient.kinds.includes(kind) ? [] : [{ kind, ...range }]
  })
  if (isPushed) for (const span of spans) await recordPush(tx, [userId], { sellerId, ...span, at: now })
  const mailed = spans.filter(({ kind }) => recipient.hows[kind] === 'at_once')
  const [first, ...more] = mailed
  if (first === undefined) return
  const at = now.toISOString()
  await enqueueMail(tx, {
    ...(more.length === 0
      ? { kind: 'notice', about: `${first.kind} ${first.after}`, data: { sellerId, ...first, at } }
      : { kind: 'quiet_letter', about: at, data: { sellerId, spans: mailed } }),
    userId,
    recipient: recipient.email,
    at: now,
  })
}
