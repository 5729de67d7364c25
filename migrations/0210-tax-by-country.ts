import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/**
 * Forms that charge the tax of the buyer's country, and each sale's country and the reason why it is not taxed. Earlier
 * sales have neither: they were taxed at one rate.
 */
export const taxByCountry: Migration = {
  async up(db) {
    await sql`
      alter table forms add column tax_mode text not null default 'one_rate'
        check (tax_mode in ('one_rate', 'by_country'))`.execute(db)
    await addToView(db, 'forms', 'tax_mode')
    await sql`
      create table tax_regions (
        seller_id uuid not null references sellers on delete cascade,
        country text not null,
        title text not null,
        percentage numeric(7,4) not null check (percentage between 0 and 100),
        inclusive boolean not null,
        primary key (seller_id, country)
      )`.execute(db)
    await sql`
      create view tax_regions_view as
      select seller_id, country, title, percentage, inclusive from tax_regions`.execute(db)
    for (const table of ['purchase_lines', 'shown_offers', 'subscriptions'])
      await sql`
        alter table ${sql.table(table)} add column tax_treatment text, add column tax_country text`.execute(
        db,
      )
    await addToView(db, 'purchase_lines', 'tax_treatment', 'tax_country')
  },
}
