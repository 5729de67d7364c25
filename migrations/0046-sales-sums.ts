import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a seller's days and months came to once they are over, and the mark of the last change to what is past. The
 * triggers drop what a change makes wrong, whoever makes it, in its own transaction. What happens now is no day's that is
 * over, so that a sale on its way asks for nothing: sums are kept an hour after the end of what they sum (decision 60).
 */
export const salesSums: Migration = {
  async up(db) {
    await sql`
      create table sales_sums (
        seller_id uuid not null references sellers on delete cascade,
        begins timestamptz not null,
        ends timestamptz not null check (ends > begins),
        sums jsonb not null,
        compared_at timestamptz not null default now(),
        primary key (seller_id, begins, ends)
      )`.execute(db)
    await sql`create index sales_sums_to_compare on sales_sums (compared_at)`.execute(db)
    await sql`create index sales_sums_by_time on sales_sums (begins)`.execute(db)
    await sql`
      create table sales_changes (
        seller_id uuid primary key references sellers on delete cascade,
        mark text not null
      )`.execute(db)
    // A bump's lines are found by their purchase, which the table's own key leads to.
    await sql`drop index purchase_lines_of_bump`.execute(db)
    await sql`
      create function is_past(at timestamptz) returns boolean language sql stable
        return at < now() - interval '10 minutes'`.execute(db)
    for (const body of functions) await body.execute(db)
    for (const trigger of triggers) await trigger.execute(db)
  },
}

/**
 * The mark comes first: whoever keeps sums holds it, so that after it their sums are seen, and before it this change is.
 * Writing it once for each transaction lets a million rows change in one.
 */
const functions = [
  sql`
    create function forget_sales_sums(seller uuid, since timestamptz, until timestamptz) returns void
    language plpgsql as $$
    declare
      own text := concat(pg_current_xact_id(), ' ', extract(epoch from now()));
    begin
      insert into sales_changes as known (seller_id, mark) values (seller, own)
        on conflict (seller_id) do update set mark = own where known.mark <> own;
      delete from sales_sums where seller_id = seller and begins <= until and ends > since;
    end $$`,
  // An offer counts as taken at the time when it was shown.
  sql`
    create function forget_shown_offer(purchase uuid) returns void language plpgsql as $$
    declare
      shown record;
    begin
      for shown in
        select seller_id, shown_at from shown_offers where purchase_id = purchase and is_past(shown_at)
      loop
        perform forget_sales_sums(shown.seller_id, shown.shown_at, shown.shown_at);
      end loop;
    end $$`,
  sql`
    create function purchase_changes_sums() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and is_past(old.paid_at) then
        perform forget_sales_sums(old.seller_id, old.paid_at, old.paid_at);
      end if;
      if tg_op <> 'DELETE' and is_past(new.paid_at) then
        perform forget_sales_sums(new.seller_id, new.paid_at, new.paid_at);
      end if;
      if tg_op = 'UPDATE' and 'offer' in (old.kind, new.kind) then
        perform forget_shown_offer(new.id);
      end if;
      return null;
    end $$`,
  sql`
    create function line_changes_sums() returns trigger language plpgsql as $$
    declare
      line purchase_lines := coalesce(new, old);
      bought record;
    begin
      select seller_id, paid_at into bought from purchases where id = line.purchase_id;
      if is_past(bought.paid_at) then
        perform forget_sales_sums(bought.seller_id, bought.paid_at, bought.paid_at);
      end if;
      return null;
    end $$`,
  sql`
    create function refund_changes_sums() returns trigger language plpgsql as $$
    declare
      refund refunds := coalesce(new, old);
      seller uuid := (select seller_id from purchases where id = refund.purchase_id);
    begin
      if tg_op <> 'INSERT' and is_past(old.created_at) then
        perform forget_sales_sums(seller, old.created_at, old.created_at);
      end if;
      if tg_op <> 'DELETE' and is_past(new.created_at) then
        perform forget_sales_sums(seller, new.created_at, new.created_at);
      end if;
      if refund.requested_by = 'buyer' then
        perform forget_shown_offer(refund.purchase_id);
      end if;
      return null;
    end $$`,
  sql`
    create function shown_offer_changes_sums() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' and is_past(old.shown_at) then
        perform forget_sales_sums(old.seller_id, old.shown_at, old.shown_at);
      end if;
      if tg_op <> 'DELETE' and is_past(new.shown_at) then
        perform forget_sales_sums(new.seller_id, new.shown_at, new.shown_at);
      end if;
      return null;
    end $$`,
  sql`
    create function views_change_sums() returns trigger language plpgsql as $$
    declare
      counted form_views := coalesce(new, old);
      begins timestamptz := counted.day::timestamp at time zone 'UTC';
    begin
      perform forget_sales_sums(counted.seller_id, begins, begins + interval '23:45');
      return null;
    end $$`,
  sql`
    create function past_quarters(day date) returns integer language sql stable
      return floor(extract(epoch from now() - interval '10 minutes' - day::timestamp at time zone 'UTC') / 900)`,
  sql`
    create function subscription_changes_sums() returns trigger language plpgsql as $$
    declare
      at timestamptz;
    begin
      foreach at in array case tg_op
        when 'INSERT' then array[new.billing_cycle_anchor, new.ended_at]
        when 'DELETE' then array[old.billing_cycle_anchor, old.ended_at]
        else array[old.billing_cycle_anchor, old.ended_at, new.billing_cycle_anchor, new.ended_at]
      end loop
        if is_past(at) then
          perform forget_sales_sums(coalesce(new.seller_id, old.seller_id), at, at);
        end if;
      end loop;
      return null;
    end $$`,
]

