import type { Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Who of a seller is written to: the member who was there first. */
export async function findOwner(
  db: Kysely<Database>,
  sellerId: string,
): Promise<{ id: string; email: string; name: string } | undefined> {
  return db
    .selectFrom('members')
    .innerJoin('users', 'users.id', 'members.userId')
    .select(['users.id', 'users.email', 'users.name'])
    .where('members.sellerId', '=', sellerId)
    .orderBy('members.createdAt')
    .limit(1)
    .executeTakeFirst()
}
