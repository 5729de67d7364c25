import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a form has cost and since when, its timers' prices dated ahead. The forms there are begin with their present price. */
export const priceHistory: Migration = {
  async up(db) {
    await sql`
      create table price_history (
        form_id uuid not null references forms,
        amount bigint not null check (amount >= 0),
        currency text not null,
        from_at timestamptz not null
      )`.execute(db)
    await sql`
      insert into price_history (form_id, amount, currency, from_at)
      select forms.id, coalesce(timer.amount, forms.amount), currency, now()
      from forms left join lateral (
        select amount from timers
        where form_id = forms.id and amount > 0 and expires_at <= now()
        order by expires_at desc limit 1
      ) timer on true
      where deleted_at is null`.execute(db)
    await sql`
      insert into price_history (form_id, amount, currency, from_at)
      select form_id, timers.amount, currency, expires_at
      from timers join forms on forms.id = form_id
      where timers.amount > 0 and expires_at > now() and deleted_at is null`.execute(db)
    await sql`create index price_history_of_form on price_history (form_id, from_at)`.execute(db)
  },
}
