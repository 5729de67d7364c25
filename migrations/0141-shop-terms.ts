import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The terms of a shop, which each form has that names none of its own. */
export const shopTerms: Migration = {
  async up(db) {
    await sql`alter table sellers add column terms_url text`.execute(db)
  },
}
