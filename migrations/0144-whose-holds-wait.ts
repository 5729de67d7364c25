import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whose pieces and places wait for a bank, as digests, until they are paid: of one network or address only so many are kept from
 * others. A place that waits and is not kept counts for its buyer alone.
 */
export const whoseHoldsWait: Migration = {
  async up(db) {
    await sql`alter table stock_holds add column network text, add column email_key text`.execute(db)
    await sql`alter table redemptions add column network text`.execute(db)
    // Two payments of one address are excluded by what tells their buyers apart, no longer by the address alone.
    await sql`alter table purchases add column network text`.execute(db)
    await sql`drop index unsettled_purchases`.execute(db)
    await sql`alter table redemptions drop constraint redemptions_state_check`.execute(db)
    await sql`
      alter table redemptions add constraint redemptions_state_check
        check (state in ('held', 'waiting', 'used', 'released')) not valid`.execute(db)
  },
}
