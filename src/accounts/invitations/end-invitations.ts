import type { Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import type { Database } from '#foundation/db/schema.ts'
import { isWithinRights } from './inviter-rights.ts'
import { deleteOpenOfInviter, deleteOpenOfSeller, deleteWaiting, lockWaitingOf, type Kind } from './store.ts'

/** Takes back the open invitations that a user has sent; answers how many that were. */
export async function endInvitations(tx: Transaction<Database>, userId: string, at: Date): Promise<number> {
  const ended = await deleteOpenOfInviter(tx, userId)
  for (const one of ended) await recordEnd(tx, one, { by: userId, at })
  return ended.length
}

/** Takes back all open invitations into a team. */
export async function endInvitationsInto(
  tx: Transaction<Database>,
  sellerId: string,
  entry: { readonly by: string; readonly at: Date },
): Promise<void> {
  for (const one of await deleteOpenOfSeller(tx, sellerId)) await recordEnd(tx, one, entry)
}

/**
 * Takes back the open invitations that a user could no longer send: call it where somebody has lost a role or a right.
 * `by` is who took it from them; null for who has the server.
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
