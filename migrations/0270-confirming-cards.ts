import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The card that confirmed a payment, if it is not the card that was checked for a trial or coupon. */
export const recordConfirmingCards: Migration = {
  async up(db) {
    await sql`alter table redemptions add column paid_by text`.execute(db)
    await sql`alter table trial_starts add column paid_by text`.execute(db)
  },
}
