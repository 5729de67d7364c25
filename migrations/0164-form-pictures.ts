import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Pictures of any shape, the visible part of each, and further ones. */
export const addFormPictures: Migration = {
  async up(db) {
    await sql`
      alter table forms
        add column image_fit text not null default 'wide'
          check (image_fit in ('wide', 'square', 'upright', 'whole')),
        add column image_focus jsonb not null default '{"x": 50, "y": 50}',
        add column pictures jsonb not null default '[]'`.execute(db)
    await sql.raw(view).execute(db)
  },
}

const view = `
  create or replace view forms_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, seller_id, title, description, description_format, image, video, files, redirect_url, success_message,
    terms_url, tax_id, amount, currency, price_type, billing_interval, billing_period, cancel_after, price_id,
    price_label, quantity_label, quantity_min, quantity_max, allows_price_change, button_text, button_text_color,
    theme_color, color_scheme, one_time_offer_id, price_grace_period, price_changed_at, is_paused, pause_message,
    created_at, deleted_at, languages, content_language, guarantee, version, texts,
    price_texts, image_fit, image_focus, pictures
  from forms;`
