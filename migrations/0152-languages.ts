import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The buyer's language, stored with purchases, statements and requested links, and the languages of forms. */
export const addLanguages: Migration = {
  async up(db) {
    await sql`alter table purchases add column language text not null default 'en'`.execute(db)
    await sql`alter table withdrawals add column language text not null default 'en'`.execute(db)
    await sql`alter table buyer_links add column language text not null default 'en'`.execute(db)
    await sql`
      alter table forms
        add column languages text[],
        add column content_language text not null default 'en'`.execute(db)
    await sql.raw(views).execute(db)
  },
}

const views = `
  create or replace view purchases_view as
  select
    id, seller_id, form_id, price_id, kind, order_id, status, email, mail_to, key_generation, name, customer_id,
    currency, subtotal, tax_amount, total, coupon_code, discount_amount, application_fee_amount, seller_details_id,
    account_country, policy_id, consent_asked, begun_at, delivered_on, offered_bump_ids, locale, stripe_account_id,
    payment_method_id, confirmation_token_id, payment_method_type, settles_by, card_brand, card_last4,
    stripe_customer_id, payment_intent_id, failure_message, next_check_at, created_at, updated_at, paid_at, language
  from purchases;

  create or replace view forms_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, seller_id, title, description, description_format, image, video, files, redirect_url, success_message,
    terms_url, tax_id, amount, currency, price_type, billing_interval, billing_period, cancel_after, price_id,
    price_label, quantity_label, quantity_min, quantity_max, allows_price_change, button_text, button_text_color,
    theme_color, color_scheme, one_time_offer_id, price_grace_period, price_changed_at, is_paused, pause_message,
    created_at, deleted_at, languages, content_language
  from forms;`
