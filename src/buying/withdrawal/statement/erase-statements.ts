import { sql, type Transaction } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { eraseTexts } from '#foundation/mail/erase-mails.ts'
import { mailsOfPurchase } from '../mails-of-purchase.ts'

/**
 * Erases who made the statements about these purchases and in which words, and to whom the mails about both went. That a
 * purchase was withdrawn from stays: its refund is told by it.
 */
export async function eraseStatements(
  tx: Transaction<Database>,
  purchaseIds: readonly string[],
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select about.id from unnest(${purchaseIds}::uuid[]) as bought (id)
    cross join lateral ${mailsOfPurchase(sql`bought.id`)} as about (id)`.execute(tx)
  await eraseTexts(
    tx,
    rows.map(({ id }) => id),
  )
  await sql`
    update withdrawals set name = 'Erased', email = '', reference = '', statement = '',
      cause = case when cause is null then null else '' end
    where purchase_id = any(${purchaseIds}::uuid[])
      or id in (select withdrawal_id from stated_purchases where purchase_id = any(${purchaseIds}::uuid[]))`.execute(
    tx,
  )
}
