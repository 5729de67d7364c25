import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

type LinkRow = Selectable<Database['accountLinks']>
export type LinkKind = LinkRow['kind']

export type NewLink = {
  readonly kind: LinkKind
  readonly userId: string
  /** The email address that the link confirms or resets. */
  readonly email: string
  readonly changeId?: string
  readonly now: Date
}

export async function insertLink(
  tx: Transaction<Database>,
  { now, ...link }: Omit<LinkRow, 'createdAt' | 'usedAt'> & { readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('accountLinks')
    .values({ ...link, createdAt: now })
    .execute()
}

/** Deletes a user's expired links. */
export async function deleteOldLinks(tx: Transaction<Database>, userId: string, before: Date): Promise<void> {
  await tx.deleteFrom('accountLinks').where('userId', '=', userId).where('expiresAt', '<', before).execute()
}

export async function findLink(db: Kysely<Database>, id: string): Promise<LinkRow | undefined> {
  return db.selectFrom('accountLinks').selectAll().where('id', '=', id).executeTakeFirst()
}

/** A link that is still valid, used or not. */
export async function findLinkByHash(
  db: Kysely<Database>,
  tokenHash: string,
  now: Date,
): Promise<LinkRow | undefined> {
  return db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Uses up a link. Returns false if it was used before or has expired. */
export async function useLink(tx: Transaction<Database>, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('id', '=', id)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Ends the unused links of these kinds, for example when a newer one replaces them. */
export async function endLinks(
  tx: Transaction<Database>,
  userId: string,
  kinds: readonly LinkKind[],
  now: Date,
): Promise<void> {
  await tx
    .updateTable('accountLinks')
    .set({ expiresAt: now })
    .where('userId', '=', userId)
    .where('kind', 'in', kinds)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .execute()
}

export async function hasLink(tx: Transaction<Database>, userId: string, kind: LinkKind): Promise<boolean> {
  const link = await tx
    .selectFrom('accountLinks')
    .select('id')
    .where('userId', '=', userId)
    .where('kind', '=', kind)
    .limit(1)
    .executeTakeFirst()
  return link !== undefined
}

/** How many links of an email change are still unopened. */
export async function countOpenLinks(tx: Transaction<Database>, changeId: string): Promise<number> {
  const open = await tx
    .selectFrom('accountLinks')
    .select('id')
    .where('changeId', '=', changeId)
    .where('usedAt', 'is', null)
    .execute()
  return open.length
}

export async function hasSocialIdentity(db: Kysely<Database>, userId: string): Promise<boolean> {
  const identity = await db
    .selectFrom('identities')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .limit(1)
    .executeTakeFirst()
  return identity !== undefined
}

/** Disconnects a user from every issuer. Returns how many there were. */
export async function deleteSocialIdentities(tx: Transaction<Database>, userId: string): Promise<number> {
  const deleted = await tx
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .executeTakeFirst()
  return Number(deleted.numDeletedRows)
}

/** Ends all of a user's sessions, or all but one. Returns how many. */
export async function endSessions(
  db: Kysely<Database>,
  userId: string,
  keptSessionId: string | null,
): Promise<number> {
  const sessions = db.deleteFrom('sessions').where('userId', '=', userId)
  const ended = keptSessionId === null ? sessions : sessions.where('id', '!=', keptSessionId)
  return Number((await ended.executeTakeFirst()).numDeletedRows)
}

/** For a user who is erased: removes everything that could open the account. */
export async function eraseWaysIn(tx: Transaction<Database>, userId: string): Promise<void> {
  for (const table of [
    'sessions',
    'identities',
    'secondFactors',
    'recoveryCodes',
    'passkeys',
    'accountLinks',
  ] as const) {
    await tx.deleteFrom<typeof table>(table).where('userId', '=', userId).execute()
  }
}
