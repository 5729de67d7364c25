// Changes to which user belongs to which seller. Each user is a member of one seller, or of none.
import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function findMembership(
  db: Kysely<Database>,
  userId: string,
): Promise<{ sellerId: string; isOwner: boolean } | undefined> {
  return db
    .selectFrom('members')
    .select(['sellerId', 'isOwner'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

export async function countMembers(db: Kysely<Database>, sellerId: string): Promise<number> {
  const { members } = await db
    .selectFrom('members')
    .select(sql<number>`count(*)`.as('members'))
    .where('sellerId', '=', sellerId)
    .executeTakeFirstOrThrow()
  return members
}

/** Removes the user from the seller they were a member of, if any. */
export async function joinSeller(
  tx: Transaction<Database>,
  userId: string,
  sellerId: string,
  roleId: string,
): Promise<void> {
  await leaveSeller(tx, userId)
  await tx.insertInto('members').values({ userId, sellerId, roleId, isOwner: false }).execute()
}

/** Makes a user the owner. The seller must have no other owner at that moment. */
export async function ownSeller(tx: Transaction<Database>, userId: string, sellerId: string): Promise<void> {
  await leaveSeller(tx, userId)
  await tx.insertInto('members').values({ userId, sellerId, roleId: null, isOwner: true }).execute()
}

export async function setMember(
  tx: Transaction<Database>,
  userId: string,
  standing: { readonly isOwner: boolean; readonly roleId: string | null },
): Promise<void> {
  await tx.updateTable('members').set(standing).where('userId', '=', userId).execute()
}

export async function leaveSeller(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('members').where('userId', '=', userId).execute()
}
