import { sql, type Kysely, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function findFactor(db: Kysely<Database>, userId: string) {
  return db
    .selectFrom('secondFactors')
    .select(['secret', 'confirmedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
}

/** Saves an unconfirmed key and replaces an earlier one. Returns false if a confirmed key is in use. */
export async function putFactor(db: Kysely<Database>, userId: string, secret: string): Promise<boolean> {
  const row = await db
    .insertInto('secondFactors')
    .values({ userId, secret })
    .onConflict((conflict) =>
      conflict.column('userId').doUpdateSet({ secret }).where('secondFactors.confirmedAt', 'is', null),
    )
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

export async function confirmFactor(
  tx: Transaction<Database>,
  userId: string,
  now: Date,
  step: number,
): Promise<boolean> {
  const row = await tx
    .updateTable('secondFactors')
    .set({ confirmedAt: now, lastStep: step })
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the code of a time step. Returns false if it, or a later one, was used before. */
export async function useStep(db: Kysely<Database>, userId: string, step: number): Promise<boolean> {
  const row = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('lastStep', '<', step)
    .returning('userId')
    .executeTakeFirst()
  return row !== undefined
}

export async function useRecoveryCode(
  db: Kysely<Database>,
  userId: string,
  hash: string,
  now: Date,
): Promise<boolean> {
  const row = await db
    .updateTable('recoveryCodes')
    .set({ usedAt: now })
    .where('userId', '=', userId)
    .where('hash', '=', hash)
    .where('usedAt', 'is', null)
    .returning('hash')
    .executeTakeFirst()
  return row !== undefined
}

/** Replaces the old recovery codes with these. */
export async function insertRecoveryCodes(
  tx: Transaction<Database>,
  userId: string,
  hashes: readonly string[],
): Promise<void> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  await tx
    .insertInto('recoveryCodes')
    .values(hashes.map((hash) => ({ userId, hash })))
    .execute()
}

export async function countRecoveryCodes(db: Kysely<Database>, userId: string): Promise<number> {
  const { left } = await db
    .selectFrom('recoveryCodes')
    .select(sql<number>`count(*)`.as('left'))
    .where('userId', '=', userId)
    .where('usedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return left
}

/** Deletes the key and the recovery codes. Returns whether the second factor was on. */
export async function deleteFactor(tx: Transaction<Database>, userId: string): Promise<boolean> {
  await tx.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()
  const factor = await tx
    .deleteFrom('secondFactors')
    .where('userId', '=', userId)
    .returning('confirmedAt')
    .executeTakeFirst()
  return factor !== undefined && factor.confirmedAt !== null
}
