import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What buyers saw of a form, once per content; the version each order was bought on, and where it came from. */
export const addFormVersions: Migration = {
  async up(db) {
    await sql`
      create table form_versions (
        form_id uuid not null references forms (id) on delete cascade,
        number int not null,
        content jsonb not null,
        content_hash bytea not null,
        made_by uuid references users (id) on delete set null,
        made_at timestamptz not null default now(),
        primary key (form_id, number),
        unique (form_id, content_hash)
      )`.execute(db)
    await sql`alter table forms add column version int`.execute(db)
    await sql`alter table purchases add column form_version int, add column source jsonb`.execute(db)
    await sql.raw(views).execute(db)
  },
}

const views = `
  create view form_versions_view as
  select
    form_id, number, content, made_at
  from form_versions;

  create or replace view purchases_view as
  select
    id, seller_id, form_id, price_id, kind, order_id, status, email, mail_to, key_generation, name, customer_id,
    currency, subtotal, tax_amount, total, coupon_code, discount_amount, application_fee_amount, seller_details_id,
    account_country, policy_id, consent_asked, begun_at, delivered_on, offered_bump_ids, locale, stripe_account_id,
    payment_method_id, confirmation_token_id, payment_method_type, settles_by, card_brand, card_last4,
    stripe_customer_id, payment_intent_id, failure_message, next_check_at, created_at, updated_at, paid_at, language,
    form_version, source
  from purchases;

  create or replace view forms_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, seller_id, title, description, description_format, image, video, files, redirect_url, success_message,
    terms_url, tax_id, amount, currency, price_type, billing_interval, billing_period, cancel_after, price_id,
    price_label, quantity_label, quantity_min, quantity_max, allows_price_change, button_text, button_text_color,
    theme_color, color_scheme, one_time_offer_id, price_grace_period, price_changed_at, is_paused, pause_message,
    created_at, deleted_at, languages, content_language, guarantee, version
  from forms;`
