import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What mails and papers to buyers say of a payment and how, kept with it: their language's formats, and the card. */
export const whatBuyersRead: Migration = {
  async up(db) {
    await sql`alter table purchases add column locale text, add column card_brand text, add column card_last4 text`.execute(
      db,
    )
    await sql`alter table mails add column thread text`.execute(db)
    await sql`alter table sellers add column account_country text`.execute(db)
  },
}
