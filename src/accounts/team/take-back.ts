import type { Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitationsInto } from '#accounts/invitations/end-invitations.ts'
import { isShopInUse } from '#accounts/invitations/shop-in-use.ts'
import { findMembership, leaveSeller, ownSeller } from '#accounts/people/change-membership.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Services } from '#registry/services.ts'
import { HandoverOver, ShopInUse } from './errors.ts'
import { hashOfKey } from './handover.ts'
import { deleteHandover, endHandoversSince, findHandover, membersSince } from './handover-store.ts'
import { lockMembers } from './store.ts'

export type Handover = NonNullable<Awaited<ReturnType<typeof findHandover>>>

export type TakeBackServices = Services & {
  /** Ends every session of a user: somebody else may have one of them. */
  readonly endSessions: (tx: Transaction<Database>, userId: string) => Promise<void>
}

/** What the link of a handover's mail is about. Throws HandoverOver. */
export async function openHandover({ db, clock }: Services, key: string): Promise<Handover> {
  const handover = await findHandover(db, hashOfKey(key), clock.now())
  if (handover === undefined) throw new HandoverOver()
  return handover
}

/** The former owner agrees: from now on nobody takes the shop back. */
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
 * Gives a shop back to who owned it before, once. What a thief would have done since goes with it: whoever got the shop or came
 * into its team since is out, open invitations are void, and the former owner is signed out everywhere, for their session is
 * how it was taken.
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
    // Another press may have won meanwhile.
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
