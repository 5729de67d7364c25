import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * API keys of sellers' programs, and the last day's writes by `Idempotency-Key`. A key is deleted when its maker leaves
 * the shop.
 */
export const addApiKeys: Migration = {
  async up(db) {
    await sql`
      create table api_keys (
        id uuid primary key,
        seller_id uuid not null references sellers,
        user_id uuid not null references members on delete cascade,
        name text not null,
        prefix text not null,
        hash text not null unique,
        scopes text[] not null,
        created_at timestamptz not null,
        expires_at timestamptz,
        last_used_at timestamptz,
        revoked_at timestamptz
      )`.execute(db)
    await sql`create index api_keys_of_seller on api_keys (seller_id, id)`.execute(db)
    await sql`create index api_keys_of_user on api_keys (user_id)`.execute(db)
    await sql`create index api_keys_revoked on api_keys (revoked_at) where revoked_at is not null`.execute(db)
    await sql`
      create view api_keys_view as
      select id, seller_id, user_id, hash, scopes, expires_at, last_used_at, revoked_at from api_keys`.execute(
      db,
    )
    await sql`
      create table api_requests (
        key_id uuid not null references api_keys on delete cascade,
        idempotency_key text not null,
        fingerprint text not null,
        began_at timestamptz not null,
        leased_until timestamptz not null,
        has_acted boolean not null default false,
        status integer,
        body text,
        primary key (key_id, idempotency_key)
      )`.execute(db)
    await sql`create index api_requests_by_time on api_requests (began_at)`.execute(db)
  },
}
