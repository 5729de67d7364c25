import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Columns of sessions and identities that a library of accounts wanted, and nobody read. */
export const unusedColumns: Migration = {
  async up(db) {
    await sql`alter table sessions drop column token`.execute(db)
    await sql`
      alter table identities
        drop column access_token,
        drop column refresh_token,
        drop column id_token,
        drop column access_token_expires_at,
        drop column refresh_token_expires_at,
        drop column scope`.execute(db)
  },
}
