import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { addToView } from './add-to-view.ts'

/**
 * Sellers' texts in other languages, by language and field, and the original titles of sold items whose buyers saw a
 * translation.
 */
export const addSellersTexts: Migration = {
  async up(db) {
    for (const table of ['forms', 'form_prices', 'bumps', 'offers'])
      await sql`alter table ${sql.table(table)} add column texts jsonb not null default '{}'`.execute(db)
    await sql`alter table forms add column price_texts jsonb not null default '{}'`.execute(db)
    await sql`alter table purchase_lines add column seller_title text`.execute(db)
    await sql`alter table subscriptions add column seller_title text`.execute(db)
    await sql`
      alter table shown_offers
        add column seller_title text,
        add column translated text[] not null default '{}'`.execute(db)
    await addToView(db, 'forms', 'texts', 'price_texts')
    for (const table of ['form_prices', 'bumps', 'offers']) await addToView(db, table, 'texts')
    for (const table of ['purchase_lines', 'shown_offers']) await addToView(db, table, 'seller_title')
  },
}
