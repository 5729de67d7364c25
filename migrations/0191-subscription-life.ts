import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Whether a subscription's card expires before the next payment, and the subscription's pause. */
export const addSubscriptionLife: Migration = {
  async up(db) {
    await sql`
      alter table subscriptions
        add column card_check_at timestamptz,
        add column card_ends_before_due boolean,
        add column pause_from timestamptz,
        add column pause_until timestamptz,
        add column pause_by text check (pause_by in ('buyer', 'seller')),
        add column pause_asked_at timestamptz,
        add column skips integer not null default 0,
        add constraint subscriptions_pause_check check (
          (pause_from is null) = (pause_until is null) and pause_from <= pause_until)`.execute(db)
    await addToView(db, 'subscriptions', 'pause_from', 'pause_until', 'skips')
    await sql`alter table forms add column allows_pause boolean not null default true`.execute(db)
    await addToView(db, 'forms', 'allows_pause')
    await sql`
      update subscriptions set card_check_at = greatest(now(), current_period_end - interval '21 days')
      where status in ('active', 'trialing') and current_period_end > now()`.execute(db)
  },
}
