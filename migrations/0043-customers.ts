import { sql, type Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Who buys from a seller, known by email: a purchase names its customer from the moment in which it is paid, and a job
 * names those of the purchases before. `mail_to` is where a purchase's mails go since its seller corrected the address.
 */
export const customers: Migration = {
  async up(db) {
    await sql`
      create table customers (
        id uuid primary key,
        seller_id uuid not null references sellers,
        email_key text,
        email text,
        plain_email text generated always as (lower(regexp_replace(email, '\\+[^@]*@', '@'))) stored,
        name text not null,
        first_paid_at timestamptz not null,
        merged_into uuid references customers,
        erased_at timestamptz,
        unique (seller_id, email_key),
        check ((email is null) = (email_key is null))
      )`.execute(db)
    await sql`
      create index customers_by_time on customers (seller_id, first_paid_at, id)
        where merged_into is null and erased_at is null`.execute(db)
    await sql`create index customers_by_plain_email on customers (seller_id, plain_email)`.execute(db)
    await sql`create index customers_by_name on customers (seller_id, lower(name))`.execute(db)
    await sql`create index customers_merged on customers (merged_into) where merged_into is not null`.execute(
      db,
    )
    await search(db)
    await sql`
      create table customer_tags (
        customer_id uuid not null references customers,
        seller_id uuid not null references sellers,
        tag text not null,
        primary key (customer_id, tag)
      )`.execute(db)
    await sql`create index customers_of_tag on customer_tags (seller_id, tag, customer_id)`.execute(db)
    await sql`
      create table customer_notes (
        id uuid primary key,
        customer_id uuid not null references customers,
        text text not null,
        written_by uuid references users on delete set null,
        written_at timestamptz not null
      )`.execute(db)
    await sql`create index notes_of_customer on customer_notes (customer_id)`.execute(db)
    await sql`
      create table customer_merges (
        gone_id uuid primary key references customers,
        kept_id uuid not null references customers,
        merged_by uuid references users on delete set null,
        merged_at timestamptz not null,
        purchase_ids uuid[] not null
      )`.execute(db)
    await sql`create index merges_of_customer on customer_merges (kept_id)`.execute(db)
    await sql`alter table purchases add column customer_id uuid, add column mail_to text`.execute(db)
    await sql`
      alter table purchases add constraint purchases_customer_id_fkey
        foreign key (customer_id) references customers not valid`.execute(db)
    await permissions(db)
  },
}

/** As for the other lists (0017): words are found anywhere in a text, of one seller among many. */
async function search(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select extname from pg_extension where extname in ('pg_trgm', 'btree_gin')`.execute(db)
  if (rows.length < 2) return
  await sql`
    create index customers_by_words on customers using gin (seller_id, email gin_trgm_ops, name gin_trgm_ops)`.execute(
    db,
  )
}

/** Whoever may see or look after sales by a role that came with the product may do so for customers. */
async function permissions(db: Kysely<unknown>): Promise<void> {
  for (const { verb, words, mayUpdate } of [
    { verb: 'read', words: 'See customers', mayUpdate: false },
    { verb: 'manage', words: 'See customers; tag, correct, merge and erase them', mayUpdate: true },
  ]) {
    await sql`
      insert into permissions (id, name, description, entity, read, write, update, delete)
      values (gen_random_uuid(), ${`Customers: ${verb}`}, ${words}, 'customers', true, false, ${mayUpdate}, false)
      on conflict do nothing`.execute(db)
    await sql`
      insert into role_permissions (role_id, permission_id)
      select roles.id, added.id
      from permissions added, roles
      where added.name = ${`Customers: ${verb}`} and added.entity = 'customers'
        and roles.name in ('Manager', 'Customer care', 'Viewer')
        and exists (
          select from role_permissions held join permissions on permissions.id = held.permission_id
          where held.role_id = roles.id and permissions.name = ${`Sales: ${verb}`}
        )
      on conflict do nothing`.execute(db)
  }
}
