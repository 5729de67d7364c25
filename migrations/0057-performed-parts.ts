import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Of a service that had begun, how much was performed when its buyer withdrew: that part stays with the seller. */
export const performedParts: Migration = {
  async up(db) {
    await sql`
      alter table withdrawn_purchases
        add column performed_percentage integer check (performed_percentage between 1 and 99)`.execute(db)
  },
}
