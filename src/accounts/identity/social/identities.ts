import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { insertUser } from '#accounts/people/change-user.ts'
import type { UserRow } from '#accounts/people/read-people.ts'
import { beginningOf } from '#foundation/text/cut-text.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Profile } from './open-id.ts'

/** The issuers a user is connected to, and when each was connected. */
export async function listSignIns(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('identities')
    .select(['id', 'providerId as issuer', 'createdAt'])
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .orderBy('id')
    .execute()
}

/** Returns false if the connection was already gone. */
export async function deleteSignIn(tx: Transaction<Database>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('identities')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** When a person at the issuer was connected to a user. */
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

export async function findUserByIdentity(
  db: Kysely<Database>,
  issuer: string,
  uid: string,
): Promise<UserRow | undefined> {
  return db
    .selectFrom('usersView as users')
    .innerJoin('identities', 'identities.userId', 'users.id')
    .selectAll('users')
    .where('identities.providerId', '=', issuer)
    .where('identities.accountId', '=', uid)
    .executeTakeFirst()
}

/** Connects a person at the issuer to a user, but keeps an existing connection. Returns the connected user. */
export async function insertIdentity(
  tx: Transaction<Database>,
  {
    userId,
    issuer,
    uid,
    at,
  }: { readonly userId: string; readonly issuer: string; readonly uid: string; readonly at: Date },
): Promise<string | undefined> {
  await tx
    .insertInto('identities')
    .values({ id: newId(), userId, providerId: issuer, accountId: uid, createdAt: at })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doNothing())
    .execute()
  const identity = await tx
    .selectFrom('identities')
    .select('userId')
    .where('providerId', '=', issuer)
    .where('accountId', '=', uid)
    .executeTakeFirst()
  return identity?.userId
}

/** Creates a user with an email address verified by the issuer, or returns undefined if the address is taken. */
export async function insertSocialUser(
  tx: Transaction<Database>,
  { email, firstname, lastName }: Pick<Profile, 'email' | 'firstname' | 'lastName'>,
): Promise<UserRow | undefined> {
  const name = `${firstname} ${lastName}`.trim() || (email.split('@')[0] ?? email)
  const user = { id: newId(), email, emailVerified: true, name: beginningOf(name, 120), firstname, lastName }
  return insertUser(tx, user)
}