/** Each asks before it calls, which costs a sale next to nothing. */
const triggers = [
  sql`
    create trigger purchase_is_added after insert on purchases for each row
      when (new.paid_at < now() - interval '10 minutes') execute function purchase_changes_sums()`,
  sql`
    create trigger purchase_is_changed after update on purchases for each row
      when (
        (old.paid_at < now() - interval '10 minutes' or new.paid_at < now() - interval '10 minutes'
          or 'offer' in (old.kind, new.kind))
        and (old.seller_id, old.paid_at, old.kind, old.form_id, old.currency, old.total, old.tax_amount,
          old.offered_bump_ids)
        is distinct from (new.seller_id, new.paid_at, new.kind, new.form_id, new.currency, new.total, new.tax_amount,
          new.offered_bump_ids)
      ) execute function purchase_changes_sums()`,
  sql`
    create trigger purchase_is_deleted after delete on purchases for each row
      when (old.paid_at is not null) execute function purchase_changes_sums()`,
  sql`
    create trigger bump_is_added after insert on purchase_lines for each row
      when (new.kind = 'bump') execute function line_changes_sums()`,
  sql`
    create trigger bump_is_changed after update or delete on purchase_lines for each row
      when (old.kind = 'bump') execute function line_changes_sums()`,
  sql`
    create trigger refund_is_changed after insert or update or delete on refunds for each row
      execute function refund_changes_sums()`,
  sql`
    create trigger shown_offer_is_added after insert on shown_offers for each row
      when (is_past(new.shown_at)) execute function shown_offer_changes_sums()`,
  sql`
    create trigger shown_offer_is_changed after update on shown_offers for each row
      when ((old.seller_id, old.shown_at, old.purchase_id, old.offer_id, old.bump_id)
        is distinct from (new.seller_id, new.shown_at, new.purchase_id, new.offer_id, new.bump_id))
      execute function shown_offer_changes_sums()`,
  sql`
    create trigger shown_offer_is_deleted after delete on shown_offers for each row
      execute function shown_offer_changes_sums()`,
  sql`
    create trigger views_are_added after insert on form_views for each row
      when (0 < any (new.views[:past_quarters(new.day)])) execute function views_change_sums()`,
  sql`
    create trigger views_are_changed after update on form_views for each row
      when (old.views[:past_quarters(old.day)] is distinct from new.views[:past_quarters(new.day)]
        or (old.seller_id, old.form_id, old.day) is distinct from (new.seller_id, new.form_id, new.day))
      execute function views_change_sums()`,
  sql`
    create trigger views_are_deleted after delete on form_views for each row execute function views_change_sums()`,
  sql`
    create trigger subscription_is_changed after insert or delete on subscriptions for each row
      execute function subscription_changes_sums()`,
  sql`
    create trigger subscription_is_moved after update on subscriptions for each row
      when ((old.seller_id, old.billing_cycle_anchor, old.ended_at)
        is distinct from (new.seller_id, new.billing_cycle_anchor, new.ended_at))
      execute function subscription_changes_sums()`,
]
