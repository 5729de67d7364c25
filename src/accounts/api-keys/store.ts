import { sql, type Insertable, type Kysely, type Selectable, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { ApiKeysTable } from '#foundation/db/tables/api-keys.ts'

export type ApiKeyRow = Omit<Selectable<ApiKeysTable>, 'hash' | 'sellerId' | 'userId'> & {
  readonly maker: string
}

export async function listKeys(db: Kysely<Database>, sellerId: string): Promise<ApiKeyRow[]> {
  return db
    .selectFrom('apiKeys')
    .innerJoin('usersView as users', 'users.id', 'apiKeys.userId')
    .select([
      'apiKeys.id',
      'apiKeys.name',
      'prefix',
      'scopes',
      'users.name as maker',
      'apiKeys.createdAt',
      'expiresAt',
      'lastUsedAt',
      'revokedAt',
      'pausedAt',
    ])
    .where('sellerId', '=', sellerId)
    .orderBy('apiKeys.id', 'desc')
    .execute()
}

/** How many of a shop's API keys are not revoked. Locks the shop, so that keys are added one at a time. */
export async function countKeys(tx: Transaction<Database>, sellerId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('api keys ' || ${sellerId}, 0))`.execute(tx)
  const { keys } = await tx
    .selectFrom('apiKeys')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('sellerId', '=', sellerId)
    .where('revokedAt', 'is', null)
    .executeTakeFirstOrThrow()
  return keys
}

export async function insertKey(
  tx: Transaction<Database>,
  row: Insertable<Database['apiKeys']>,
): Promise<void> {
  await tx.insertInto('apiKeys').values(row).execute()
}

/** Pauses an API key and returns its name, or undefined if it is already paused. */
export async function pauseKey(tx: Transaction<Database>, id: string, at: Date): Promise<string | undefined> {
  const paused = await tx
    .updateTable('apiKeys')
    .set({ pausedAt: at })
    .where('id', '=', id)
    .where('pausedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return paused?.name
}

/** Resumes an API key and returns its name, or undefined if the shop has no such paused key. */
export async function resumeKey(
  tx: Transaction<Database>,
  sellerId: string,
  id: string,
): Promise<string | undefined> {
  const resumed = await tx
    .updateTable('apiKeys')
    .set({ pausedAt: null })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('pausedAt', 'is not', null)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return resumed?.name
}

/** Revokes an API key and returns its name, or undefined if the shop has no such key in use. */
export async function revokeKey(
  tx: Transaction<Database>,
  sellerId: string,
  id: string,
  at: Date,
): Promise<string | undefined> {
  const revoked = await tx
    .updateTable('apiKeys')
    .set({ revokedAt: at })
    .where('sellerId', '=', sellerId)
    .where('id', '=', id)
    .where('revokedAt', 'is', null)
    .returning('name')
    .executeTakeFirst()
  return revoked?.name
}

export async function deleteKeysOf(tx: Transaction<Database>, sellerId: string): Promise<void> {
  await tx.deleteFrom('apiKeys').where('sellerId', '=', sellerId).execute()
}
