import type { Kysely, Transaction } from 'kysely'
import { createHash, createHmac } from 'node:crypto'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { day } from '#foundation/jobs/prune.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitationsInto } from '#accounts/invitations/invite.ts'
import { isShopInUse } from '#accounts/invitations/redeem-invitation.ts'
import { findMembership, leaveSeller, ownSeller } from '#accounts/people/change-membership.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Services } from '#registry/services.ts'
import {
  lockMembers,
  type MemberRow,
  deleteHandover,
  endHandoversSince,
  findGivenBy,
  findHandover,
  findHeldUntil,
  insertHandover,
  membersSince,
} from './store.ts'
import { HandoverOver, ShopInUse } from './errors.ts'

/** How long a former owner can take the shop back, in seconds. */
const lifetime = 7 * day

/** The key of a link that takes a shop back. It is computed each time, so that the database stores only its hash. */
export function handoverKey(authSecret: string, id: string): string {
  const secret = createHmac('sha256', authSecret).update('handovers').digest()
  return createHmac('sha256', secret).update(id).digest('base64url')
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}

/**
 * Records that a shop has a new owner and emails both. The former owner gets a link that takes it back. If the shop
 * returns to its former owner, the owner in between gets no such link.
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
 * When a former owner can no longer take a shop back, or undefined if there is none. Until then, the shop cannot be
 * closed or change its payout account.
 */
export async function heldUntil(
  db: Kysely<Database>,
  sellerId: string,
  now: Date,
): Promise<Date | undefined> {
  return findHeldUntil(db, sellerId, now)
}

export type Handover = NonNullable<Awaited<ReturnType<typeof findHandover>>>

export type TakeBackServices = Services & {
  /** Ends all of a user's sessions, because someone else may have one of them. */
  readonly endSessions: (tx: Transaction<Database>, userId: string) => Promise<void>
}

/** The change of owner behind an emailed link. Throws HandoverOver. */
export async function openHandover({ db, clock }: Services, key: string): Promise<Handover> {
  const handover = await findHandover(db, hashOfKey(key), clock.now())
  if (handover === undefined) throw new HandoverOver()
  return handover
}

/** The former owner confirms the change, so from now on the shop cannot be taken back. */
export async function agreeToHandover({ db, clock, log }: Services, key: string): Promise<Handover> {
  const handover = await inTransaction(db, async (tx) => {
    const found = await findHandover(tx, hashOfKey(key), clock.now())
    if (found === undefined) throw new HandoverOver()
    await deleteHandover(tx, found.id)
    return found
  })
  log.info({ user: handover.fromUserId, seller: handover.sellerId }, 'handover agreed to')
  return handover
}

/**
 * Returns a shop to its former owner, once. This also undoes what a thief did. Everyone who got the shop or joined
 * its team since then is removed, open invitations become invalid, and the former owner is signed out everywhere,
 * because the thief used their session.
 */
export async function takeShopBack(services: TakeBackServices, key: string): Promise<Handover> {
  const { db, clock, log } = services
  const at = clock.now()
  const handover = await inTransaction(db, async (tx) => {
    const opened = await findHandover(tx, hashOfKey(key), at)
    if (opened === undefined) throw new HandoverOver()
    const { sellerId, fromUserId } = opened
    const present = await findMembership(tx, fromUserId)
    const elsewhere = present === undefined || present.sellerId === sellerId ? [] : [present.sellerId]
    await lockSeller(tx, sellerId, ...elsewhere)
    // Another request may have taken the shop back first.
    const found = await findHandover(tx, hashOfKey(key), at)
    if (found === undefined) throw new HandoverOver()
    const isOwnerElsewhere = present?.isOwner === true && elsewhere.length > 0
    if (isOwnerElsewhere && (await isShopInUse(tx, services.sellerData, present.sellerId)))
      throw new ShopInUse()
    await restore(tx, found, at)
    await services.endSessions(tx, fromUserId)
    return found
  })
  log.warn({ user: handover.fromUserId, seller: handover.sellerId }, 'shop taken back')
  return handover
}

async function restore(tx: Transaction<Database>, handover: Handover, at: Date): Promise<void> {
  const { sellerId, fromUserId: userId, createdAt } = handover
  const heirs = await endHandoversSince(tx, sellerId, createdAt)
  const since = new Set([...heirs, ...(await membersSince(tx, sellerId, createdAt))])
  const entry = { at, actorId: userId, sellerId }
  for (const member of await lockMembers(tx, sellerId)) {
    if (member.userId === userId || !since.has(member.userId)) continue
    await leaveSeller(tx, member.userId)
    await recordAudit(tx, { ...entry, action: 'team.remove', userId: member.userId, before: member.roleName })
    const data = { name: member.name, sellerName: handover.sellerName, giverName: handover.giverName }
    const mail = { kind: 'team-taken-back', about: newId(), at, data }
    await enqueueMail(tx, { ...mail, userId: member.userId, recipient: member.email })
  }
  await endInvitationsInto(tx, sellerId, { by: userId, at })
  await ownSeller(tx, userId, sellerId)
  await recordAudit(tx, { ...entry, action: 'team.take-back', userId, after: 'Owner' })
}
