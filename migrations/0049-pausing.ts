import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a seller has stopped selling a form for a while, and what they tell buyers meanwhile. */
export const pausing: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column is_paused boolean not null default false,
        add column pause_message text`.execute(db)
  },
}
