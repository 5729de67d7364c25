import { type Kysely, sql, type Transaction } from 'kysely'
import { t } from '#foundation/language/t.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { findMembership, joinSeller } from '#accounts/people/change-membership.ts'
import { lockSeller } from '#accounts/people/change-seller.ts'
import { confirmAddress, setPlatformRole } from '#accounts/people/change-user.ts'
import { notifyOwner } from '#accounts/people/notify-owner.ts'
import type { Database } from '#foundation/db/schema.ts'
import { Conflict } from '#foundation/failures/failure.ts'
import type { AllSellerData } from '#registry/seller-data.ts'
import type { Services } from '#registry/services.ts'
import { rightsIn } from '#accounts/people/rights-in.ts'
import { may, mayGive } from '#foundation/http/contract/caller.ts'
import { InvitationGone, OtherAddress } from './errors.ts'
import { findOpened, findRoleGrants, type Kind, lockByHash, lockInvited, markAccepted } from './store.ts'
import { isMailed, tokenHash } from './invitation-link.ts'

/**
 * Accepts an invitation for a user, once. If the invitation is to a team, they become a member with its role and leave
 * their own shop, which must be empty. If it is for a Partner, they get that role. Must be called in the transaction
 * that creates the user's seller, before that step, because people who join a team need no seller.
 *
 * Throws `InvitationGone` when the link is no longer valid or its sender can no longer invite, `OtherAddress`, or
 * `Conflict` when the user has a shop in use or is in another team.
 */
export async function redeemInvitation(
  { sellerData, config }: Pick<Services, 'sellerData' | 'config'>,
  tx: Transaction<Database>,
  token: string,
  userId: string,
  at: Date,
): Promise<Kind> {
  const opened = await findOpened(tx, tokenHash(token), at)
  const present = await findMembership(tx, userId)
  // Until the transaction ends, neither shop can be closed or put to use.
  await lockSeller(tx, ...[opened?.sellerId, present?.sellerId].flatMap((id) => id ?? []))
  const invitation = await lockByHash(tx, tokenHash(token), at)
  const user = await lockInvited(tx, userId)
  if (invitation === undefined || user === undefined) throw new InvitationGone()
  if (!(await isWithinRights(tx, invitation))) throw new InvitationGone()
  if (user.email.toLowerCase() !== invitation.email) throw new OtherAddress()
  const { id, kind, sellerId, roleId } = invitation
  if (sellerId !== null && roleId !== null) await join(tx, sellerData, userId, sellerId, roleId)
  else if (user.role === 'Customer') await setPlatformRole(tx, userId, 'Partner')
  await markAccepted(tx, id, userId, at)
  if (sellerId !== null && roleId !== null) {
    const by = invitation.invitedBy ?? userId
    await notifyOwner(tx, 'joined', { sellerId, userId, by, roleName: invitation.roleName, at })
  }
  // The inviter has the link as well, and could have signed up with the invited person's address.
  if (isMailed(config.authSecret, token)) await confirmAddress(tx, userId)
  await recordAudit(tx, {
    at,
    actorId: userId,
    userId,
    action: kind === 'team' ? 'team.join' : 'users.join',
    subjectId: id,
    sellerId,
    before: kind === 'team' ? null : user.role,
    after: kind === 'team' || user.role !== 'Customer' ? null : 'Partner',
  })
  return kind
}

async function join(
  tx: Transaction<Database>,
  sellerData: AllSellerData,
  userId: string,
  sellerId: string,
  roleId: string,
): Promise<void> {
  const present = await findMembership(tx, userId)
  if (present?.sellerId === sellerId) {
    throw new Conflict('already_member', t('You are already on this team.'))
  }
  if (present !== undefined && !present.isOwner) {
    throw new Conflict('in_other_team', t('You are on another team. Leave it from your Team page first.'))
  }
  if (present !== undefined && (await isShopInUse(tx, sellerData, present.sellerId))) {
    throw new Conflict(
      'shop_in_use',
      t('This email already has its own shop. Ask for an invitation to another email address.'),
    )
  }
  await joinSeller(tx, userId, sellerId, roleId)
}

/** Throws like `redeemInvitation` for a person who is about to sign up with this address. */
export async function checkInvitation(
  db: Kysely<Database>,
  token: string,
  email: string,
  at: Date,
): Promise<void> {
  const opened = await findOpened(db, tokenHash(token), at)
  if (opened === undefined || !(await isWithinRights(db, opened))) throw new InvitationGone()
  if (opened.email !== email.toLowerCase()) throw new OtherAddress()
}

/**
 * Whether the sender of an invitation could send it now, to the team with this role or as a Partner. Rights that the
 * sender has lost since then can no longer be granted.
 */
export async function isWithinRights(
  db: Kysely<Database>,
  invitation: {
    readonly invitedBy: string | null
    readonly sellerId: string | null
    readonly roleId: string | null
  },
): Promise<boolean> {
  const { invitedBy, sellerId, roleId } = invitation
  const giver = invitedBy === null ? undefined : await rightsIn(db, invitedBy, sellerId)
  if (giver === undefined) return false
  if (sellerId === null) return may(giver, 'users', 'write')
  if (!may(giver, 'team', 'write')) return false
  return roleId === null || mayGive(giver, await findRoleGrants(db, roleId))
}

/** Whether a shop contains anything its owner would lose by leaving it. */
export async function isShopInUse(
  tx: Transaction<Database>,
  sellerData: AllSellerData,
  sellerId: string,
): Promise<boolean> {
  const { used } = await tx
    .selectNoFrom(sellerData.isInUse(sql`${sellerId}::uuid`).as('used'))
    .executeTakeFirstOrThrow()
  return used
}
