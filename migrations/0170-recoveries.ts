import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/** Orders that were almost paid, how each form tries to recover them, and buyers who want no emails about them. */
export const addRecoveries: Migration = {
  async up(db) {
    await sql.raw(statements).execute(db)
    await addToView(db, 'purchases', 'network', 'failure_reason', 'advice_code', 'recovery_id')
  },
}

const statements = `
  alter table purchases add column advice_code text, add column recovery_id uuid;
  create table recoveries (
    id uuid primary key,
    seller_id uuid not null references sellers on delete cascade,
    form_id uuid not null references forms on delete cascade,
    kind text not null check (kind in ('declined', 'authentication', 'page')),
    purchase_id uuid,
    transition_id bigint,
    email_key text not null,
    email text not null,
    name text not null,
    choices jsonb not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    locale text,
    language text not null,
    consent_text text,
    hold_out boolean not null,
    state text not null check (state in ('waiting', 'sent', 'stopped', 'paid', 'over')),
    reason text,
    next_at timestamptz,
    tried_at timestamptz,
    sent int not null default 0,
    paid_purchase_id uuid,
    paid_amount bigint check (paid_amount >= 0),
    paid_at timestamptz,
    created_at timestamptz not null
  );
  create unique index recoveries_open on recoveries (form_id, email_key) where state in ('waiting', 'sent');
  create index recoveries_of_buyer on recoveries (form_id, email_key) where email_key <> '';
  create index recoveries_due on recoveries (next_at) where next_at is not null;
  create index recoveries_listed on recoveries (seller_id, id) where email <> '';
  create index recoveries_listed_by_form on recoveries (seller_id, form_id, id) where email <> '';
  create index recoveries_listed_by_kind on recoveries (seller_id, kind, id) where email <> '';
  create index recoveries_counted on recoveries (seller_id, created_at);
  create index recoveries_to_forget on recoveries (created_at) where email <> '';
  create index recoveries_by_time on recoveries (created_at);
  create table form_recovery (
    form_id uuid primary key references forms on delete cascade,
    declined boolean,
    page boolean not null default false,
    waits int[] not null default '{60,1440}',
    subject text,
    message text
  );
  create table mail_stops (
    seller_id uuid not null references sellers on delete cascade,
    email_key text not null,
    at timestamptz not null,
    primary key (seller_id, email_key)
  );
  insert into notice_cursors (source, collected_to, seen_to)
    select 'recoveries', newest.id, newest.id
    from (select coalesce(max(id), 0) as id from purchase_transitions) newest;`
