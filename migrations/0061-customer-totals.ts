import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * What customers have paid by currency, less what went back, for whoever looks for those of a value. What changes it adds a
 * row that says so, and waits for nobody by that; a job sums them anew. Until then they are worth looking at whatever the
 * amount, which is why such a row has the highest.
 */
export const customerTotals: Migration = {
  async up(db) {
    await sql`
      create table customer_totals (
        customer_id uuid not null references customers on delete cascade,
        seller_id uuid not null,
        currency text not null default '',
        total bigint not null default 9223372036854775807,
        check ((currency = '') = (total = 9223372036854775807))
      )`.execute(db)
    await sql`insert into customer_totals (customer_id, seller_id) select id, seller_id from customers`.execute(
      db,
    )
    await sql`create index customer_totals_of_customer on customer_totals (customer_id, currency)`.execute(db)
    await sql`create index customer_totals_by_total on customer_totals (seller_id, currency, total)`.execute(
      db,
    )
    await sql`create index customer_totals_to_sum on customer_totals (customer_id) where currency = ''`.execute(
      db,
    )
    await sql`
      create function purchase_changes_totals() returns trigger language plpgsql as $$
      begin
        insert into customer_totals (customer_id, seller_id)
        select distinct id, new.seller_id from unnest(array[old.customer_id, new.customer_id]) changed (id)
        where id is not null;
        return null;
      end $$`.execute(db)
    await sql`
      create function return_changes_totals() returns trigger language plpgsql as $$
      begin
        insert into customer_totals (customer_id, seller_id)
        select customer_id, seller_id from purchases
        where id = coalesce(new.purchase_id, old.purchase_id) and customer_id is not null;
        return null;
      end $$`.execute(db)
    await sql`
      create trigger purchase_of_customer_is_added after insert on purchases for each row
        when (new.customer_id is not null) execute function purchase_changes_totals()`.execute(db)
    await sql`
      create trigger purchase_of_customer_is_changed after update on purchases for each row
        when ((old.customer_id, old.currency, old.total) is distinct from (new.customer_id, new.currency, new.total))
        execute function purchase_changes_totals()`.execute(db)
    for (const table of ['refunds', 'disputes']) {
      await sql`
        create trigger total_is_changed after insert or update or delete on ${sql.table(table)} for each row
          execute function return_changes_totals()`.execute(db)
    }
  },
}
