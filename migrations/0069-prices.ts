import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Further prices of a form beside the one in its own row, which stays where it is: nothing is copied that could disagree,
 * and a release from before this goes on with forms as it knows them.
 */
export const prices: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column price_id uuid,
        add column price_label text not null default ''`.execute(db)
    await sql`alter table purchases add column price_id uuid`.execute(db)
    await sql`
      create table form_prices (
        id uuid primary key,
        form_id uuid not null references forms,
        position integer not null,
        label text not null,
        amount bigint not null check (amount >= 0),
        price_type text not null check (price_type in ('OneTimePrice', 'RecurringPrice')),
        billing_interval integer not null check (billing_interval >= 1),
        billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
        cancel_after integer not null check (cancel_after >= 0),
        state text not null check (state in ('listed', 'hidden', 'retired')),
        is_default boolean not null,
        check (price_type = 'OneTimePrice' or amount > 0)
      )`.execute(db)
    await sql`create index form_prices_of_form on form_prices (form_id, position)`.execute(db)
  },
}
