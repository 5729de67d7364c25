import type { Kysely, Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import { clientNetwork } from '#foundation/network/client-network.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import {
  deleteOpen,
  deleteOpenOfInviter,
  deleteOpenOfSeller,
  deleteWaiting,
  findOpen,
  findSellerName,
  findUserName,
  type Kind,
  listOpen,
  lockOpenInvitation,
  lockWaitingOf,
  putInvitation,
} from './store.ts'
import { type Addresses, invitationToken, invitationUrl, tokenHash } from './invitation-link.ts'
import { isWithinRights } from './redeem-invitation.ts'

/** How long an invitation can be accepted, in seconds. */
const lifetime = 7 * 24 * 60 * 60

export type NewInvitation = {
  readonly id: string
  readonly email: string
  readonly expiresAt: Date
  readonly url: string
}

/**
 * Invites an address to a team with a role, or as a Partner, and records the email. Inviting someone again replaces
 * the role and invalidates earlier links.
 */
export async function invite(
  tx: Transaction<Database>,
  { authSecret, publicUrl }: Addresses,
  invitation: {
    readonly email: string
    readonly invitedBy: string
    readonly at: Date
    readonly team: { readonly sellerId: string; readonly roleId: string; readonly roleName: string } | null
  },
): Promise<NewInvitation> {
  const { invitedBy, at, team } = invitation
  const email = invitation.email.toLowerCase()
  const kind: Kind = team === null ? 'partner' : 'team'
  const sellerId = team?.sellerId ?? null
  const present = await lockOpenInvitation(tx, kind, sellerId, email)
  const id = present?.id ?? newId()
  const issue = (present?.issue ?? 0) + 1
  const token = invitationToken(authSecret, id, issue)
  const expiresAt = secondsAfter(at, lifetime)
  const columns = { id, kind, sellerId, roleId: team?.roleId ?? null, email, issue, invitedBy }
  await putInvitation(tx, { ...columns, tokenHash: tokenHash(token), createdAt: at, expiresAt })
  await enqueueMail(tx, {
    kind: 'invitation',
    about: `${id}:${issue}`,
    recipient: email,
    at,
    data: {
      id,
      issue,
      inviterName: await findUserName(tx, invitedBy),
      sellerName: sellerId === null ? null : await findSellerName(tx, sellerId),
      roleName: team?.roleName ?? null,
    },
  })
  await recordAudit(tx, {
    at,
    actorId: invitedBy,
    action: kind === 'team' ? 'team.invite' : 'users.invite',
    subjectId: id,
    sellerId,
    after: team?.roleName ?? 'Partner',
  })
  return { id, email, expiresAt, url: invitationUrl(publicUrl, token) }
}

/** Revokes an open invitation. Returns its address, or undefined if there is no such invitation. */
export async function revokeInvitation(
  tx: Transaction<Database>,
  invitation: {
    readonly id: string
    readonly sellerId: string | null
    readonly by: string
    readonly at: Date
  },
): Promise<string | undefined> {
  const { id, sellerId, by, at } = invitation
  const kind = sellerId === null ? 'partner' : 'team'
  const email = await deleteOpen(tx, kind, sellerId, id)
  if (email !== undefined) {
    const action = kind === 'team' ? 'team.revoke' : 'users.revoke'
    await recordAudit(tx, { at, actorId: by, action, subjectId: id, sellerId })
  }
  return email
}

/** Revokes the open invitations a user has sent. Returns how many. */
export async function endInvitations(tx: Transaction<Database>, userId: string, at: Date): Promise<number> {
  const ended = await deleteOpenOfInviter(tx, userId)
  for (const one of ended) await recordEnd(tx, one, { by: userId, at })
  return ended.length
}

/** Revokes all open invitations to a team. */
export async function endInvitationsInto(
  tx: Transaction<Database>,
  sellerId: string,
  entry: { readonly by: string; readonly at: Date },
): Promise<void> {
  for (const one of await deleteOpenOfSeller(tx, sellerId)) await recordEnd(tx, one, entry)
}

/**
 * Revokes the open invitations that a user could no longer send. Must be called where someone has lost a role or a
 * right. `by` is the person who took it away, or null for the command line.
 */
export async function endInvitationsBeyondRights(
  tx: Transaction<Database>,
  userId: string,
  entry: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  for (const one of await lockWaitingOf(tx, userId)) {
    if (await isWithinRights(tx, one)) continue
    await deleteWaiting(tx, one.id)
    await recordEnd(tx, one, entry)
  }
}

async function recordEnd(
  tx: Transaction<Database>,
  { id, kind, sellerId }: { readonly id: string; readonly kind: Kind; readonly sellerId: string | null },
  { by, at }: { readonly by: string | null; readonly at: Date },
): Promise<void> {
  const action = kind === 'team' ? 'team.revoke' : 'users.revoke'
  await recordAudit(tx, { at, actorId: by, action, subjectId: id, sellerId })
}

/**
 * Invitations email people who did not ask for them, so the number per hour is limited for each seller, network and
 * address.
 */
export async function limitInvitations(
  limiter: Limiter,
  { sellerId }: Pick<Caller, 'sellerId'>,
  { email, ip }: { readonly email: string; readonly ip: string },
): Promise<void> {
  await limiter.take([
    { rule: 'inviteOfSeller', subject: sellerId },
    { rule: 'inviteFromAddress', subject: clientNetwork(ip) },
    { rule: 'inviteTo', subject: email.toLowerCase() },
  ])
}

/** A seller's pending team invitations, newest first. */
export async function listTeamInvitations(db: Kysely<Database>, sellerId: string, now: Date) {
  return listOpen(db, 'team', sellerId, now, { q: '', page: 0, limit: 0 })
}

/** One of a seller's team invitations, even if expired, or undefined if there is none. */
export async function findTeamInvitation(tx: Transaction<Database>, sellerId: string, id: string) {
  return findOpen(tx, sellerId, id)
}

/** Deletes the accepted invitations to a role, so that the role itself can be deleted. */
export async function deleteAcceptedInvitations(tx: Transaction<Database>, roleId: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('roleId', '=', roleId)
    .where('acceptedAt', 'is not', null)
    .execute()
}
