import type { Kysely, Transaction } from 'kysely'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'

/** The hash of a user's password, or undefined if there is none. */
export async function findPasswordHash(db: Kysely<Database>, userId: string): Promise<string | undefined> {
  const identity = await db
    .selectFrom('identities')
    .select('password')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .executeTakeFirst()
  return identity?.password ?? undefined
}

/** Sets a user's password, even if it is the first one. */
export async function setPasswordHash(
  tx: Transaction<Database>,
  userId: string,
  password: string,
  now: Date,
): Promise<void> {
  await tx
    .insertInto('identities')
    .values({ id: newId(), userId, accountId: userId, providerId: 'credential', password })
    .onConflict((conflict) =>
      conflict.columns(['providerId', 'accountId']).doUpdateSet({ password, updatedAt: now }),
    )
    .execute()
}
