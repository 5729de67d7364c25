import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export type PasskeyRow = Selectable<Database['passkeys']>

export async function listPasskeys(db: Kysely<Database>, userId: string): Promise<PasskeyRow[]> {
  return db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute()
}

export async function findPasskey(
  db: Kysely<Database>,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  return db.selectFrom('passkeys').selectAll().where('credentialId', '=', credentialId).executeTakeFirst()
}

/** Returns undefined if the credential is already registered. */
export async function insertPasskey(
  db: Kysely<Database>,
  passkey: Insertable<Database['passkeys']>,
): Promise<PasskeyRow | undefined> {
  return db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .returningAll()
    .executeTakeFirst()
}

export async function touchPasskey(
  db: Kysely<Database>,
  id: string,
  counter: number,
  now: Date,
): Promise<void> {
  await db.updateTable('passkeys').set({ counter, lastUsedAt: now }).where('id', '=', id).execute()
}

export async function renamePasskey(
  db: Kysely<Database>,
  userId: string,
  id: string,
  name: string,
): Promise<PasskeyRow | undefined> {
  return db
    .updateTable('passkeys')
    .set({ name })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .returningAll()
    .executeTakeFirst()
}

/** Returns false if the passkey was already gone. */
export async function deletePasskey(db: Kysely<Database>, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Removes all of a user's passkeys. Returns how many. */
export async function deletePasskeys(tx: Transaction<Database>, userId: string): Promise<number> {
  const deleted = await tx.deleteFrom('passkeys').where('userId', '=', userId).executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

export async function insertChallenge(
  db: Kysely<Database>,
  challenge: Insertable<Database['verifications']>,
): Promise<void> {
  await db.insertInto('verifications').values(challenge).execute()
}

export async function hasChallenge(
  db: Kysely<Database>,
  identifier: string,
  value: string,
  now: Date,
): Promise<boolean> {
  const found = await db
    .selectFrom('verifications')
    .select('id')
    .where('identifier', '=', identifier)
    .where('value', '=', value)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return found !== undefined
}

/** Uses up a challenge. Returns true only for the first caller. */
export async function takeChallenge(
  db: Kysely<Database>,
  identifier: string,
  value: string,
  now: Date,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('verifications')
    .where('identifier', '=', identifier)
    .where('value', '=', value)
    .returning('expiresAt')
    .executeTakeFirst()
  return taken !== undefined && taken.expiresAt > now
}
