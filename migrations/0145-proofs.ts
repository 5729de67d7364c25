import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** When the person of a session last proved who they are. */
export const proofs: Migration = {
  async up(db) {
    await sql`alter table sessions add column proved_at timestamptz`.execute(db)
  },
}
