/** The pages and requests of a buyer after a purchase. */
export const buying = `
  create table buyer_details (
    purchase_id uuid primary key references purchases,
    name text,
    address_line1 text,
    address_line2 text,
    postal_code text,
    city text,
    country text,
    tax_number text,
    updated_at timestamptz not null
  );

  create table buyer_links (
    id uuid primary key,
    seller_id uuid not null references sellers,
    email text not null,
    asked_at timestamptz not null,
    mailed_at timestamptz,
    used_at timestamptz,
    expires_at timestamptz not null
  );
  create index buyer_links_expired on buyer_links (expires_at);
  create index buyer_links_to_mail on buyer_links (asked_at) where mailed_at is null;

  create table form_views (
    seller_id uuid not null references sellers,
    form_id uuid not null references forms,
    day date not null,
    views integer[] not null check (cardinality(views) = 96),
    primary key (seller_id, day, form_id)
  );

  create table seller_policies (
    id uuid primary key,
    seller_id uuid not null references sellers,
    sells text not null check (sells in ('digital', 'service', 'goods', 'dated_event')),
    withdrawal_days integer not null check ((withdrawal_days >= 14) and (withdrawal_days <= 365)),
    on_withdrawal text not null check (on_withdrawal in ('refund_at_once', 'ask_me')),
    early_start text not null check (early_start in ('offered', 'required', 'not_asked')),
    own_text text,
    created_at timestamptz not null default now()
  );
  create index seller_policies_of_seller on seller_policies (seller_id);

  create table shown_offers (
    id uuid primary key,
    order_id uuid not null references purchases,
    "position" integer not null,
    offer_id uuid references offers,
    bump_id uuid references bumps,
    title text not null,
    description text not null,
    image text not null,
    accept_button_text text not null,
    decline_button_text text not null,
    subtotal bigint not null check (subtotal >= 0),
    tax_amount bigint not null check (tax_amount >= 0),
    total bigint not null,
    tax_title text,
    tax_percentage numeric(7,4),
    tax_inclusive boolean,
    purchase_id uuid references purchases unique,
    shown_at timestamptz not null,
    closed_as text check (closed_as in ('declined', 'withdrawn')),
    closed_at timestamptz,
    seller_id uuid not null references sellers,
    discount_amount bigint not null default 0 check (discount_amount >= 0),
    constraint shown_offers_check check (total = (subtotal + tax_amount)),
    constraint shown_offers_check1 check ((offer_id is null) <> (bump_id is null)),
    constraint shown_offers_check2 check ((closed_as is null) = (closed_at is null)),
    unique nulls not distinct (order_id, offer_id, bump_id),
    constraint shown_offers_order_id_position_key unique (order_id, "position")
  );
  create index shown_offers_of_seller on shown_offers (seller_id, shown_at);

  create table withdrawals (
    id uuid primary key,
    seller_id uuid references sellers,
    purchase_id uuid references purchases,
    name text not null,
    email text not null,
    reference text not null,
    statement text not null,
    received_at timestamptz not null,
    matched_by text check (matched_by in ('number_and_email', 'page', 'seller')),
    confirmed_at timestamptz,
    refused_for text,
    decided_by uuid references users on delete set null,
    decided_at timestamptz,
    next_check_at timestamptz,
    check_count integer not null default 0,
    fits text check (fits in ('number_and_email', 'number', 'email', 'nothing')),
    failures_seen integer not null default 0,
    is_receipt_mailed boolean not null default true,
    kind text not null default 'withdrawal' check (kind in ('withdrawal', 'cancellation')),
    cause text,
    ends_on date,
    constraint withdrawals_check check ((matched_by is null) = (confirmed_at is null)),
    constraint withdrawals_check1 check ((refused_for is null) = (decided_at is null))
  );
  create index withdrawals_of_nobody on withdrawals (received_at) where seller_id is null;
  create index withdrawals_of_purchase on withdrawals (purchase_id) where purchase_id is not null;
  create index withdrawals_of_seller on withdrawals (seller_id, id desc);
  create index withdrawals_to_check on withdrawals (next_check_at) where next_check_at is not null;

  create table stated_purchases (
    withdrawal_id uuid not null references withdrawals on delete cascade,
    purchase_id uuid not null references purchases,
    carried_out_at timestamptz,
    primary key (withdrawal_id, purchase_id)
  );
  create index stated_purchases_of_purchase on stated_purchases (purchase_id);

  create table withdrawn_purchases (
    purchase_id uuid primary key references purchases,
    withdrawal_id uuid not null references withdrawals,
    performed_percentage integer check ((performed_percentage >= 1) and (performed_percentage <= 99)),
    waits_because text check (waits_because in ('country', 'opened', 'late', 'arrival'))
  );
  create index withdrawn_by on withdrawn_purchases (withdrawal_id);
`
