import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import { emptyMails } from './store.ts'

/** Erases the emails to a user, sent and unsent. */
export async function eraseMails(tx: Transaction<Database>, userId: string): Promise<void> {
  await tx.deleteFrom('mails').where('userId', '=', userId).execute()
}

/** Erases the contents and recipients of emails. The rows stay, so that none is ever sent twice. */
export async function eraseTexts(tx: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .updateTable('mails')
    .set({ subject: null, text: null, html: null, replyTo: null, data: '{}', recipient: '' })
    .where('id', 'in', ids)
    .execute()
}

/** Erases the contents and recipients of all emails of a kind that were sent or given up on. */
export async function eraseSent(db: Kysely<Database>, kind: string): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ subject: null, text: null, html: null, replyTo: null, data: '{}', recipient: '' })
    .where('kind', '=', kind)
    .where('nextAttemptAt', 'is', null)
    .where('recipient', '!=', '')
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** How long the contents of emails are stored. */
const retention = 90 * day

/** Erases the contents of older emails. */
export async function emptyOldMails({
  db,
  clock,
}: {
  readonly db: Kysely<Database>
  readonly clock: Clock
}): Promise<number> {
  return pruneRound(() => emptyMails(db, secondsAfter(clock.now(), -retention), pruneBatch))
}

/** Marks every waiting email as sent at its due time, without sending it. For the demo's history. */
export async function markAllSent(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('mails')
    .set((mail) => ({ sentAt: mail.ref('nextAttemptAt'), nextAttemptAt: null }))
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', 'is not', null)
    .execute()
}

/**
 * Redirects the waiting emails about these purchases from one of these addresses to another. They are written anew,
 * because text from a failed attempt contains expired keys.
 */
export async function redirectWaiting(
  tx: Transaction<Database>,
  {
    purchaseIds,
    from,
    to,
  }: { readonly purchaseIds: readonly string[]; readonly from: readonly string[]; readonly to: string },
): Promise<void> {
  if (purchaseIds.length === 0) return
  await tx
    .updateTable('mails')
    .set({ recipient: to, subject: null, text: null, html: null })
    .where(sql<boolean>`purchase_id = any(${purchaseIds})`)
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', 'is not', null)
    // The link to a buyer's purchases belongs to the email address that requested it.
    .where('kind', '!=', 'buyer_link')
    .where(sql<boolean>`lower(recipient) = any(${from})`)
    .execute()
}
