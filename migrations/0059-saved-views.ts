import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Searches and filters of a list under a name: of one member, or for everybody in the shop. */
export const savedViews: Migration = {
  async up(db) {
    await sql`
      create table saved_views (
        id uuid primary key,
        seller_id uuid not null references sellers,
        made_by uuid references users on delete set null,
        list text not null check (list in ('sales', 'customers')),
        name text not null,
        filter jsonb not null,
        is_shared boolean not null,
        check (is_shared or made_by is not null)
      )`.execute(db)
    await sql`create index saved_views_of_seller on saved_views (seller_id)`.execute(db)
  },
}
