import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Where the seller's connected account was when a purchase was paid is kept with it: whose law its buyer is told of hangs
 * on it. Of what was paid before, nobody has looked at it, and its buyers were told so.
 */
export const accountCountries: Migration = {
  async up(db) {
    await sql`alter table purchases add column account_country text`.execute(db)
  },
}
