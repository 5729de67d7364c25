import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** The seller's note about why they refunded, for their team. */
export const addRefundReasons: Migration = {
  async up(db) {
    await sql`alter table refunds add column reason text`.execute(db)
    await addToView(db, 'refunds', 'reason')
  },
}
