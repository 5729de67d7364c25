import type { Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import type { Config } from '#foundation/config/config.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'
import {
  deleteOpen,
  findSellerName,
  findUserName,
  lockOpenInvitation,
  putInvitation,
  type Kind,
} from './store.ts'
import { invitationToken, invitationUrl, tokenHash } from './token.ts'

/** How long an invitation can be accepted, in seconds. */
const lifetime = 7 * 24 * 60 * 60

export type Addresses = Pick<Config, 'authSecret' | 'publicUrl'>

export type NewInvitation = {
  readonly id: string
  readonly email: string
  readonly expiresAt: Date
  readonly url: string
}

/**
 * Invites an address into a team with a role, or to be a Partner, and records the mail that says so. Who is invited
 * already is invited again: the role is the new one, and the links sent before are void.
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

/** Takes an open invitation back; answers its address, or undefined when there is none. */
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
