import type { Kysely, Selectable } from 'kysely'
import { inTransaction } from '#foundation/db/database.ts'
import type { Database } from '#foundation/db/schema.ts'

export type OutgoingMail = Selectable<Database['mails']>

/** Takes messages that are due, and keeps others off them until `until`: then they are due again, as after a kill. */
export async function claimDueMails(
  db: Kysely<Database>,
  now: Date,
  limit: number,
  until: Date,
): Promise<OutgoingMail[]> {
  const due = await db
    .selectFrom('mails')
    .select('id')
    .where('nextAttemptAt', '<=', now)
    .limit(1)
    .executeTakeFirst()
  if (due === undefined) return []
  return inTransaction(db, async (tx) => {
    const mails = await tx
      .selectFrom('mails')
      .selectAll()
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute()
    const claimed = mails.map((mail) => ({ ...mail, attempts: mail.attempts + 1 }))
    for (const { id, attempts } of claimed) {
      await tx.updateTable('mails').set({ attempts, nextAttemptAt: until }).where('id', '=', id).execute()
    }
    return claimed
  })
}

/** When a message is tried again; with null never. */
export async function scheduleAttempt(db: Kysely<Database>, id: string, at: Date | null): Promise<void> {
  await db.updateTable('mails').set({ nextAttemptAt: at }).where('id', '=', id).execute()
}

export async function keepContent(
  db: Kysely<Database>,
  id: string,
  { subject, text, html }: { readonly subject: string; readonly text?: string; readonly html?: string },
): Promise<void> {
  const body = text === undefined || html === undefined ? {} : { text, html }
  await db
    .updateTable('mails')
    .set({ subject, ...body })
    .where('id', '=', id)
    .execute()
}

export async function markSent(db: Kysely<Database>, id: string, now: Date): Promise<void> {
  await db.updateTable('mails').set({ sentAt: now, nextAttemptAt: null }).where('id', '=', id).execute()
}

/** The newest messages, for the outbox that development shows. */
export async function listMails(db: Kysely<Database>, limit: number): Promise<OutgoingMail[]> {
  return db.selectFrom('mails').selectAll().orderBy('id', 'desc').limit(limit).execute()
}

export async function findMail(db: Kysely<Database>, id: string): Promise<OutgoingMail | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst()
}
