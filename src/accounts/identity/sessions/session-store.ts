import { sql, type Insertable, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

export async function insertSession(
  db: Kysely<Database>,
  session: Insertable<Database['sessions']>,
): Promise<void> {
  await db.insertInto('sessions').values(session).execute()
}

/** Moves a session to its next generation if this is the current one. Never extends it beyond its maximum lifetime. */
export async function rotateSession(
  db: Kysely<Database>,
  step: {
    readonly sessionId: string
    readonly generation: number
    readonly now: Date
    readonly expiresAt: Date
    /** Seconds after sign-in. */
    readonly longest: number
  },
): Promise<{ userId: string } | undefined> {
  const { sessionId, generation, now, expiresAt, longest } = step
  return db
    .updateTable('sessions')
    .set({
      generation: generation + 1,
      updatedAt: now,
      expiresAt: sql<Date>`least(${expiresAt}::timestamptz, created_at + make_interval(secs => ${longest}))`,
    })
    .where('id', '=', sessionId)
    .where('generation', '=', generation)
    .where('expiresAt', '>', now)
    .returning('userId')
    .executeTakeFirst()
}

export async function findLiveSession(db: Kysely<Database>, sessionId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['userId', 'generation', 'updatedAt'])
    .where('id', '=', sessionId)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
}

/** Records in a session that its person has just proved their identity. */
export async function recordProof(db: Kysely<Database>, sessionId: string, now: Date): Promise<void> {
  await db.updateTable('sessions').set({ provedAt: now }).where('id', '=', sessionId).execute()
}

export async function deleteSession(db: Kysely<Database>, sessionId: string): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', sessionId).execute()
}

/** A person's live sessions, most recently used first. */
export async function listSessions(db: Kysely<Database>, userId: string, now: Date) {
  return db
    .selectFrom('sessions')
    .select(['id', 'ipAddress', 'userAgent', 'createdAt', 'updatedAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('updatedAt', 'desc')
    .limit(100)
    .execute()
}

/** Ends one of a person's sessions. Returns false if it is not theirs or has already ended. */
export async function deleteOwnSession(
  db: Kysely<Database>,
  userId: string,
  sessionId: string,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
