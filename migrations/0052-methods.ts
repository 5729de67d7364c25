import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a purchase was to be paid with, how it was paid, and until when a bank may have it. What was paid before was paid
 * by card, which null says as well.
 */
export const methods: Migration = {
  async up(db) {
    await sql`alter table purchases
      add column confirmation_token_id text,
      add column payment_method_type text,
      add column settles_by timestamptz,
      drop constraint purchases_status_check,
      add constraint purchases_status_check check (status in ('created', 'requires_action', 'processing', 'unknown',
        'paid', 'failed', 'canceled', 'partially_refunded', 'refunded')) not valid`.execute(db)
  },
}
