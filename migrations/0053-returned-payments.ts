import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A seller can be told of a payment that a bank had and did not carry out. */
export const returnedPayments: Migration = {
  async up(db) {
    await sql`alter table notices
      drop constraint notices_kind_check,
      add constraint notices_kind_check check (kind in ('sale', 'refund', 'dispute', 'renewal_failed',
        'payment_returned', 'cancellation')) not valid`.execute(db)
  },
}
