import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A coupon that is taken off the offers after an order as well, and what it took off each that was shown. */
export const couponsOfOffers: Migration = {
  async up(db) {
    await sql`
      alter table coupons
        drop constraint coupons_scope_check,
        add constraint coupons_scope_check check (scope in ('form', 'bumps', 'order', 'everything')) not valid`.execute(
      db,
    )
    await sql`
      alter table shown_offers
        add column discount_amount bigint not null default 0,
        add constraint shown_offers_discount_amount_check check (discount_amount >= 0) not valid`.execute(db)
  },
}
