import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A plan's buyer may pay its rest at once: a purchase of its own, which the subscription names from the intent on. */
export const payOffs: Migration = {
  async up(db) {
    await sql`
      alter table purchases
        drop constraint purchases_kind_check,
        add constraint purchases_kind_check
          check (kind in ('order', 'offer', 'renewal', 'payoff')) not valid`.execute(db)
    await sql`alter table subscriptions add column payoff_purchase_id uuid`.execute(db)
  },
}
