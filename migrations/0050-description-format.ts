import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** How a form's description is written; what was written before is plain text and is shown as it was. */
export const descriptionFormat: Migration = {
  async up(db) {
    await sql`
      alter table forms add column description_format text not null default 'plain'
        check (description_format in ('plain', 'markdown'))`.execute(db)
  },
}
