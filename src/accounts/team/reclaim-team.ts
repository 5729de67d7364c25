import type { Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { endInvitations, endInvitationsBeyondRights } from '#accounts/invitations/end-invitations.ts'
import { findMembership, leaveSeller } from '#accounts/people/change-membership.ts'
import type { Database } from '#foundation/db/schema.ts'
import { lockMembers } from './store.ts'

/**
 * Ends what a stranger may have built as this user: the invitations that were sent, and unless the team is their own
 * work, the team. Answers how much that was.
 */
export async function reclaimTeam(
  tx: Transaction<Database>,
  { userId, at, keepsTeam }: { readonly userId: string; readonly at: Date; readonly keepsTeam: boolean },
): Promise<number> {
  const ended = await endInvitations(tx, userId, at)
  return keepsTeam ? ended : ended + (await dissolveTeam(tx, userId, at))
}

/**
 * Takes everybody else out of a user's shop. Who is in a shop that somebody else owns is taken out of it, and gets one
 * of their own when they next sign in.
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
