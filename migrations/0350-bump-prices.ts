import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** With which prices and from which quantity a form offers one of its bumps. */
export const limitBumps: Migration = {
  async up(db) {
    await sql`
      alter table form_bumps
        add column price_ids uuid[],
        add column quantity_min integer not null default 1 check (quantity_min >= 1)`.execute(db)
    await addToView(db, 'form_bumps', 'price_ids', 'quantity_min')
  },
}
