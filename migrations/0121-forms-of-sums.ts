import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What a day or a month came to by form stands in rows as well, and beside it which forms led: a seller may have sold ten
 * thousand forms in a month, and the overview shows ten. The database makes both of each sum, whoever keeps that, an older
 * process included. What was kept is summed anew.
 *
 * A sum that is dropped leaves its rows, which nobody finds without it: a sale must not wait for ten thousand of them to go.
 * The product removes them later.
 */
export const formsOfSums: Migration = {
  async up(db) {
    await sql`truncate sales_sums`.execute(db)
    for (const statement of statements) await statement.execute(db)
  },
}

const statements = [
  sql`
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
    end`,
  // Those that sold most, as many as the overview could need to know which ten did in all; and whether these are all.
  sql`
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
    end`,
  sql`
    alter table sales_sums
      add column id bigint not null generated always as identity,
      add column leaders jsonb not null generated always as (leaders_of_sums(sums)) stored`,
  sql`
    create table form_sums (
      sum_id bigint not null,
      form_id uuid not null,
      orders integer not null check (orders >= 0),
      views integer not null check (views >= 0),
      by_price jsonb not null,
      primary key (sum_id, form_id)
    )`,
  sql`create table dropped_sums (id bigint primary key)`,
  sql`
    create function keep_form_sums() returns trigger language plpgsql as $$
    begin
      insert into form_sums (sum_id, form_id, orders, views, by_price)
        select new.id, form_id, orders, views, by_price from forms_of_sums(new.sums) order by form_id;
      return null;
    end $$`,
  sql`
    create function note_dropped_sums() returns trigger language plpgsql as $$
    begin
      insert into dropped_sums select id from dropped;
      return null;
    end $$`,
  sql`
    create trigger sum_is_kept after insert on sales_sums for each row execute function keep_form_sums()`,
  sql`
    create trigger sums_are_dropped after delete on sales_sums referencing old table as dropped
      for each statement execute function note_dropped_sums()`,
]
