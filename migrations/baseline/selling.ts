/** What a shop sells: forms with their prices, bumps, offers, taxes, timers and coupons. */
export const selling = `
  create table bumps (
    id uuid primary key,
    seller_id uuid not null references sellers,
    title text not null,
    image text not null,
    description text not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    files jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  );
  create index bumps_of_seller on bumps (seller_id, id desc) where deleted_at is null;

  create table coupons (
    id uuid primary key,
    seller_id uuid not null references sellers,
    title text not null,
    kind text not null check (kind in ('percent', 'amount')),
    percentage numeric(5,2) check ((percentage > (0)::numeric) and (percentage <= (100)::numeric)),
    amounts jsonb not null default '{}'::jsonb,
    scope text not null check (scope in ('form', 'bumps', 'order', 'everything')),
    minimums jsonb not null default '{}'::jsonb,
    form_ids uuid[],
    starts_at timestamptz,
    ends_at timestamptz,
    zone text not null,
    max_redemptions integer check (max_redemptions > 0),
    max_per_buyer integer check (max_per_buyer > 0),
    taken integer not null default 0,
    is_active boolean not null,
    is_asked_for boolean not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    lasts text not null default 'once' check (lasts in ('once', 'cycles', 'forever')),
    cycles integer check (cycles > 1),
    constraint coupons_check check ((kind = 'percent') = (percentage is not null)),
    constraint coupons_check1 check ((lasts = 'cycles') = (cycles is not null))
  );
  create index coupons_of_seller on coupons (seller_id, id desc) where deleted_at is null;

  create table coupon_codes (
    id uuid primary key,
    coupon_id uuid not null references coupons,
    seller_id uuid not null references sellers,
    code text not null,
    label text not null,
    max_redemptions integer check (max_redemptions > 0),
    taken integer not null default 0,
    created_at timestamptz not null default now(),
    deleted_at timestamptz
  );
  create unique index coupon_codes_by_code on coupon_codes (seller_id, upper(code) text_pattern_ops) where deleted_at is null;
  create index coupon_codes_of_coupon on coupon_codes (coupon_id, id) where deleted_at is null;

  create table offers (
    id uuid primary key,
    seller_id uuid not null references sellers,
    title text not null,
    image text not null,
    description text not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    files jsonb not null default '[]'::jsonb,
    accept_button_text text not null,
    decline_button_text text not null,
    is_active boolean not null default true,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    tags jsonb not null default '[]'::jsonb
  );
  create index offers_of_seller on offers (seller_id, id desc) where deleted_at is null;

  create table payment_domains (
    stripe_account_id text not null,
    domain text not null,
    status text not null default 'pending' check (status in ('pending', 'active', 'inactive')),
    checked_at timestamptz,
    next_check_at timestamptz not null,
    check_count integer not null default 0,
    primary key (stripe_account_id, domain)
  );
  create index payment_domains_due on payment_domains (next_check_at);

  create table saved_views (
    id uuid primary key,
    seller_id uuid not null references sellers,
    made_by uuid references users on delete set null,
    list text not null check (list in ('sales', 'customers')),
    name text not null,
    filter jsonb not null,
    is_shared boolean not null,
    constraint saved_views_check check (is_shared or (made_by is not null))
  );
  create index saved_views_of_seller on saved_views (seller_id);

  create table taxes (
    id uuid primary key,
    seller_id uuid not null references sellers,
    title text not null,
    percentage numeric(7,4) not null check ((percentage >= (0)::numeric) and (percentage <= (100)::numeric)),
    inclusive boolean not null default false,
    active boolean not null default true,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz
  );
  create index taxes_of_seller on taxes (seller_id, id desc) where deleted_at is null;

  create table forms (
    id uuid primary key,
    seller_id uuid not null references sellers,
    name text not null,
    title text not null,
    description text not null,
    image text,
    video text,
    files jsonb not null default '[]'::jsonb,
    redirect_url text,
    success_message text,
    terms_url text,
    tax_id uuid references taxes,
    amount bigint not null check (amount >= 0),
    currency text not null,
    price_type text not null check (price_type in ('OneTimePrice', 'RecurringPrice')),
    billing_interval integer not null check (billing_interval >= 1),
    billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
    cancel_after integer not null check (cancel_after >= 0),
    button_text text not null,
    button_text_color text not null,
    theme_color text not null,
    one_time_offer_id uuid references offers,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    deleted_at timestamptz,
    price_grace_period integer not null default 10 check ((price_grace_period >= 0) and (price_grace_period <= 60)),
    price_changed_at timestamptz,
    embed_hosts text[] not null default '{}'::text[],
    color_scheme text not null default 'automatic' check (color_scheme in ('automatic', 'light', 'dark', 'device')),
    is_paused boolean not null default false,
    pause_message text,
    description_format text not null default 'plain' check (description_format in ('plain', 'markdown')),
    price_id uuid,
    price_label text not null default '',
    quantity_label text not null default '',
    quantity_min integer not null default 1,
    quantity_max integer not null default 1,
    trial_days integer not null default 0 check ((trial_days >= 0) and (trial_days <= 730)),
    trial_amount bigint not null default 0 check (trial_amount >= 0),
    setup_amount bigint not null default 0 check (setup_amount >= 0),
    setup_label text not null default '',
    payoff_discount integer not null default 0 check ((payoff_discount >= 0) and (payoff_discount <= 90)),
    is_open boolean not null default false,
    suggested_amount bigint check (suggested_amount >= 0),
    preset_amounts bigint[] not null default '{}'::bigint[] check (0 <= all (preset_amounts)),
    allows_price_change boolean not null default false,
    constraint forms_check check ((image is not null) or (video is not null)),
    constraint forms_quantity_check check ((quantity_min >= 1) and (quantity_max >= quantity_min))
  );
  create index forms_of_offer on forms (one_time_offer_id) where deleted_at is null;
  create index forms_of_seller on forms (seller_id, id desc) where deleted_at is null;
  create index forms_of_tax on forms (tax_id) where deleted_at is null;

  create table form_bumps (
    form_id uuid not null references forms,
    bump_id uuid not null references bumps,
    "position" integer not null,
    primary key (form_id, bump_id)
  );
  create index form_bumps_of_bump on form_bumps (bump_id);

  create table form_offer_sequence (
    form_id uuid not null references forms,
    bump_id uuid not null references bumps,
    "position" integer not null,
    primary key (form_id, bump_id)
  );
  create index form_offer_sequence_of_bump on form_offer_sequence (bump_id);

  create table form_prices (
    id uuid primary key,
    form_id uuid not null references forms,
    "position" integer not null,
    label text not null,
    amount bigint not null check (amount >= 0),
    price_type text not null check (price_type in ('OneTimePrice', 'RecurringPrice')),
    billing_interval integer not null check (billing_interval >= 1),
    billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
    cancel_after integer not null check (cancel_after >= 0),
    state text not null check (state in ('listed', 'hidden', 'retired')),
    is_default boolean not null,
    trial_days integer not null default 0 check ((trial_days >= 0) and (trial_days <= 730)),
    trial_amount bigint not null default 0 check (trial_amount >= 0),
    setup_amount bigint not null default 0 check (setup_amount >= 0),
    setup_label text not null default '',
    payoff_discount integer not null default 0 check ((payoff_discount >= 0) and (payoff_discount <= 90)),
    is_open boolean not null default false,
    suggested_amount bigint check (suggested_amount >= 0),
    preset_amounts bigint[] not null default '{}'::bigint[] check (0 <= all (preset_amounts)),
    constraint form_prices_check check ((price_type = 'OneTimePrice') or (amount > 0))
  );
  create index form_prices_of_form on form_prices (form_id, "position");

  create table further_price_history (
    form_id uuid not null references forms,
    price_id uuid not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    from_at timestamptz not null
  );
  create index further_price_history_of_form on further_price_history (form_id, price_id, from_at);

  create table price_history (
    form_id uuid not null references forms,
    amount bigint not null check (amount >= 0),
    currency text not null,
    from_at timestamptz not null
  );
  create index price_history_of_form on price_history (form_id, from_at);

  create table timers (
    id uuid primary key,
    form_id uuid not null references forms,
    title text not null,
    expires_at timestamptz not null,
    timezone text,
    amount bigint check (amount >= 0),
    redirect_url text,
    price_id uuid,
    price_amount bigint check (price_amount >= 0),
    constraint timers_check check (((price_id is null) and (price_amount is null)) or ((price_id is not null) and (amount is null) and (redirect_url is null)))
  );
  create index timers_of_form on timers (form_id, expires_at);
`
