import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** The titles of timers and taxes in other languages. */
export const translateTitles: Migration = {
  async up(db) {
    for (const table of ['timers', 'taxes']) {
      await sql`alter table ${sql.table(table)} add column texts jsonb not null default '{}'`.execute(db)
      await addToView(db, table, 'texts')
    }
  },
}
