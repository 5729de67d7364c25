import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** The blocks of a form's page, such as questions and answers. */
export const addFormBlocks: Migration = {
  async up(db) {
    await sql`alter table forms add column blocks jsonb not null default '[]'`.execute(db)
    await addToView(db, 'forms', 'blocks')
  },
}
