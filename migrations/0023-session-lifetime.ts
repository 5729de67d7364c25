import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** However often it is renewed, a session ends 30 days after its sign-in; those that are open as well. */
export const sessionLifetime: Migration = {
  async up(db) {
    await sql`
      update sessions set expires_at = created_at + interval '30 days'
        where expires_at > created_at + interval '30 days'`.execute(db)
  },
}
