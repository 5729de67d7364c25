import type { Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitations, endInvitationsBeyondRights } from '#accounts/invitations/invite.ts'
import { findMembership, leaveSeller, setMember } from '#accounts/people/change-membership.ts'
import { notifyOwner } from '#accounts/people/notify-owner.ts'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'
import { type Caller, mayGive, notAllowed } from '#foundation/http/contract/caller.ts'
import { InvalidFields, NotAllowed, found } from '#foundation/failures/failure.ts'
import type { Services } from '#registry/services.ts'
import { recordHandover } from './handover.ts'
import { findSellerName, lockMembers, lockTeamRole, type MemberRow } from './store.ts'
import { OwnerStays } from './errors.ts'

/** A role the caller can give: one for teams, without any right the caller lacks. */
export async function roleToGive(
  tx: Transaction<Database>,
  caller: Caller,
  roleId: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const role = await lockTeamRole(tx, roleId)
  if (role === undefined) throw new InvalidFields({ roleId: t('Choose one of the listed roles') })
  if (!mayGive(caller, role.grants))
    throw new NotAllowed('beyond_own_rights', t('You cannot grant permissions that you do not have'))
  return { id: roleId, name: role.name }
}

/** Gives a member another role. The owner has none, and members cannot change their own. */
export async function changeMember(
  { db, clock }: Services,
  caller: Caller,
  userId: string,
  roleId: string,
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const member = findIn(await lockMembers(tx, caller.sellerId), userId)
    if (member.isOwner || userId === caller.userId) throw notAllowed('update')
    const role = await roleToGive(tx, caller, roleId)
    await setMember(tx, userId, { isOwner: false, roleId: role.id })
    await endInvitationsBeyondRights(tx, userId, { by: caller.userId, at: clock.now() })
    await recordAudit(tx, {
      at: clock.now(),
      actorId: caller.userId,
      action: 'team.role',
      userId,
      sellerId: caller.sellerId,
      before: member.roleName,
      after: role.name,
    })
    const told = {
      sellerId: caller.sellerId,
      userId,
      by: caller.userId,
      roleName: role.name,
      at: clock.now(),
    }
    await notifyOwner(tx, 'role-changed', told)
  })
}

/** Removes a member, whose sessions lose access to the shop. At the next sign-in they get their own shop. */
export async function removeMember(
  { db, clock, log }: Services,
  caller: Caller,
  userId: string,
): Promise<MemberRow> {
  const removed = await inTransaction(db, async (tx) => {
    const member = findIn(await lockMembers(tx, caller.sellerId), userId)
    if (member.isOwner) throw new OwnerStays()
    await leaveSeller(tx, userId)
    await endInvitationsBeyondRights(tx, userId, { by: caller.userId, at: clock.now() })
    await recordAudit(tx, {
      at: clock.now(),
      actorId: caller.userId,
      action: userId === caller.userId ? 'team.leave' : 'team.remove',
      userId,
      sellerId: caller.sellerId,
      before: member.roleName,
    })
    const { roleName } = member
    const told = { sellerId: caller.sellerId, userId, by: caller.userId, roleName, at: clock.now() }
    await notifyOwner(tx, 'left', told)
    return member
  })
  log.info({ user: userId, seller: caller.sellerId, by: caller.userId }, 'member left the team')
  return removed
}

/** Makes a member the owner. The former owner stays with this role and can take the shop back for a few days. */
export async function transferOwnership(
  { db, clock, log, config }: Services,
  caller: Caller,
  { userId, roleId }: { readonly userId: string; readonly roleId: string },
): Promise<void> {
  await inTransaction(db, async (tx) => {
    const members = await lockMembers(tx, caller.sellerId)
    const from = findIn(members, caller.userId)
    if (!from.isOwner) throw notAllowed('update')
    const newOwner = members.find((member) => member.userId === userId)
    if (newOwner === undefined || newOwner.isOwner)
      throw new InvalidFields({ userId: t('Choose a member of the team') })
    const role = await roleToGive(tx, caller, roleId)
    await setMember(tx, caller.userId, { isOwner: false, roleId: role.id })
    await setMember(tx, userId, { isOwner: true, roleId: null })
    await endInvitationsBeyondRights(tx, caller.userId, { by: caller.userId, at: clock.now() })
    await recordAudit(tx, {
      at: clock.now(),
      actorId: caller.userId,
      action: 'team.owner',
      userId,
      sellerId: caller.sellerId,
      before: newOwner.roleName,
      after: 'Owner',
    })
    const { sellerId } = caller
    const sellerName = await findSellerName(tx, sellerId)
    await recordHandover(tx, config.authSecret, { sellerId, sellerName, from, to: newOwner, at: clock.now() })
  })
  log.info({ user: userId, seller: caller.sellerId, by: caller.userId }, 'owner changed')
}

function findIn(members: readonly MemberRow[], userId: string): MemberRow {
  return found(members.find((one) => one.userId === userId))
}

/**
 * Ends everything an intruder may have created as this user: the invitations they sent and, unless it is the person's
 * own, the team. Returns how many were affected.
 */
export async function reclaimTeam(
  tx: Transaction<Database>,
  { userId, at, keepsTeam }: { readonly userId: string; readonly at: Date; readonly keepsTeam: boolean },
): Promise<number> {
  const ended = await endInvitations(tx, userId, at)
  return keepsTeam ? ended : ended + (await dissolveTeam(tx, userId, at))
}

/**
 * Removes everyone else from a user's shop. A user in another owner's shop is removed from it, and gets their own at
 * their next sign-in.
 */
async function dissolveTeam(tx: Transaction<Database>, userId: string, at: Date): Promise<number> {
  const membership = await findMembership(tx, userId)
  if (membership === undefined) return 0
  const { sellerId, isOwner } = membership
  const members = await lockMembers(tx, sellerId)
  const leaving = members.filter((member) => (isOwner ? !member.isOwner : member.userId === userId))
  for (const member of leaving) {
    await leaveSeller(tx, member.userId)
    await endInvitationsBeyondRights(tx, member.userId, { by: userId, at })
    const action = member.userId === userId ? 'team.leave' : 'team.remove'
    const audited = { at, actorId: userId, action, userId: member.userId, sellerId, before: member.roleName }
    await recordAudit(tx, audited)
  }
  return leaving.length
}
