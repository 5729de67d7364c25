import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** The issuers that a user is connected to, and since when. */
export async function listSignIns(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['id', 'providerId as issuer', 'createdAt'])
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .orderBy('id')
    .execute()
}

/** False when it was gone already. */
export async function deleteSignIn(tx: Transaction<Database>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Since when somebody at the issuer is tied to a user. */
export async function connectedSince(
  db: Kysely<Database>,
  issuer: string,
  uid: string,
): Promise<Date | undefined> {
  const identity = await db
    .selectFrom('identities')
    .select('createdAt')
    .where('providerId', '=', issuer)
    .where('accountId', '=', uid)
    .executeTakeFirst()
  return identity?.createdAt
}
