import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How long a coupon lasts on a recurring price, what each cycle of a subscription is reduced by, and the card that one
 * waits for whose first payment is nothing. Coupons that are there already are taken off the first payment.
 */
export const recurringDiscounts: Migration = {
  async up(db) {
    await sql`
      alter table coupons
        add column lasts text not null default 'once' check (lasts in ('once', 'cycles', 'forever')),
        add column cycles integer check (cycles > 1),
        add check ((lasts = 'cycles') = (cycles is not null))`.execute(db)
    await sql`
      alter table subscriptions
        add column discount_amount bigint not null default 0,
        add column discount_cycles integer,
        add column reduced_total bigint,
        add column stripe_setup_intent_id text,
        add constraint subscriptions_discount_amount_check check (discount_amount >= 0) not valid`.execute(db)
    await sql`
      alter table provider_objects
        drop constraint provider_objects_kind_check,
        add constraint provider_objects_kind_check check (kind in ('product', 'tax_rate', 'coupon')) not valid`.execute(
      db,
    )
  },
}
