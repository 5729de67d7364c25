import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What buyers are told of a payment that has begun follows from the newest invoices, not from how many were paid: some never
 * are. And what was tried of a renewal says which one it was of, since an older release changes that one alone. What is
 * there already says so at its next comparison.
 */
export const paymentsOnTheirWay: Migration = {
  async up(db) {
    await sql`
      alter table subscriptions
        add column payment_on_its_way text check (payment_on_its_way in ('none', 'begun', 'at_bank')),
        add column unpaid_amount_of text`.execute(db)
  },
}
