import type { Transaction } from 'kysely'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import type { Database } from '#foundation/db/schema.ts'
import { deleteOpenOfInviter } from './store.ts'

/** Takes back the open invitations that a user has sent; answers how many that were. */
export async function endInvitations(tx: Transaction<Database>, userId: string, at: Date): Promise<number> {
  const ended = await deleteOpenOfInviter(tx, userId)
  for (const { id, kind, sellerId } of ended) {
    const action = kind === 'team' ? 'team.revoke' : 'users.revoke'
    await recordAudit(tx, { at, actorId: userId, action, subjectId: id, sellerId })
  }
  return ended.length
}
