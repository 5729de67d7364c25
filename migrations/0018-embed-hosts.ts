import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The hosts whose pages may show a form's payment page inside of them; none, unless the seller lists some. */
export const embedHosts: Migration = {
  async up(db) {
    await sql`alter table forms add column embed_hosts text[] not null default '{}'`.execute(db)
  },
}
