import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A shop's developers are notified when a webhook fails or is turned off. Earlier rows satisfy the new constraints, so
 * they need no validation.
 */
export const notifyOfEndpoints: Migration = {
  async up(db) {
    await sql`
      alter table notices
        drop constraint notices_kind_check,
        drop constraint notices_subject_check,
        add constraint notices_kind_check check (kind in (
          'sale', 'refund', 'refund_failed', 'dispute', 'renewal_failed', 'payment_returned', 'cancellation',
          'withdrawal', 'payout_failed', 'payout_paid', 'webhook_failing', 'webhook_off')) not valid,
        add constraint notices_subject_check check (
          case when kind in ('payout_failed', 'payout_paid', 'webhook_failing', 'webhook_off') then subject is not null
          else transition_id is not null and purchase_id is not null end) not valid`.execute(db)
    await sql`
      create view webhook_endpoints_view as select id, name from webhook_endpoints`.execute(db)
  },
}
