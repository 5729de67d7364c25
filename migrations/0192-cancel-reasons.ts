import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Why a buyer canceled, in one of five answers and their own words. */
export const addCancelReasons: Migration = {
  async up(db) {
    await sql`
      alter table subscriptions
        add column cancel_reason text
          check (cancel_reason in ('price', 'not_used', 'missing', 'elsewhere', 'other')),
        add column cancel_note text`.execute(db)
    await addToView(db, 'subscriptions', 'cancel_reason', 'cancellation_at')
  },
}
