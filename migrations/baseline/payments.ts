/** Purchases and what belongs to them: refunds, stock, coupon uses and protection against stolen cards. */
export const payments = `
  create table card_testing_attacks (
    id uuid primary key,
    form_id uuid not null references forms,
    began_at timestamptz not null,
    ends_at timestamptz not null,
    decline_count integer not null default 0
  );
  create index attacks_of_form on card_testing_attacks (form_id, ends_at desc);

  create table purchases (
    id uuid primary key,
    seller_id uuid not null references sellers,
    form_id uuid not null references forms,
    idempotency_key text not null,
    fingerprint text,
    status text not null check (status in ('created', 'requires_action', 'processing', 'unknown', 'paid', 'failed', 'canceled', 'partially_refunded', 'refunded')),
    email text not null,
    name text not null,
    currency text not null,
    subtotal bigint not null check (subtotal >= 0),
    tax_amount bigint not null check (tax_amount >= 0),
    total bigint not null,
    application_fee_amount bigint not null default 0,
    one_time_offer_count integer not null,
    stripe_account_id text not null,
    payment_method_id text,
    stripe_customer_id text,
    payment_intent_id text unique,
    failure_reason text,
    failure_message text,
    next_check_at timestamptz,
    check_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    paid_at timestamptz,
    kind text not null default 'order' check (kind in ('order', 'offer', 'renewal', 'payoff')),
    order_id uuid references purchases,
    quote_id text,
    offered_bump_ids uuid[],
    seller_details_id uuid references seller_details,
    stripe_invoice_id text,
    policy_id uuid,
    consent_asked text,
    begun_at timestamptz,
    delivered_on date,
    customer_id uuid,
    mail_to text,
    locale text,
    card_brand text,
    card_last4 text,
    confirmation_token_id text,
    payment_method_type text,
    settles_by timestamptz,
    account_country text,
    coupon_code text,
    discount_amount bigint not null default 0 check (discount_amount >= 0),
    price_id uuid,
    stock_id uuid,
    network text,
    key_generation integer not null default 0,
    constraint purchases_check check (total = (subtotal + tax_amount)),
    constraint purchases_check1 check ((application_fee_amount >= 0) and (application_fee_amount <= total)),
    constraint purchases_check2 check ((kind = 'order') = (order_id is null)),
    unique (form_id, idempotency_key)
  );
  create index purchases_by_time on purchases (seller_id, coalesce(paid_at, created_at), id);
  create index purchases_of_account on purchases (stripe_account_id, created_at);
  create index purchases_of_buyer on purchases (form_id, lower(email), created_at);
  create index purchases_of_order on purchases (order_id) where order_id is not null;
  create index purchases_of_seller on purchases (seller_id, id desc);
  create index purchases_to_check on purchases (next_check_at) where next_check_at is not null;
  create index purchases_unsettled on purchases (created_at) where status in ('created', 'requires_action', 'unknown');
  create unique index quotes_in_flight on purchases (quote_id) where status in ('created', 'unknown');
  create unique index unsettled_offers on purchases (order_id) where (kind = 'offer') and (status in ('created', 'requires_action', 'unknown'));

  create table book_differences (
    id uuid primary key,
    kind text not null check (kind in ('charge_without_purchase', 'purchase_without_charge', 'amount_differs', 'refund_missing', 'refund_differs', 'fee_differs')),
    stripe_account_id text not null,
    payment_intent_id text,
    purchase_id uuid references purchases,
    details jsonb not null,
    found_at timestamptz not null default now(),
    settled_at timestamptz,
    settled_by uuid references users on delete set null,
    settled_note text,
    unique nulls not distinct (kind, payment_intent_id, purchase_id)
  );

  create table consents (
    purchase_id uuid not null references purchases,
    kind text not null check (kind in ('early_start', 'loss_of_right', 'trial')),
    text text not null,
    locale text not null,
    given_at timestamptz not null,
    primary key (purchase_id, kind)
  );

  create table file_openings (
    purchase_id uuid not null references purchases,
    file_id uuid not null,
    first_at timestamptz not null,
    last_at timestamptz not null,
    primary key (purchase_id, file_id)
  );

  create table purchase_lines (
    purchase_id uuid not null references purchases,
    "position" integer not null,
    kind text not null check (kind in ('form', 'setup', 'bump', 'offer')),
    bump_id uuid references bumps,
    title text not null,
    subtotal bigint not null check (subtotal >= 0),
    tax_amount bigint not null check (tax_amount >= 0),
    total bigint not null,
    tax_title text,
    tax_percentage numeric(7,4),
    tax_inclusive boolean,
    offer_id uuid references offers,
    discount_amount bigint not null default 0 check (discount_amount >= 0),
    quantity integer not null default 1 check (quantity >= 1),
    constraint purchase_lines_check check (total = (subtotal + tax_amount)),
    primary key (purchase_id, "position")
  );

  create table purchase_transitions (
    id bigint generated always as identity primary key,
    purchase_id uuid not null references purchases,
    status text not null,
    cause text not null,
    at timestamptz not null default now(),
    event text,
    subject text
  );
  create index transitions_of_purchase on purchase_transitions (purchase_id, id);

  create table redemptions (
    purchase_id uuid primary key references purchases,
    coupon_id uuid not null references coupons,
    code_id uuid not null references coupon_codes,
    email_key text not null,
    card_fingerprint text,
    state text not null check (state in ('held', 'waiting', 'used', 'released')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    network text
  );
  create index redemptions_by_card on redemptions (coupon_id, card_fingerprint) where card_fingerprint is not null;
  create index redemptions_by_email on redemptions (coupon_id, email_key);

  create table refunds (
    id uuid primary key,
    purchase_id uuid not null references purchases,
    idempotency_key text not null,
    fingerprint text,
    status text not null check (status in ('pending', 'succeeded', 'failed')),
    amount bigint not null check (amount > 0),
    tax_amount bigint not null,
    stripe_refund_id text unique,
    failure_reason text,
    next_check_at timestamptz,
    check_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    attempt integer not null default 0,
    requested_by text not null check (requested_by in ('seller', 'buyer', 'withdrawal', 'provider')),
    constraint refunds_check check ((tax_amount >= 0) and (tax_amount <= amount)),
    unique (purchase_id, idempotency_key)
  );
  create index refunds_to_check on refunds (next_check_at) where next_check_at is not null;

  create table stock_holds (
    purchase_id uuid primary key references purchases,
    stock_id uuid not null,
    quantity integer not null check (quantity >= 1),
    is_held boolean not null default true,
    network text,
    email_key text
  );

  create table stocks (
    id uuid primary key,
    form_id uuid not null references forms unique,
    stock_limit integer not null check (stock_limit >= 0),
    taken integer not null default 0
  );
`
