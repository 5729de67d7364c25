import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Sessions whose cookie is used up at each renewal, second factors, passkeys, and what remains of a user and a seller
 * who left.
 */
export const accountSecurity: Migration = {
  async up(db) {
    await sql`alter table sessions add column generation integer not null default 0`.execute(db)
    await sql`
      create table second_factors (
        user_id uuid primary key references users on delete cascade,
        secret text not null,
        confirmed_at timestamptz,
        last_step integer not null default 0,
        created_at timestamptz not null default now()
      )`.execute(db)
    await sql`
      create table recovery_codes (
        user_id uuid not null references users on delete cascade,
        hash text not null,
        used_at timestamptz,
        primary key (user_id, hash)
      )`.execute(db)
    await sql`
      create table passkeys (
        id uuid primary key,
        user_id uuid not null references users on delete cascade,
        name text not null,
        credential_id text not null unique,
        public_key text not null,
        counter bigint not null,
        created_at timestamptz not null default now(),
        last_used_at timestamptz
      )`.execute(db)
    await sql`create index passkeys_of_user on passkeys (user_id)`.execute(db)
    await sql`alter table users add column erased_at timestamptz`.execute(db)
    await sql`alter table sellers add column closed_at timestamptz`.execute(db)
  },
}
