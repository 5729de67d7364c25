import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Buyers may change between the recurring prices of a form where its seller allows it; a subscription keeps what it is paid at. */
export const priceChanges: Migration = {
  async up(db) {
    await sql`alter table forms add column allows_price_change boolean not null default false`.execute(db)
    await sql`alter table subscriptions add column agreed_prices jsonb`.execute(db)
  },
}
