import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A statement may cancel a recurring contract in place of withdrawing from one: for cause or not, now or for a later day. */
export const cancellations: Migration = {
  async up(db) {
    await sql`
      alter table withdrawals
        add column kind text not null default 'withdrawal' check (kind in ('withdrawal', 'cancellation')),
        add column cause text,
        add column ends_on date`.execute(db)
  },
}
