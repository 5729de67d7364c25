import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Charges that a buyer's bank takes back or asks about, and refunds that the two books tell differently. */
export const disputes: Migration = {
  async up(db) {
    await sql`
      create table disputes (
        id text primary key,
        purchase_id uuid not null references purchases,
        status text not null,
        reason text not null,
        amount bigint not null check (amount >= 0),
        currency text not null,
        evidence_due_at timestamptz,
        created_at timestamptz not null,
        updated_at timestamptz not null
      )`.execute(db)
    await sql`create index disputes_of_purchase on disputes (purchase_id, created_at)`.execute(db)
    await sql`
      alter table book_differences
        drop constraint book_differences_kind_check,
        add constraint book_differences_kind_check check (kind in ('charge_without_purchase',
          'purchase_without_charge', 'amount_differs', 'refund_missing', 'refund_differs'))`.execute(db)
  },
}
