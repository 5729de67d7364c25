import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Beside what a day or a month came to by form stands what it came to: a seller may have sold ten thousand forms in a month, and
 * the overview asks for two years. The database makes it of each sum, whoever keeps that. What was kept is summed
 * anew, so that nothing is written for all that is there.
 */
export const totalsOfSums: Migration = {
  async up(db) {
    await sql`
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
        ))`.execute(db)
    await sql`truncate sales_sums`.execute(db)
    await sql`
      alter table sales_sums
      add column totals jsonb not null generated always as (totals_of_sums(sums)) stored`.execute(db)
  },
}
