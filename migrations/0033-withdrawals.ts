import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Statements by which buyers withdraw from contracts, what each one covers, and who of a team sees and decides them. A
 * refund says when a withdrawal asked for it.
 */
export const withdrawals: Migration = {
  async up(db) {
    await sql`
      create table withdrawals (
        id uuid primary key,
        seller_id uuid references sellers,
        purchase_id uuid references purchases,
        name text not null,
        email text not null,
        reference text not null,
        statement text not null,
        received_at timestamptz not null,
        matched_by text check (matched_by in ('number_and_email', 'page', 'seller')),
        confirmed_at timestamptz,
        refused_for text,
        decided_by uuid references users on delete set null,
        decided_at timestamptz,
        next_check_at timestamptz,
        check_count integer not null default 0,
        check ((matched_by is null) = (confirmed_at is null)),
        check ((refused_for is null) = (decided_at is null))
      )`.execute(db)
    await sql`create index withdrawals_of_seller on withdrawals (seller_id, id desc)`.execute(db)
    await sql`
      create index withdrawals_of_purchase on withdrawals (purchase_id) where purchase_id is not null`.execute(
      db,
    )
    await sql`
      create index withdrawals_to_check on withdrawals (next_check_at) where next_check_at is not null`.execute(
      db,
    )
    await sql`
      create table withdrawn_purchases (
        purchase_id uuid primary key references purchases,
        withdrawal_id uuid not null references withdrawals
      )`.execute(db)
    await sql`create index withdrawn_by on withdrawn_purchases (withdrawal_id)`.execute(db)
    // Every refund there is fits the narrower rule, so none has to be looked at.
    await sql`
      alter table refunds
        drop constraint refunds_requested_by_check,
        add constraint refunds_requested_by_check
          check (requested_by in ('seller', 'buyer', 'withdrawal', 'provider')) not valid`.execute(db)
    await permissions(db)
  },
}

/** Whoever may see or look after refunds by a role that came with the product may do so for withdrawals. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const { verb, words, mayUpdate } of [
    { verb: 'read', words: 'See withdrawals', mayUpdate: false },
    { verb: 'manage', words: 'See withdrawals, and refund or refuse them', mayUpdate: true },
  ]) {
    await sql`
      insert into permissions (id, name, description, entity, read, write, update, delete)
      values (gen_random_uuid(), ${`Withdrawals: ${verb}`}, ${words}, 'withdrawals', true, false, ${mayUpdate}, false)
      on conflict do nothing`.execute(db)
    await sql`
      insert into role_permissions (role_id, permission_id)
      select roles.id, added.id
      from permissions added, roles
      where added.name = ${`Withdrawals: ${verb}`} and added.entity = 'withdrawals'
        and roles.name in ('Manager', 'Customer care', 'Viewer')
        and exists (
          select from role_permissions held join permissions on permissions.id = held.permission_id
          where held.role_id = roles.id and permissions.name = ${`Refunds: ${verb}`}
        )
      on conflict do nothing`.execute(db)
  }
}
