import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Deletes what invitations that were accepted gave: their role may go. */
export async function deleteAcceptedInvitations(tx: Transaction<Database>, roleId: string): Promise<void> {
  await tx
    .deleteFrom('invitations')
    .where('roleId', '=', roleId)
    .where('acceptedAt', 'is not', null)
    .execute()
}
