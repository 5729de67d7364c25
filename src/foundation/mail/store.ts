import type { Kysely, Selectable } from 'kysely'
import { givenColumns } from '#foundation/db/given-columns.ts'
import type { Database } from '#foundation/db/schema.ts'

export type OutgoingMail = Selectable<Database['mails']>

/** What an attempt came to, and what was written for it. `nextAttemptAt` null: there is no other. */
type Attempted = {
  readonly sentAt?: Date
  readonly nextAttemptAt: Date | null
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly html?: string | undefined
  readonly replyTo?: string | undefined
}

export async function noteAttempt(db: Kysely<Database>, id: string, attempted: Attempted): Promise<void> {
  await db.updateTable('mails').set(givenColumns(attempted)).where('id', '=', id).execute()
}

/** The newest messages, for the outbox that development shows. */
export async function listMails(db: Kysely<Database>, limit: number): Promise<OutgoingMail[]> {
  return db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

export async function findMail(db: Kysely<Database>, id: string): Promise<OutgoingMail | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}
