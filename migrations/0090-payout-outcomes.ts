import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How payouts ended, as the provider told us: whoever is told of it reads it here. A notice may be about one of them in place
 * of a purchase.
 */
export const payoutOutcomes: Migration = {
  async up(db) {
    await sql`
      create table payout_outcomes (
        payout_id text not null,
        outcome text not null check (outcome in ('paid', 'failed')),
        seller_id uuid not null references sellers,
        amount bigint not null check (amount >= 0),
        is_debit boolean not null,
        currency text not null,
        bank_name text,
        bank_last4 text,
        failure_code text,
        failure_message text,
        at timestamptz not null,
        is_noticed boolean not null default false,
        primary key (payout_id, outcome)
      )`.execute(db)
    await sql`create index payout_outcomes_new on payout_outcomes (at) where not is_noticed`.execute(db)
    await sql`create index payout_outcomes_by_time on payout_outcomes (at)`.execute(db)
    await sql`alter table notices
      alter column transition_id drop not null,
      alter column purchase_id drop not null,
      drop constraint notices_kind_check,
      add constraint notices_kind_check check (kind in ('sale', 'refund', 'dispute', 'renewal_failed',
        'payment_returned', 'cancellation', 'payout_failed', 'payout_paid')) not valid,
      add constraint notices_subject_check check (
        case when kind in ('payout_failed', 'payout_paid') then subject is not null
        else transition_id is not null and purchase_id is not null end
      ) not valid`.execute(db)
  },
}
