import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A webhook that was created with an API key is deleted along with it. */
export const addHooks: Migration = {
  async up(db) {
    await sql`
      alter table webhook_endpoints add column key_id uuid references api_keys on delete cascade`.execute(db)
    await sql`
      create index webhook_endpoints_of_key on webhook_endpoints (key_id) where key_id is not null`.execute(
      db,
    )
  },
}
