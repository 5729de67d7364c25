import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/**
 * Recurring revenue as a ledger of changes, computed from subscriptions and their payments. Triggers mark what changed.
 */
export const recordRecurring: Migration = {
  async up(db) {
    await sql`alter table subscriptions add column lapses jsonb`.execute(db)
    await addToView(
      db,
      'subscriptions',
      'billing_interval',
      'billing_period',
      'cancel_after',
      'cancellation_by',
      'lapses',
    )
    await sql.raw(statements).execute(db)
  },
}

const statements = `
  create table recurring_changes (
    id bigint generated always as identity primary key,
    seller_id uuid not null references sellers on delete cascade,
    order_id uuid not null
  );
  create index recurring_changes_of_seller on recurring_changes (seller_id, id);

  create table recurring_starts (
    order_id uuid primary key,
    seller_id uuid not null references sellers on delete cascade,
    form_id uuid not null,
    price_id uuid not null,
    currency text not null,
    started_at timestamptz not null,
    is_return boolean not null,
    received bigint not null
  );
  create index recurring_starts_by_time on recurring_starts (seller_id, started_at)
    include (currency, form_id, price_id, received);

  create table recurring_movements (
    id bigint generated always as identity primary key,
    order_id uuid not null references recurring_starts on delete cascade,
    seller_id uuid not null,
    form_id uuid not null,
    price_id uuid not null,
    currency text not null,
    billing_period text not null,
    billing_interval integer not null check (billing_interval > 0),
    started_at timestamptz not null,
    at timestamptz not null,
    kind text not null check (kind in ('new', 'back', 'more', 'less', 'paused', 'gone')),
    because text check (because in ('asked', 'failed', 'withdrawn', 'refunded', 'disputed', 'other')),
    net bigint not null,
    heads smallint not null check (heads between -1 and 1),
    constraint recurring_movements_gone_check check ((kind = 'gone') = (because is not null))
  );
  create index recurring_movements_of_order on recurring_movements (order_id);
  create index recurring_movements_by_time on recurring_movements (seller_id, at)
    include (currency, billing_period, billing_interval, kind, because, net, heads, started_at);

  create function mark_recurring(purchase uuid) returns void language sql as $$
    insert into recurring_changes (seller_id, order_id)
    select subscriptions.seller_id, subscriptions.order_id
    from purchases join subscriptions on subscriptions.order_id = coalesce(purchases.order_id, purchases.id)
    where purchases.id = purchase and subscriptions.cancel_after = 0
  $$;

  create function subscription_recurs() returns trigger language plpgsql as $$
  begin
    insert into recurring_changes (seller_id, order_id) values (new.seller_id, new.order_id);
    return null;
  end $$;

  create function return_of_recurring() returns trigger language plpgsql as $$
  begin
    perform mark_recurring(new.purchase_id);
    return null;
  end $$;

  create trigger subscription_recurs after update on subscriptions for each row
    when (new.cancel_after = 0 and new.paid_cycles > 0 and old.revision <> new.revision)
    execute function subscription_recurs();
  create trigger refund_of_recurring after insert or update of status, amount on refunds for each row
    when (new.status <> 'pending') execute function return_of_recurring();
  create trigger dispute_of_recurring after insert or update of status, amount on disputes for each row
    execute function return_of_recurring();

  insert into recurring_changes (seller_id, order_id)
    select seller_id, order_id from subscriptions where cancel_after = 0 and paid_cycles > 0 order by id`
