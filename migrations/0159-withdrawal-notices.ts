import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A shop's members are notified of withdrawals. Earlier rows satisfy the new constraints, so they need no validation.
 */
export const notifyOfWithdrawals: Migration = {
  async up(db) {
    await sql`
      alter table notices
        drop constraint notices_kind_check,
        drop constraint notices_outcome_check,
        add constraint notices_kind_check check (kind in (
          'sale', 'refund', 'dispute', 'renewal_failed', 'payment_returned', 'cancellation', 'withdrawal',
          'payout_failed', 'payout_paid')) not valid,
        add constraint notices_outcome_check check (outcome in ('won', 'lost', 'closed', 'due')) not valid`.execute(
      db,
    )
    await sql`alter table withdrawals add column reminded_at timestamptz`.execute(db)
  },
}
