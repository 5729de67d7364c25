import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * A renewal names its invoice, and a refund who asked for it. Both could be read from keys alone before: a fingerprint is
 * that of a request from now on, which neither a renewal nor a refund made at the provider has.
 */
export const invoicesAndRequesters: Migration = {
  async up(db) {
    await sql`alter table purchases
      add column stripe_invoice_id text,
      alter column fingerprint drop not null`.execute(db)
    await sql`update purchases set stripe_invoice_id = fingerprint, fingerprint = null where kind = 'renewal'`.execute(
      db,
    )
    await sql`alter table refunds
      add column requested_by text not null default 'seller' check (requested_by in ('seller', 'buyer', 'provider')),
      alter column fingerprint drop not null`.execute(db)
    await sql`update refunds set requested_by = 'buyer' where idempotency_key like 'undo-offer-%'`.execute(db)
    await sql`update refunds set requested_by = 'provider', fingerprint = null
      where fingerprint = stripe_refund_id`.execute(db)
    await sql`alter table refunds alter column requested_by drop default`.execute(db)
  },
}
