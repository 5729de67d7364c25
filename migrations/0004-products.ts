import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Short links to payment pages, tags of offers, and the ways from a bump, offer or tax to the forms that use it. */
export const products: Migration = {
  async up(db) {
    await sql`
      create table short_links (
        code text primary key,
        form_id uuid not null unique references forms,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`alter table offers add column tags jsonb not null default '[]'`.execute(db)
    await sql`create index form_bumps_of_bump on form_bumps (bump_id)`.execute(db)
    await sql`create index form_offer_sequence_of_bump on form_offer_sequence (bump_id)`.execute(db)
    await sql`create index forms_of_offer on forms (one_time_offer_id) where deleted_at is null`.execute(db)
    await sql`create index forms_of_tax on forms (tax_id) where deleted_at is null`.execute(db)
  },
}
