import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** VAT numbers of business buyers with the register's response, and tax refunds when a number is confirmed late. */
export const checkVatNumbers: Migration = {
  async up(db) {
    await sql`
      create table vat_checks (
        requester text not null,
        number text not null,
        status text not null check (status in ('verified', 'unverified', 'unavailable')),
        name text,
        request_id text,
        checked_at timestamptz not null,
        primary key (requester, number)
      )`.execute(db)
    await sql`create index vat_checks_of_day on vat_checks (checked_at)`.execute(db)
    await sql`
      create table vat_numbers (
        id uuid primary key,
        purchase_id uuid not null unique references purchases on delete cascade,
        country text not null,
        number text not null,
        requester text not null,
        status text not null check (status in ('verified', 'unverified', 'unavailable')),
        name text,
        request_id text,
        checked_at timestamptz not null,
        returns_tax boolean not null default false,
        next_check_at timestamptz,
        check_count integer not null default 0
      )`.execute(db)
    await sql`create index vat_numbers_due on vat_numbers (next_check_at) where next_check_at is not null`.execute(
      db,
    )
    await sql`create index vat_numbers_returning on vat_numbers (purchase_id) where returns_tax`.execute(db)
    await sql`
      create view vat_numbers_view as
      select purchase_id, country, number, status, name, request_id, checked_at, returns_tax
      from vat_numbers`.execute(db)
    await sql`
      alter table refunds drop constraint refunds_requested_by_check,
        add constraint refunds_requested_by_check
          check (requested_by in ('seller', 'buyer', 'withdrawal', 'provider', 'vat')) not valid`.execute(db)
  },
}
