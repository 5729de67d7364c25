import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const written = '^Email corrected from (\\S+) to (\\S+)$'

/** Which addresses of customers were corrected, which was a note that anybody could delete. */
export const customerCorrections: Migration = {
  async up(db) {
    await sql`
      create table customer_corrections (
        id uuid primary key,
        customer_id uuid not null references customers,
        from_email text not null,
        to_email text not null,
        corrected_by uuid references users on delete set null,
        corrected_at timestamptz not null
      )`.execute(db)
    await sql`create index corrections_of_customer on customer_corrections (customer_id)`.execute(db)
    await sql`
      with moved as (delete from customer_notes where text ~ ${sql.lit(written)} returning *)
      insert into customer_corrections (id, customer_id, from_email, to_email, corrected_by, corrected_at)
      select id, customer_id, found[1], found[2], written_by, written_at
      from moved cross join lateral regexp_match(text, ${sql.lit(written)}) as found`.execute(db)
  },
}
