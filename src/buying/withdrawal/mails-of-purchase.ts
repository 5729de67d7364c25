import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import { answers } from './notify.ts'

/** The ids of the mails about a purchase, those of its buyer's statements among them; `purchase` is its id. */
export function mailsOfPurchase(purchase: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(
    select of_purchase.id from mails of_purchase where of_purchase.purchase_id = ${purchase}
    union all
    select of_statement.id from stated_purchases
    join mails of_statement on of_statement.about = stated_purchases.withdrawal_id::text
      and of_statement.kind in (${sql.join(['withdrawal', ...answers])})
      and of_statement.purchase_id is null and of_statement.refund_id is null and of_statement.user_id is null
    where stated_purchases.purchase_id = ${purchase}
  )`
}

/**
 * The mails that are kept of a seller's buyer: about these purchases and statements about them, and whatever else was
 * written to these addresses for the seller. `isWaiting`: it is still to be sent.
 */
export async function listMailsOfBuyer(
  db: Kysely<Database>,
  {
    sellerId,
    purchaseIds,
    addresses,
  }: {
    readonly sellerId: string
    readonly purchaseIds: readonly string[]
    readonly addresses: readonly string[]
  },
): Promise<{ id: string; isWaiting: boolean }[]> {
  const { rows } = await sql<{ id: string; isWaiting: boolean }>`
    select mails.id, mails.next_attempt_at is not null as is_waiting from mails
    where mails.id in (
      select about.id from unnest(${purchaseIds}::uuid[]) as bought (id)
      cross join lateral ${mailsOfPurchase(sql`bought.id`)} as about (id)
      union all
      select apart.id from mails apart
      where apart.purchase_id is null and apart.user_id is null
        and apart.recipient = any(${addresses}) and apart.data ->> 'sellerId' = ${sellerId}
    )`.execute(db)
  return rows
}
