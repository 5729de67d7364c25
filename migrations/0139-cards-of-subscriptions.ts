import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The card that pays a subscription since its buyer changed it, as people tell theirs apart; null: that of the order. */
export const cardsOfSubscriptions: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column card_brand text, add column card_last4 text`.execute(db)
  },
}
