/** Reads the totals of a rollup, overall and by form. A day or quarter-hour is past ten minutes after its end. */
export const rollupFunctions = `
  create function is_past(at timestamptz) returns boolean language sql stable
    return at < now() - interval '10 minutes';

  create function past_quarters(day date) returns integer language sql stable
    return floor(extract(epoch from now() - interval '10 minutes' - day::timestamp at time zone 'UTC') / 900);

  create function totals_of_sums(sums jsonb) returns jsonb language sql immutable parallel safe
  return sums || jsonb_build_object(
    'sales', (
      select coalesce(jsonb_agg(sold), '[]') from (
        select '' as id, currency, sum(gross)::bigint as gross, sum(tax)::bigint as tax, sum(orders)::bigint as orders,
          sum(offers)::bigint as offers, sum(renewals)::bigint as renewals
        from jsonb_to_recordset(sums -> 'sales') as row
          (currency text, gross bigint, tax bigint, orders bigint, offers bigint, renewals bigint)
        group by currency order by currency
      ) sold
    ),
    'views', (
      select coalesce(jsonb_agg(viewed), '[]') from (
        select '' as id, sum(views)::bigint as views
        from jsonb_to_recordset(sums -> 'views') as row (views bigint) having count(*) > 0
      ) viewed
    ));

  create function forms_of_sums(sums jsonb)
  returns table (form_id uuid, orders integer, views integer, by_price jsonb) language sql immutable parallel safe
  begin atomic
    select id::uuid, coalesce(sold.orders, 0)::integer, coalesce(viewed.views, 0)::integer, coalesce(sold.by_price, '[]')
    from (
      select row ->> 'id' as id, sum((row -> 'orders')::integer) as orders,
        jsonb_agg(row - '{id,tax,offers,renewals}'::text[] order by row) as by_price
      from jsonb_array_elements(sums -> 'sales') as row group by 1
    ) sold full join (
      select row ->> 'id' as id, sum((row -> 'views')::integer) as views
      from jsonb_array_elements(sums -> 'views') as row group by 1
    ) viewed using (id);
  end;

  create function leaders_of_sums(sums jsonb) returns jsonb language sql immutable parallel safe
  begin atomic
    select jsonb_build_object(
      'ids', coalesce(jsonb_agg(id order by place) filter (where place <= 100), '[]'),
      'orders', coalesce(jsonb_agg(orders order by place) filter (where place <= 100), '[]'),
      'areAll', coalesce(max(count), 0) <= 100)
    from (
      select id, coalesce(orders, 0) as orders, count(*) over () as count,
        row_number() over (order by coalesce(orders, 0) desc, coalesce(views, 0) desc, id) as place
      from (
        select id, sum(orders) as orders from jsonb_to_recordset(sums -> 'sales') as sold (id uuid, orders integer) group by id
      ) sold full join (
        select id, sum(views) as views from jsonb_to_recordset(sums -> 'views') as viewed (id uuid, views integer) group by id
      ) viewed using (id)
      order by place limit 101
    ) placed;
  end;
`

/**
 * A change drops the rollups of past days and months that it makes wrong, in its own transaction. Each trigger first
 * checks whether that is needed, so it costs a sale almost nothing. The mark is written first, because storing a rollup
 * locks it: a rollup stored before the mark is dropped here, and one stored after it includes this change. The rows by
 * form of a dropped rollup remain, but nothing finds them, and the product removes them later.
 */
