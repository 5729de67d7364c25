import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Sellers' texts in further languages, by language and field, and the titles of sold things in their seller's own words
 * where buyers read others.
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
    await sql.raw(views).execute(db)
  },
}

const views = `
  create or replace view forms_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, seller_id, title, description, description_format, image, video, files, redirect_url, success_message,
    terms_url, tax_id, amount, currency, price_type, billing_interval, billing_period, cancel_after, price_id,
    price_label, quantity_label, quantity_min, quantity_max, allows_price_change, button_text, button_text_color,
    theme_color, color_scheme, one_time_offer_id, price_grace_period, price_changed_at, is_paused, pause_message,
    created_at, deleted_at, languages, content_language, guarantee, version, texts,
    price_texts
  from forms;

  create or replace view form_prices_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, form_id, position, label, amount, price_type, billing_interval, billing_period, cancel_after, state,
    is_default, texts
  from form_prices;

  create or replace view bumps_view as
  select
    id, seller_id, title, image, description, amount, currency, files, created_at, deleted_at, texts
  from bumps;

  create or replace view offers_view as
  select
    id, seller_id, title, image, description, amount, currency, created_at, deleted_at, files, accept_button_text,
    decline_button_text, is_active, texts
  from offers;

  create or replace view purchase_lines_view as
  select
    purchase_id, position, kind, bump_id, offer_id, title, quantity, subtotal, tax_amount, total, discount_amount,
    tax_title, tax_percentage, tax_inclusive, seller_title
  from purchase_lines;

  create or replace view shown_offers_view as
  select
    id, seller_id, order_id, offer_id, bump_id, title, total, purchase_id, shown_at, closed_as, closed_at, seller_title
  from shown_offers;`
