import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What of a seller's sales was given back is found by when it was sold: one index in place of two (`later-indexes.ts`). */
export const returnedPurchases: Migration = {
  async up(db) {
    await sql`drop index if exists purchases_given_back`.execute(db)
    await sql`drop index if exists purchases_partly_refunded`.execute(db)
  },
}
