import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How long a form's shown price stays good after it ended, and when the seller last changed it; and that one buyer has
 * at most one unsettled payment for a form, however many requests come at once.
 */
export const pricePromise: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column price_grace_period integer not null default 10 check (price_grace_period between 0 and 60),
        add column price_changed_at timestamptz`.execute(db)
    await sql`create index purchases_of_buyer on purchases (form_id, lower(email), created_at)`.execute(db)
    await sql`
      create unique index unsettled_purchases on purchases (form_id, lower(email))
        where status in ('created', 'requires_action', 'unknown')`.execute(db)
  },
}
