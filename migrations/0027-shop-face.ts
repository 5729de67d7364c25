import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * How a shop shows itself to buyers. A name that can change is kept with the versions that invoices refer to; what was
 * paid before there was a version has the name from before the first change. And whom an answer to a mail goes to.
 */
export const shopFace: Migration = {
  async up(db) {
    await sql`
      alter table sellers
        add column original_name text,
        add column logo text,
        add column wide_logo text,
        add column contact_email text,
        add column website text,
        add column brand_color text,
        add column font text not null default 'system'
          check (font in ('system', 'humanist', 'rounded', 'serif'))`.execute(db)
    await sql`alter table seller_details add column shop_name text`.execute(db)
    await sql`alter table mails add column reply_to text`.execute(db)
  },
}
