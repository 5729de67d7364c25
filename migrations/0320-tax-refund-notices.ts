import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A shop's members are notified when a business gets its tax back. Earlier rows satisfy the new constraint, so they need
 * no validation.
 */
export const notifyOfTaxRefunds: Migration = {
  async up(db) {
    await sql`
      alter table notices
        drop constraint notices_kind_check,
        add constraint notices_kind_check check (kind in (
          'sale', 'refund', 'tax_refund', 'refund_failed', 'dispute', 'renewal_failed', 'payment_returned',
          'cancellation', 'withdrawal', 'payout_failed', 'payout_paid', 'webhook_failing', 'webhook_off')) not valid`.execute(
      db,
    )
  },
}
