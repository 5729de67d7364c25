import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What browsers refused on our pages, or would have: counted by day, page, directive and where it came from. */
export const contentSecurityReports: Migration = {
  async up(db) {
    await sql`
      create table content_security_reports (
        day date not null,
        document text not null,
        directive text not null,
        blocked_host text not null,
        is_script boolean not null,
        count integer not null check (count > 0),
        last_at timestamptz not null,
        primary key (day, document, directive, blocked_host)
      )`.execute(db)
  },
}