export const rollupTriggers = `
  create function forget_sales_sums(seller uuid, since timestamptz, until timestamptz) returns void
  language plpgsql as $$
  declare
    own text := concat(pg_current_xact_id(), ' ', extract(epoch from now()));
  begin
    insert into sales_changes as known (seller_id, mark) values (seller, own)
      on conflict (seller_id) do update set mark = own where known.mark <> own;
    delete from sales_sums where seller_id = seller and begins <= until and ends > since;
  end $$;

  create function forget_shown_offer(purchase uuid) returns void language plpgsql as $$
  declare
    shown record;
  begin
    for shown in
      select seller_id, shown_at from shown_offers where purchase_id = purchase and is_past(shown_at)
    loop
      perform forget_sales_sums(shown.seller_id, shown.shown_at, shown.shown_at);
    end loop;
  end $$;

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
  end $$;

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
  end $$;

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
  end $$;

  create function shown_offer_changes_sums() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and is_past(old.shown_at) then
      perform forget_sales_sums(old.seller_id, old.shown_at, old.shown_at);
    end if;
    if tg_op <> 'DELETE' and is_past(new.shown_at) then
      perform forget_sales_sums(new.seller_id, new.shown_at, new.shown_at);
    end if;
    return null;
  end $$;

  create function views_change_sums() returns trigger language plpgsql as $$
  declare
    counted form_views := coalesce(new, old);
    begins timestamptz := counted.day::timestamp at time zone 'UTC';
  begin
    perform forget_sales_sums(counted.seller_id, begins, begins + interval '23:45');
    return null;
  end $$;

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
  end $$;

  create trigger purchase_is_added after insert on purchases for each row
    when (new.paid_at < now() - interval '10 minutes') execute function purchase_changes_sums();

  create trigger purchase_is_changed after update on purchases for each row
    when (
      (old.paid_at < now() - interval '10 minutes' or new.paid_at < now() - interval '10 minutes'
        or 'offer' in (old.kind, new.kind))
      and (old.seller_id, old.paid_at, old.kind, old.form_id, old.currency, old.total, old.tax_amount,
        old.offered_bump_ids)
      is distinct from (new.seller_id, new.paid_at, new.kind, new.form_id, new.currency, new.total, new.tax_amount,
        new.offered_bump_ids)
    ) execute function purchase_changes_sums();

  create trigger purchase_is_deleted after delete on purchases for each row
    when (old.paid_at is not null) execute function purchase_changes_sums();

  create trigger bump_is_added after insert on purchase_lines for each row
    when (new.kind = 'bump') execute function line_changes_sums();

  create trigger bump_is_changed after update or delete on purchase_lines for each row
    when (old.kind = 'bump') execute function line_changes_sums();

  create trigger refund_is_changed after insert or update or delete on refunds for each row
    execute function refund_changes_sums();

  create trigger shown_offer_is_added after insert on shown_offers for each row
    when (is_past(new.shown_at)) execute function shown_offer_changes_sums();

  create trigger shown_offer_is_changed after update on shown_offers for each row
    when ((old.seller_id, old.shown_at, old.purchase_id, old.offer_id, old.bump_id)
      is distinct from (new.seller_id, new.shown_at, new.purchase_id, new.offer_id, new.bump_id))
    execute function shown_offer_changes_sums();

  create trigger shown_offer_is_deleted after delete on shown_offers for each row
    execute function shown_offer_changes_sums();

  create trigger views_are_added after insert on form_views for each row
    when (0 < any (new.views[:past_quarters(new.day)])) execute function views_change_sums();

  create trigger views_are_changed after update on form_views for each row
    when (old.views[:past_quarters(old.day)] is distinct from new.views[:past_quarters(new.day)]
      or (old.seller_id, old.form_id, old.day) is distinct from (new.seller_id, new.form_id, new.day))
    execute function views_change_sums();

  create trigger views_are_deleted after delete on form_views for each row execute function views_change_sums();

  create trigger subscription_is_changed after insert or delete on subscriptions for each row
    execute function subscription_changes_sums();

  create trigger subscription_is_moved after update on subscriptions for each row
    when ((old.seller_id, old.billing_cycle_anchor, old.ended_at,
        old.status not in ('incomplete', 'incomplete_expired') and (old.trial_days = 0 or old.paid_cycles > 0))
      is distinct from (new.seller_id, new.billing_cycle_anchor, new.ended_at,
        new.status not in ('incomplete', 'incomplete_expired') and (new.trial_days = 0 or new.paid_cycles > 0)))
    execute function subscription_changes_sums();

  create function keep_form_sums() returns trigger language plpgsql as $$
  begin
    insert into form_sums (sum_id, form_id, orders, views, by_price)
      select new.id, form_id, orders, views, by_price from forms_of_sums(new.sums) order by form_id;
    return null;
  end $$;

  create function note_dropped_sums() returns trigger language plpgsql as $$
  begin
    insert into dropped_sums select id from dropped;
    return null;
  end $$;

  create trigger sum_is_kept after insert on sales_sums for each row execute function keep_form_sums();

  create trigger sums_are_dropped after delete on sales_sums referencing old table as dropped
    for each statement execute function note_dropped_sums();
`

/** Recomputes the purchase totals of the customers that a change affects. */
export const customerTotalTriggers = `
  create function purchase_changes_totals() returns trigger language plpgsql as $$
  begin
    insert into customer_totals (customer_id, seller_id)
    select distinct id, new.seller_id from unnest(array[old.customer_id, new.customer_id]) changed (id)
    where id is not null;
    return null;
  end $$;

  create function return_changes_totals() returns trigger language plpgsql as $$
  begin
    insert into customer_totals (customer_id, seller_id)
    select customer_id, seller_id from purchases
    where id = coalesce(new.purchase_id, old.purchase_id) and customer_id is not null;
    return null;
  end $$;

  create trigger purchase_of_customer_is_added after insert on purchases for each row
    when (new.customer_id is not null) execute function purchase_changes_totals();

  create trigger purchase_of_customer_is_changed after update on purchases for each row
    when ((old.customer_id, old.currency, old.total) is distinct from (new.customer_id, new.currency, new.total))
    execute function purchase_changes_totals();

  create trigger total_is_changed after insert or update or delete on refunds for each row
    execute function return_changes_totals();

  create trigger total_is_changed after insert or update or delete on disputes for each row
    execute function return_changes_totals();
`
