import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The hosts that show payment pages, as each connected account has registered them for wallets, and the methods that the
 * account has on (a list of the provider's names; null: not read yet).
 */
export const paymentDomains: Migration = {
  async up(db) {
    await sql`
      create table payment_domains (
        stripe_account_id text not null,
        domain text not null,
        status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
        checked_at timestamptz,
        next_check_at timestamptz not null,
        check_count integer not null default 0,
        primary key (stripe_account_id, domain)
      )`.execute(db)
    await sql`create index payment_domains_due on payment_domains (next_check_at)`.execute(db)
    await sql`alter table sellers add column payment_methods jsonb`.execute(db)
  },
}
