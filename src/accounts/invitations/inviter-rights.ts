import type { Kysely } from 'kysely'
import { rightsIn } from '#accounts/people/rights-in.ts'
import type { Database } from '#foundation/db/schema.ts'
import { may, mayGive } from '#foundation/http/contract/caller.ts'
import { findRoleGrants } from './store.ts'

/**
 * Whether who sent an invitation could send it now: into the team with this role, or as a Partner. What somebody was
 * allowed when they sent it gives nobody anything after they lost it.
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
