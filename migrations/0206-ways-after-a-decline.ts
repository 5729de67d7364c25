import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** What a payment page offers after a decline, a coupon for reminders, and links that buyers asked for. */
export const addWaysAfterDecline: Migration = {
  async up(db) {
    await sql.raw(statements).execute(db)
    await addToView(db, 'form_recovery', 'fallback_price_id', 'offers_without_extras')
  },
}

const statements = `
  alter table form_recovery
    add column coupon_id uuid references coupons on delete set null,
    add column fallback_price_id uuid,
    add column offers_without_extras boolean not null default false;
  alter table recoveries add column asked_at timestamptz;`
