import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a subscription's card ends before its next payment. */
export const addSubscriptionLife: Migration = {
  async up(db) {
    await sql`
      alter table subscriptions
        add column card_check_at timestamptz,
        add column card_ends_before_due boolean`.execute(db)
    await sql`
      update subscriptions set card_check_at = greatest(now(), current_period_end - interval '21 days')
      where status in ('active', 'trialing') and current_period_end > now()`.execute(db)
  },
}
