import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Our part of what a subscription charges, and a fee that the two books tell differently. And what invoices say of the
 * seller, in versions that paid purchases refer to, and of the buyer.
 */
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
    const party = sql`
      name text, address_line1 text, address_line2 text, postal_code text, city text, country text, tax_number text`
    await sql`
      create table seller_details (
        id uuid primary key,
        seller_id uuid not null references sellers,
        ${party},
        note text,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index seller_details_of_seller on seller_details (seller_id)`.execute(db)
    await sql`alter table sellers add column details_id uuid references seller_details`.execute(db)
    await sql`alter table purchases add column seller_details_id uuid references seller_details`.execute(db)
    await sql`
      create table buyer_details (
        purchase_id uuid primary key references purchases,
        ${party},
        updated_at timestamptz not null
      )`.execute(db)
  },
}
