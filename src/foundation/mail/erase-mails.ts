import type { Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'

/** Erases what was, or was to be, written to a user. */
export async function eraseMails(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('mails').where('userId', '=', userId).execute()
}

/** Erases what mails said, and to whom. Their rows stay, so that none is ever sent a second time. */
export async function eraseTexts(tx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('mails')
    .set({ subject: null, text: null, html: null, replyTo: null, data: '{}', recipient: '' })
    .where('id', 'in', ids)
    .execute()
}
