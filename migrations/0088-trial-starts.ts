import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Who has begun a trial, so that it is had once; and when its buyer is to be reminded of the payment that follows. */
export const trialStarts: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column trial_reminder_at timestamptz`.execute(db)
    await sql`
      create table trial_starts (
        subscription_id uuid primary key references subscriptions on delete cascade,
        form_id uuid not null,
        email_key text not null,
        card_fingerprint text,
        started_at timestamptz not null
      )`.execute(db)
    await sql`create index trial_starts_by_email on trial_starts (form_id, email_key)`.execute(db)
    await sql`
      create index trial_starts_by_card on trial_starts (form_id, card_fingerprint)
      where card_fingerprint is not null`.execute(db)
    await sql`create index trial_starts_by_time on trial_starts (started_at)`.execute(db)
  },
}
