import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A notice of a dispute says whether the bank only asked. Those of before are left as they were told. */
export const noticesOfInquiries: Migration = {
  async up(db) {
    await sql`alter table notices add column asks boolean not null default false`.execute(db)
  },
}
