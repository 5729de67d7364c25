import type { Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { enqueueMail } from '#foundation/mail/outbox.ts'

/** Team changes that a shop's owner is emailed about, because a thief would make them too. */
export const teamNews = ['joined', 'left', 'role-changed'] as const
export type TeamNews = (typeof teamNews)[number]

/** Records the email that notifies the owner of a team change, in the same transaction. */
export async function notifyOwner(
  tx: Transaction<Database>,
  news: TeamNews,
  change: {
    readonly sellerId: string
    /** The member whom the team change concerns. */
    readonly userId: string
    readonly by: string
    readonly roleName: string | null
    readonly at: Date
  },
): Promise<void> {
  const { sellerId, userId, by, roleName, at } = change
  const owner = await tx
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .innerJoin('sellers', 'sellers.id', 'members.sellerId')
    .select(['users.id', 'users.email', 'users.name', 'sellers.name as sellerName'])
    .where('members.sellerId', '=', sellerId)
    .where('members.isOwner', '=', true)
    .executeTakeFirst()
  const names = await tx
    .selectFrom('users')
    .select(['id', 'name', 'email'])
    .where('id', 'in', [userId, by])
    .execute()
  const member = names.find(({ id }) => id === userId)
  if (owner === undefined || member === undefined) return
  await enqueueMail(tx, {
    kind: `team-${news}`,
    userId: owner.id,
    about: newId(),
    recipient: owner.email,
    at,
    data: {
      ownerName: owner.name,
      sellerName: owner.sellerName,
      memberName: member.name,
      memberEmail: member.email,
      byName: by === userId ? null : (names.find(({ id }) => id === by)?.name ?? null),
      roleName,
      at: at.toISOString(),
    },
  })
}
