import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The list of sales is narrowed by form, state, kind, currency and how a subscription stands: what is rare among a
 * seller's many purchases has an index in the order of the list. What most of them are (paid, orders) is soon found along
 * the list itself.
 */
export const saleFilters: Migration = {
  async up(db) {
    await sql`create index purchases_by_form on purchases (seller_id, form_id, id)`.execute(db)
    await sql`create index purchases_by_currency on purchases (seller_id, currency, id)`.execute(db)
    await sql`create index purchases_by_status on purchases (seller_id, status, id) where status <> 'paid'`.execute(
      db,
    )
    await sql`create index purchases_by_kind on purchases (seller_id, kind, id) where kind <> 'order'`.execute(
      db,
    )
    await sql`create index subscriptions_by_status on subscriptions (seller_id, status, order_id)`.execute(db)
    await sql`drop index subscriptions_of_seller`.execute(db)
  },
}
