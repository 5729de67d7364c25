import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How many of one thing are bought at once: a form's choice, and what was chosen. Everything from before is one. */
export const quantity: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column quantity_label text not null default '',
        add column quantity_min integer not null default 1,
        add column quantity_max integer not null default 1`.execute(db)
    for (const table of ['purchase_lines', 'subscriptions']) {
      await sql`
        alter table ${sql.table(table)}
          add column quantity integer not null default 1,
          add constraint ${sql.ref(`${table}_quantity_check`)} check (quantity >= 1) not valid`.execute(db)
    }
    await sql`
      alter table forms add constraint forms_quantity_check
        check (quantity_min >= 1 and quantity_max >= quantity_min) not valid`.execute(db)
  },
}
