import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The one-time offers that a buyer was shown after an order, each as it was shown: what is charged for it is what this
 * row says. Its `purchase_id` is the last try to pay it, so that one offer has one try at a time.
 */
export const shownOffers: Migration = {
  async up(db) {
    await sql`
      create table shown_offers (
        id uuid primary key,
        order_id uuid not null references purchases,
        position integer not null,
        offer_id uuid references offers,
        bump_id uuid references bumps,
        title text not null,
        description text not null,
        image text not null,
        accept_button_text text not null,
        decline_button_text text not null,
        subtotal bigint not null check (subtotal >= 0),
        tax_amount bigint not null check (tax_amount >= 0),
        total bigint not null check (total = subtotal + tax_amount),
        tax_title text,
        tax_percentage numeric(7, 4),
        tax_inclusive boolean,
        purchase_id uuid unique references purchases,
        shown_at timestamptz not null,
        closed_as text check (closed_as in ('declined', 'withdrawn')),
        closed_at timestamptz,
        check ((offer_id is null) <> (bump_id is null)),
        check ((closed_as is null) = (closed_at is null)),
        unique (order_id, position),
        unique nulls not distinct (order_id, offer_id, bump_id)
      )`.execute(db)
    await sql`alter table purchase_lines add column offer_id uuid references offers`.execute(db)
  },
}
