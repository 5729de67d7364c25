/** The views of `src/selling/` that other domains read instead of its tables. */
export const sellingViews = `
  create view bumps_view as
  select
    id, seller_id, title, image, description, amount, currency, files, created_at, deleted_at
  from bumps;

  create view offers_view as
  select
    id, seller_id, title, image, description, amount, currency, created_at, deleted_at, files, accept_button_text,
    decline_button_text, is_active
  from offers;

  create view taxes_view as
  select
    id, seller_id, title, percentage, inclusive, active, deleted_at
  from taxes;

  create view coupons_view as
  select
    id, seller_id, kind, percentage, amounts, scope, lasts, cycles, minimums, form_ids, starts_at, ends_at,
    max_redemptions, max_per_buyer, taken, is_active, is_asked_for, deleted_at
  from coupons;

  create view coupon_codes_view as
  select
    id, coupon_id, seller_id, code, max_redemptions, taken, deleted_at
  from coupon_codes;

  create view forms_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, seller_id, title, description, description_format, image, video, files, redirect_url, success_message,
    terms_url, tax_id, amount, currency, price_type, billing_interval, billing_period, cancel_after, price_id,
    price_label, quantity_label, quantity_min, quantity_max, allows_price_change, button_text, button_text_color,
    theme_color, color_scheme, one_time_offer_id, price_grace_period, price_changed_at, is_paused, pause_message,
    created_at, deleted_at
  from forms;

  create view form_bumps_view as
  select
    form_id, bump_id, position
  from form_bumps;

  create view form_offer_sequence_view as
  select
    form_id, bump_id, position
  from form_offer_sequence;

  create view form_prices_view as
  select
    is_open, suggested_amount, preset_amounts, trial_days, trial_amount, setup_amount, setup_label, payoff_discount,
    id, form_id, position, label, amount, price_type, billing_interval, billing_period, cancel_after, state,
    is_default
  from form_prices;

  create view timers_view as
  select
    id, form_id, title, expires_at, amount, redirect_url, price_id, price_amount
  from timers;

  create view price_history_view as
  select
    form_id, amount, currency, from_at
  from price_history;

  create view further_price_history_view as
  select
    form_id, amount, currency, from_at, price_id
  from further_price_history;

  create view payment_domains_view as
  select
    domain, status
  from payment_domains;

  create view customers_view as
  select
    id, seller_id, email_key, merged_into, erased_at
  from customers;

  create view notices_view as
  select
    purchase_id
  from notices;`
