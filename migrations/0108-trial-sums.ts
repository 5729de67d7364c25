import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A trial has begun a recurring price once it came to a payment, which is hours after the time at which that is counted:
 * a kept sum of that time goes with it. Those that were kept without are summed anew when somebody looks.
 */
export const trialSums: Migration = {
  async up(db) {
    await sql`drop trigger subscription_is_moved on subscriptions`.execute(db)
    await sql`
      create trigger subscription_is_moved after update on subscriptions for each row
        when ((old.seller_id, old.billing_cycle_anchor, old.ended_at, old.trial_days = 0 or old.paid_cycles > 0)
          is distinct from
          (new.seller_id, new.billing_cycle_anchor, new.ended_at, new.trial_days = 0 or new.paid_cycles > 0))
        execute function subscription_changes_sums()`.execute(db)
    await sql`
      delete from sales_sums where seller_id in (select seller_id from subscriptions where trial_days > 0)`.execute(
      db,
    )
  },
}
