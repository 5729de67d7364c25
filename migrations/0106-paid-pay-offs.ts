import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** That somebody has tried to pay a plan off is not that it is paid: until then its buyer is told nothing of the kind. */
export const paidPayOffs: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column payoff_paid boolean not null default false`.execute(db)
    await sql`
      update subscriptions set payoff_paid = true
      where payoff_purchase_id is not null
        and (select status from purchases where id = payoff_purchase_id) in ('paid', 'partially_refunded', 'refunded')
      `.execute(db)
  },
}
