import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Our part of what a subscription charges, and a fee that the two books tell differently. */
export const sellerDetails: Migration = {
  async up(db) {
    await sql`
      alter table subscriptions
        add column application_fee_basis_points integer not null default 0
          check (application_fee_basis_points between 0 and 10000)`.execute(db)
    await sql`
      alter table book_differences
        drop constraint book_differences_kind_check,
        add constraint book_differences_kind_check check (kind in ('charge_without_purchase',
          'purchase_without_charge', 'amount_differs', 'refund_missing', 'refund_differs', 'fee_differs'))`.execute(
      db,
    )
  },
}
