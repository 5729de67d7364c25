import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Up to where the history of purchases is complete, known by the transactions that were under way and no longer by time alone. */
export const noticeCursors: Migration = {
  async up(db) {
    await sql`
      alter table notice_cursors
        add column seen_to bigint not null default 0,
        add column seen_before xid8 not null default '0',
        add column seen_at timestamptz not null default now()`.execute(db)
    await sql`update notice_cursors set seen_to = collected_to`.execute(db)
  },
}
