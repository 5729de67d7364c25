import type { Kysely, Selectable } from 'kysely'
import { inTransaction } from '#db/database.ts'
import type { Database } from '#db/schema.ts'

export type OutgoingMail = Selectable<Database['mails']>

/** Takes messages that are due; each is due again at the time that `nextAttempt` gives, or never with null. */
export async function claimDueMails(
  db: Kysely<Database>,
  now: Date,
  limit: number,
  nextAttempt: (attempts: number) => Date | null,
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
    for (const mail of mails) {
      await tx
        .updateTable('mails')
        .set({ attempts: mail.attempts + 1, nextAttemptAt: nextAttempt(mail.attempts + 1) })
        .where('id', '=', mail.id)
        .execute()
    }
    return mails
  })
}

export async function keepContent(
  db: Kysely<Database>,
  id: string,
  content: { readonly subject: string; readonly text: string; readonly html: string },
): Promise<void> {
  await db.updateTable('mails').set(content).where('id', '=', id).execute()
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
