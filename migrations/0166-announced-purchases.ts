import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Shops that announce purchases to the pages around their forms, or name the order in the URL after paying. */
export const announcePurchases: Migration = {
  async up(db) {
    await sql`
      alter table sellers
        add column announces_purchases boolean not null default false,
        add column names_order_after_paying boolean not null default false`.execute(db)
    await sql.raw(view).execute(db)
  },
}

const view = `
  create or replace view sellers_view as
  select
    id, name, original_name, logo, wide_logo, contact_email, website, terms_url, brand_color, font, time_zone,
    embed_hosts, stripe_account_id, stripe_customer_id, onboarding_status, account_country, payment_methods,
    details_id, policy_id, created_at, updated_at, closed_at, announces_purchases, names_order_after_paying
  from sellers;`
