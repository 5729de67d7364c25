import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Forms that ask for the buyer's country or address before paying, and the country given there. */
export const askForDetails: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column asks_for text not null default 'nothing' check (asks_for in ('nothing', 'country', 'address')),
        add column sells_to_businesses boolean not null default false`.execute(db)
    await addToView(db, 'forms', 'asks_for', 'sells_to_businesses')
    await sql`alter table buyer_details add column asked_country text`.execute(db)
    await addToView(db, 'buyer_details', 'asked_country')
  },
}
