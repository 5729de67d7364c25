import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What belongs to an order but is charged on its own (an offer accepted afterwards, a renewal) is a purchase that names
 * its order. And messages that tell of something other than a purchase: `about` tells two of a kind apart.
 */
export const purchaseKinds: Migration = {
  async up(db) {
    await sql`
      alter table purchases
        add column kind text not null default 'order' check (kind in ('order', 'offer', 'renewal')),
        add column order_id uuid references purchases,
        add check ((kind = 'order') = (order_id is null))`.execute(db)
    await sql`create index purchases_of_order on purchases (order_id) where order_id is not null`.execute(db)
    await sql`drop index unsettled_purchases`.execute(db)
    await sql`
      create unique index unsettled_purchases on purchases (form_id, lower(email))
        where kind = 'order' and status in ('created', 'requires_action', 'unknown')`.execute(db)
    await sql`
      create unique index unsettled_offers on purchases (order_id)
        where kind = 'offer' and status in ('created', 'requires_action', 'unknown')`.execute(db)
    await sql`
      alter table mails
        add column user_id uuid references users on delete cascade,
        add column about text not null default '',
        add column data jsonb not null default '{}',
        drop constraint mails_once,
        add constraint mails_once unique nulls not distinct (kind, purchase_id, refund_id, user_id, about)`.execute(
      db,
    )
  },
}
