import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How many pieces of what a form sells there are, and who took them. A purchase holds its pieces from its intent on, and
 * gives them back when it comes to nothing.
 */
export const stock: Migration = {
  async up(db) {
    await sql`
      create table stocks (
        id uuid primary key,
        form_id uuid not null unique references forms,
        stock_limit integer not null check (stock_limit >= 0),
        taken integer not null default 0
      )`.execute(db)
    // Its stock may be gone: then nobody counts it any more.
    await sql`
      create table stock_holds (
        purchase_id uuid primary key references purchases,
        stock_id uuid not null,
        quantity integer not null check (quantity >= 1),
        is_held boolean not null default true
      )`.execute(db)
    await sql`alter table purchases add column stock_id uuid`.execute(db)
  },
}
