import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** The country of the card that paid, as evidence of the buyer's country besides the one that the buyer chose. */
export const recordCardCountries: Migration = {
  async up(db) {
    await sql`alter table purchases add column card_country text`.execute(db)
    await addToView(db, 'purchases', 'card_country')
  },
}
