import type { Kysely, Transaction } from 'kysely'
import { createHash, createHmac } from 'node:crypto'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day } from '#foundation/jobs/prune.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { endHandoversSince, findGivenBy, findHeldUntil, insertHandover } from './handover-store.ts'
import type { MemberRow } from './store.ts'

/** Seconds for which a former owner can take the shop back. */
const lifetime = 7 * day

/** The key of a link that takes a shop back; it is made anew each time, so that the database keeps no more than its hash. */
export function handoverKey(authSecret: string, id: string): string {
  const secret = createHmac('sha256', authSecret).update('handovers').digest()
  return createHmac('sha256', secret).update(id).digest('base64url')
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/**
 * Records that a shop went to another owner, and tells both: the former one by a link that takes it back. A shop that goes back to
 * whom it came from is theirs as before, and whoever had it meanwhile gets no such link.
 */
export async function recordHandover(
  tx: Transaction<Database>,
  authSecret: string,
  handover: {
    readonly sellerId: string
    readonly sellerName: string
    readonly from: MemberRow
    readonly to: MemberRow
    readonly at: Date
  },
): Promise<void> {
  const { sellerId, sellerName, from, to, at } = handover
  const given = await findGivenBy(tx, sellerId, to.userId, at)
  if (given !== undefined) {
    await endHandoversSince(tx, sellerId, given.createdAt)
    return
  }
  const id = newId()
  const expiresAt = secondsAfter(at, lifetime)
  const users = { fromUserId: from.userId, toUserId: to.userId }
  const tokenHash = hashOfKey(handoverKey(authSecret, id))
  await insertHandover(tx, { id, sellerId, ...users, tokenHash, createdAt: at, expiresAt })
  const data = {
    sellerName,
    giverName: from.name,
    heirName: to.name,
    at: at.toISOString(),
    until: expiresAt.toISOString(),
  }
  const mail = { about: id, at, data }
  await enqueueMail(tx, { ...mail, kind: 'team-handed-over', userId: from.userId, recipient: from.email })
  await enqueueMail(tx, { ...mail, kind: 'team-received', userId: to.userId, recipient: to.email })
}

/**
 * Until when a former owner can take a shop back; undefined: nobody can. Meanwhile it is not closed, and where its money goes
 * stays as it is.
 */
export async function heldUntil(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<Date | undefined> {
  return findHeldUntil(db, sellerId, now)
}
