import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lets payment pages read whether to offer a reminder. */
export const showReminders: Migration = {
  async up(db) {
    await sql`create view form_recovery_view as select form_id, page from form_recovery`.execute(db)
  },
}
