import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Forms on which stolen cards are tried out, and the one attempt that a quote may have in flight. */
export const cardTesting: Migration = {
  async up(db) {
    await sql`
      create table card_testing_attacks (
        id uuid primary key,
        form_id uuid not null references forms,
        began_at timestamptz not null,
        ends_at timestamptz not null,
        decline_count integer not null default 0
      )`.execute(db)
    await sql`create index attacks_of_form on card_testing_attacks (form_id, ends_at desc)`.execute(db)
    await sql`alter table purchases add column quote_id text`.execute(db)
    await sql`
      create unique index quotes_in_flight on purchases (quote_id) where status in ('created', 'unknown')`.execute(
      db,
    )
  },
}
