import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Money that goes back to buyers, and the message that each such refund sends. */
export const refunds: Migration = {
  async up(db) {
    await sql`
      create table refunds (
        id uuid primary key,
        purchase_id uuid not null references purchases,
        idempotency_key text not null,
        fingerprint text not null,
        status text not null check (status in ('pending', 'succeeded', 'failed')),
        amount bigint not null check (amount > 0),
        tax_amount bigint not null check (tax_amount between 0 and amount),
        stripe_refund_id text unique,
        failure_reason text,
        next_check_at timestamptz,
        check_count integer not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        unique (purchase_id, idempotency_key)
      )`.execute(db)
    await sql`create index refunds_to_check on refunds (next_check_at) where next_check_at is not null`.execute(
      db,
    )
    await sql`alter table mails add column refund_id uuid references refunds`.execute(db)
    await sql`alter table mails drop constraint mails_kind_purchase_id_key`.execute(db)
    await sql`
      alter table mails add constraint mails_once unique nulls not distinct (kind, purchase_id, refund_id)`.execute(
      db,
    )
  },
}
