import { sql, type Kysely, type Selectable } from 'kysely'
import { givenColumns } from '#foundation/db/driver/given-columns.ts'
import { type PlaceOf, type Places, prepare, prepareColumns } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'

export type OutgoingMail = Selectable<Database['mails']>

/** The outcome of an attempt, and the written message. `nextAttemptAt` is null if there will be no other attempt. */
type Attempted = {
  readonly sentAt?: Date
  readonly nextAttemptAt: Date | null
  readonly subject?: string | undefined
  readonly text?: string | undefined
  readonly html?: string | undefined
  readonly replyTo?: string | undefined
  readonly thread?: string | undefined
}

export async function recordAttempt(db: Kysely<Database>, id: string, attempted: Attempted): Promise<void> {
  await updateMail(db, attempted, { id })
}

const updateMail = prepareColumns(
  (db, attempted: Places<Attempted>, place: PlaceOf<Pick<OutgoingMail, 'id'>>) =>
    db.updateTable('mails').set(givenColumns(attempted)).where('id', '=', place('id')),
)

/** The current address of a message, which can have been corrected after it was claimed. */
export async function findRecipient(db: Kysely<Database>, id: string): Promise<string | undefined> {
  const [row] = await selectRecipient(db, { id })
  return row?.recipient
}

const selectRecipient = prepare((db, place: PlaceOf<Pick<OutgoingMail, 'id'>>) =>
  db.selectFrom('mails').select('recipient').where('id', '=', place('id')),
)

/** The newest messages, for the outbox in development. */
export async function listMails(db: Kysely<Database>, limit: number): Promise<OutgoingMail[]> {
  return db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

export async function findMail(db: Kysely<Database>, id: string): Promise<OutgoingMail | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}

/**
 * Erases one batch of emails recorded before `before` that will not be sent again, and returns how many. Their rows
 * stay, so that none is ever sent twice. The recipient of an email about a purchase stays as proof.
 */
export async function emptyMails(db: Kysely<Database>, before: Date, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update mails set subject = null, text = null, html = null, reply_to = null, data = '{}',
      recipient = case when purchase_id is null then '' else recipient end
    where ctid = any(array(
      select ctid from mails
      where created_at < ${before} and next_attempt_at is null and (html is not null or data <> '{}')
      order by created_at limit ${limit} for update skip locked
    ))`.execute(db)
  return Number(numAffectedRows)
}
