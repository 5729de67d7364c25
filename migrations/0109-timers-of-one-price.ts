import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A timer may be of one of its form's prices. What it brings stands beside `amount`, which a release from before this takes
 * for one of the first price: there, such a timer counts down and changes nothing. What further prices have cost, and will,
 * is noted as it is of the first; those that there are begin with their present one.
 */
export const timersOfOnePrice: Migration = {
  async up(db) {
    await sql`
      alter table timers
        add column price_id uuid,
        add column price_amount bigint check (price_amount >= 0),
        add check (price_id is null and price_amount is null
          or price_id is not null and amount is null and redirect_url is null)`.execute(db)
    await sql`
      create table further_price_history (
        form_id uuid not null references forms,
        price_id uuid not null,
        amount bigint not null check (amount >= 0),
        currency text not null,
        from_at timestamptz not null
      )`.execute(db)
    await sql`
      insert into further_price_history (form_id, price_id, amount, currency, from_at)
      select form_id, form_prices.id, form_prices.amount, currency, now()
      from form_prices join forms on forms.id = form_id
      where deleted_at is null and state <> 'retired'`.execute(db)
    await sql`
      create index further_price_history_of_form on further_price_history (form_id, price_id, from_at)`.execute(
      db,
    )
  },
}
