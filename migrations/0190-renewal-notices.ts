import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** When a subscription's buyer is reminded of the next payment, and what the seller chose. */
export const addRenewalNotices: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column renewal_notice_days integer not null default 14 check (renewal_notice_days between 7 and 45),
        add column notices_short_renewals boolean not null default false`.execute(db)
    await addToView(db, 'forms', 'renewal_notice_days', 'notices_short_renewals')
    await sql`alter table subscriptions add column renewal_notice_at timestamptz`.execute(db)
    // All other subscriptions are checked after their next payment, which is less than half a year away.
    await sql`
      update subscriptions set renewal_notice_at = greatest(now(), current_period_end - interval '45 days')
      where status = 'active' and cancel_after = 0 and current_period_end > now()
        and (billing_period = 'Yearly' or (billing_period = 'Monthly' and billing_interval >= 6))`.execute(db)
  },
}
