import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Whether a form's page is light or dark; every form there is stays as it was. */
export const colorScheme: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column color_scheme text not null default 'automatic'
          check (color_scheme in ('automatic', 'light', 'dark', 'device'))`.execute(db)
  },
}
