import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a seller sells and how they take withdrawals, in versions that paid purchases refer to. And of each purchase what
 * the right of withdrawal from it hangs on: what its buyer was asked and said before paying, when they first opened what
 * they bought, and when goods arrived. Purchases of before were asked nothing.
 */
export const sellerPolicies: Migration = {
  async up(db) {
    await sql`
      create table seller_policies (
        id uuid primary key,
        seller_id uuid not null references sellers,
        sells text not null check (sells in ('digital', 'service', 'goods', 'dated_event')),
        withdrawal_days integer not null check (withdrawal_days between 14 and 365),
        on_withdrawal text not null check (on_withdrawal in ('refund_at_once', 'ask_me')),
        early_start text not null check (early_start in ('offered', 'required', 'not_asked')),
        own_text text,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index seller_policies_of_seller on seller_policies (seller_id)`.execute(db)
    await sql`alter table sellers add column policy_id uuid references seller_policies`.execute(db)
    await sql`
      alter table purchases
        add column policy_id uuid references seller_policies,
        add column consent_asked text,
        add column begun_at timestamptz,
        add column delivered_on date`.execute(db)
    await sql`
      create table consents (
        purchase_id uuid not null references purchases,
        kind text not null check (kind in ('early_start', 'loss_of_right')),
        text text not null,
        locale text not null,
        given_at timestamptz not null,
        primary key (purchase_id, kind)
      )`.execute(db)
  },
}
