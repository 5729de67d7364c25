import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Since when a renewal is unpaid. Where one is already, it is filled in by the next comparison, within a day. */
export const paymentFailedAt: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column payment_failed_at timestamptz`.execute(db)
  },
}
