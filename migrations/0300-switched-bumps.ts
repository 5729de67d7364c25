import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Whether a form offers one of its bumps now. */
export const switchBumps: Migration = {
  async up(db) {
    await sql`alter table form_bumps add column is_on boolean not null default true`.execute(db)
    await addToView(db, 'form_bumps', 'is_on')
  },
}
