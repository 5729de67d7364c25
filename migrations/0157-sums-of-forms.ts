import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Rollups for single forms. A change to past data deletes them along with the seller's. */
export const addSumsOfForms: Migration = {
  async up(db) {
    await sql.raw(statements).execute(db)
  },
}

const statements = `
  create table sums_of_forms (
    seller_id uuid not null references sellers on delete cascade,
    form_id uuid not null references forms on delete cascade,
    begins timestamptz not null,
    ends timestamptz not null,
    sums jsonb not null,
    constraint sums_of_forms_check check (ends > begins),
    primary key (form_id, begins, ends)
  );
  create index sums_of_forms_of_seller on sums_of_forms (seller_id, begins);
  create index sums_of_forms_by_time on sums_of_forms (begins);

  create or replace function forget_sales_sums(seller uuid, since timestamptz, until timestamptz) returns void
  language plpgsql as $$
  declare
    own text := concat(pg_current_xact_id(), ' ', extract(epoch from now()));
  begin
    insert into sales_changes as known (seller_id, mark) values (seller, own)
      on conflict (seller_id) do update set mark = own where known.mark <> own;
    delete from sales_sums where seller_id = seller and begins <= until and ends > since;
    delete from sums_of_forms where seller_id = seller and begins <= until and ends > since;
  end $$;`
