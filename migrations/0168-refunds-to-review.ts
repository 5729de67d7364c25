import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A withdrawal can wait because its content may have been shown after the payment, and a shop's members are notified of
 * failed refunds. Earlier rows satisfy the new constraints, so they need no validation.
 */
export const reviewRefunds: Migration = {
  async up(db) {
    await sql`
      alter table withdrawn_purchases
        drop constraint withdrawn_purchases_waits_because_check,
        add constraint withdrawn_purchases_waits_because_check
          check (waits_because in ('country', 'opened', 'shown', 'late', 'arrival')) not valid`.execute(db)
    await sql`
      alter table notices
        drop constraint notices_kind_check,
        add constraint notices_kind_check check (kind in (
          'sale', 'refund', 'refund_failed', 'dispute', 'renewal_failed', 'payment_returned', 'cancellation',
          'withdrawal', 'payout_failed', 'payout_paid')) not valid`.execute(db)
  },
}
