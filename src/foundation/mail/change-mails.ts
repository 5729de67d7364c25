import { type Kysely, sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import { day, pruneBatch, pruneRound } from '#foundation/jobs/prune.ts'
import { emptyMails } from './store.ts'

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

/** How long it is kept what a mail said. */
const retention = 90 * day

/** Erases what mails said that are older. */
export async function emptyOldMails({
  db,
  clock,
}: {
  readonly db: Kysely<Database>
  readonly clock: Clock
}): Promise<number> {
  return pruneRound(() => emptyMails(db, secondsAfter(clock.now(), -retention), pruneBatch))
}

/** Counts every mail that waits as sent when it was due, so that nobody gets it: for a history that is only told. */
export async function markAllSent(db: Kysely<Database>): Promise<void> {
  await db
    .updateTable('mails')
    .set((mail) => ({ sentAt: mail.ref('nextAttemptAt'), nextAttemptAt: null }))
    .where('sentAt', 'is', null)
    .where('nextAttemptAt', 'is not', null)
    .execute()
}

/**
 * Sends the mails about these purchases that still wait, and that were for one of these addresses, to another one. They are
 * written anew: what was written for a try that failed holds keys that have ended.
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
    // Its link is that of the address which asked for it.
    .where('kind', '!=', 'buyer_link')
    .where(sql<boolean>`lower(recipient) = any(${from})`)
    .execute()
}
