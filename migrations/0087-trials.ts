import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a recurring price begins with: days of trial and what these cost, a set-up fee; and what paying the rest of a plan
 * early takes off it. A subscription keeps what of it was agreed.
 */
export const trials: Migration = {
  async up(db) {
    for (const table of ['forms', 'form_prices']) {
      await sql`
        alter table ${sql.ref(table)}
          add column trial_days integer not null default 0 check (trial_days between 0 and 730),
          add column trial_amount bigint not null default 0 check (trial_amount >= 0),
          add column setup_amount bigint not null default 0 check (setup_amount >= 0),
          add column setup_label text not null default '',
          add column payoff_discount integer not null default 0 check (payoff_discount between 0 and 90)`.execute(
        db,
      )
    }
    await sql`
      alter table subscriptions
        add column trial_days integer not null default 0,
        add column trial_end timestamptz,
        add column payoff_discount integer not null default 0`.execute(db)
    await sql`
      alter table purchase_lines
        drop constraint purchase_lines_kind_check,
        add constraint purchase_lines_kind_check check (kind in ('form', 'setup', 'bump', 'offer')) not valid`.execute(
      db,
    )
  },
}
