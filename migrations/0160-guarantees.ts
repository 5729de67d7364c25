import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** A form's promise to its buyers, shown near the button. */
export const addGuarantees: Migration = {
  async up(db) {
    await sql`alter table forms add column guarantee text`.execute(db)
    await addToView(db, 'forms', 'guarantee')
  },
}
