import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What lowers a purchase's price: a coupon, the codes that it is asked for by, and who took it. A purchase holds its
 * place from its intent on, and gives it back when it comes to nothing.
 */
export const coupons: Migration = {
  async up(db) {
    await sql`
      create table coupons (
        id uuid primary key,
        seller_id uuid not null references sellers,
        title text not null,
        kind text not null check (kind in ('percent', 'amount')),
        percentage numeric(5, 2) check (percentage > 0 and percentage <= 100),
        amounts jsonb not null default '{}',
        scope text not null check (scope in ('form', 'bumps', 'order')),
        minimums jsonb not null default '{}',
        form_ids uuid[],
        starts_at timestamptz,
        ends_at timestamptz,
        zone text not null,
        max_redemptions integer check (max_redemptions > 0),
        max_per_buyer integer check (max_per_buyer > 0),
        taken integer not null default 0,
        is_active boolean not null,
        is_asked_for boolean not null,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now(),
        deleted_at timestamptz,
        check ((kind = 'percent') = (percentage is not null))
      )`.execute(db)
    await sql`create index coupons_of_seller on coupons (seller_id, id desc) where deleted_at is null`.execute(
      db,
    )
    await sql`
      create table coupon_codes (
        id uuid primary key,
        coupon_id uuid not null references coupons,
        seller_id uuid not null references sellers,
        code text not null,
        label text not null,
        max_redemptions integer check (max_redemptions > 0),
        taken integer not null default 0,
        created_at timestamptz not null default now(),
        deleted_at timestamptz
      )`.execute(db)
    // A code is found by its beginning as well, among many.
    await sql`
      create unique index coupon_codes_by_code on coupon_codes (seller_id, upper(code) text_pattern_ops)
      where deleted_at is null`.execute(db)
    await sql`create index coupon_codes_of_coupon on coupon_codes (coupon_id, id) where deleted_at is null`.execute(
      db,
    )
    await sql`
      create table redemptions (
        purchase_id uuid primary key references purchases,
        coupon_id uuid not null references coupons,
        code_id uuid not null references coupon_codes,
        email_key text not null,
        card_fingerprint text,
        state text not null check (state in ('held', 'used', 'released')),
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      )`.execute(db)
    await sql`create index redemptions_by_email on redemptions (coupon_id, email_key)`.execute(db)
    await sql`
      create index redemptions_by_card on redemptions (coupon_id, card_fingerprint)
      where card_fingerprint is not null`.execute(db)
    await permissions(db)
  },
}

/** Whoever may see or look after taxes by a role that came with the product may do so for coupons. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const { verb, words, mayChange } of [
    { verb: 'read', words: 'See coupons', mayChange: false },
    { verb: 'manage', words: 'See, create, change and delete coupons', mayChange: true },
  ]) {
    await sql`
      insert into permissions (id, name, description, entity, read, write, update, delete)
      values (gen_random_uuid(), ${`Coupons: ${verb}`}, ${words}, 'coupons', true, ${mayChange}, ${mayChange},
        ${mayChange})
      on conflict do nothing`.execute(db)
    await sql`
      insert into role_permissions (role_id, permission_id)
      select roles.id, added.id
      from permissions added, roles
      where added.name = ${`Coupons: ${verb}`} and added.entity = 'coupons'
        and roles.name in ('Manager', 'Editor', 'Viewer')
        and exists (
          select from role_permissions held join permissions on permissions.id = held.permission_id
          where held.role_id = roles.id and permissions.name = ${`Taxes: ${verb}`}
        )
      on conflict do nothing`.execute(db)
  }
}
