import type { Transaction } from 'kysely'
import { listReadersOf } from '#accounts/team/find-members.ts'
import type { Database } from '#foundation/db/schema.ts'
import { howsOf, type Hows } from './kinds.ts'

/** Somebody who may be told, and how they want to hear of each kind. */
export type Recipient = { readonly userId: string; readonly email: string; readonly hows: Hows }

/**
 * Who may be told of a seller's sales: its members who may see them. Who looks after all sellers is no member, and hears
 * of nothing.
 */
export async function listRecipients(tx: Transaction<Database>, sellerId: string): Promise<Recipient[]> {
  const members = await listReadersOf(tx, sellerId, 'sales')
  if (members.length === 0) return []
  const readers = await tx
    .selectFrom('noticeReaders')
    .select(['userId', 'hows'])
    .where(
      'userId',
      'in',
      members.map(({ userId }) => userId),
    )
    .execute()
  const chosen = new Map(readers.map(({ userId, hows }) => [userId, hows]))
  return members.map(({ userId, email, isOwner }) => ({
    userId,
    email,
    hows: howsOf(isOwner, chosen.get(userId) ?? {}),
  }))
}
