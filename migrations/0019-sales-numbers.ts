import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a seller's numbers are made of beside the purchases: how often each payment page was viewed in the quarters of an
 * hour of a day of UTC, because every zone's days begin at one; and which bumps an order could choose from (null: from
 * before this was written down). The indexes let one seller's span of time be read alone.
 */
export const salesNumbers: Migration = {
  async up(db) {
    await sql`
      create table form_views (
        seller_id uuid not null references sellers,
        form_id uuid not null references forms,
        day date not null,
        views integer[] not null check (cardinality(views) = 96),
        primary key (seller_id, day, form_id)
      )`.execute(db)
    await sql`alter table purchases add column offered_bump_ids uuid[]`.execute(db)
    await sql`
      create index purchases_by_time on purchases (seller_id, coalesce(paid_at, created_at), id)`.execute(db)
    await sql`
      create index purchases_given_back on purchases (seller_id)
        where status in ('partially_refunded', 'refunded')`.execute(db)
    await sql`create index subscriptions_of_seller on subscriptions (seller_id)`.execute(db)
    await sql`alter table disputes add column seller_id uuid references sellers`.execute(db)
    await sql`
      update disputes set seller_id = purchases.seller_id from purchases
      where purchases.id = disputes.purchase_id`.execute(db)
    await sql`alter table disputes alter column seller_id set not null`.execute(db)
    await sql`create index disputes_of_seller on disputes (seller_id, created_at)`.execute(db)
    await sql`alter table shown_offers add column seller_id uuid references sellers`.execute(db)
    await sql`
      update shown_offers set seller_id = purchases.seller_id from purchases
      where purchases.id = shown_offers.order_id`.execute(db)
    await sql`alter table shown_offers alter column seller_id set not null`.execute(db)
    await sql`create index shown_offers_of_seller on shown_offers (seller_id, shown_at)`.execute(db)
    await sql`
      create index purchase_lines_of_bump on purchase_lines (bump_id, purchase_id) where kind = 'bump'`.execute(
      db,
    )
  },
}
