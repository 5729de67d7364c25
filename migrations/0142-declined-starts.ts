import { sql, type RawBuilder } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of the old row or the new one. */
const hasBegun = (row: RawBuilder<unknown>) =>
  sql`${row}.status not in ('incomplete', 'incomplete_expired') and (${row}.trial_days = 0 or ${row}.paid_cycles > 0)`

/**
 * A recurring price whose first payment was declined has neither begun nor ended: a kept sum of that time goes when this
 * changes. Those that were kept with one are summed anew when somebody looks.
 */
export const declinedStarts: Migration = {
  async up(db) {
    await sql`drop trigger subscription_is_moved on subscriptions`.execute(db)
    await sql`
      create trigger subscription_is_moved after update on subscriptions for each row
        when ((old.seller_id, old.billing_cycle_anchor, old.ended_at, ${hasBegun(sql`old`)})
          is distinct from
          (new.seller_id, new.billing_cycle_anchor, new.ended_at, ${hasBegun(sql`new`)}))
        execute function subscription_changes_sums()`.execute(db)
    await sql`
      delete from sales_sums where seller_id in (
        select seller_id from subscriptions
        where status in ('incomplete', 'incomplete_expired') and billing_cycle_anchor is not null
      )`.execute(db)
  },
}
