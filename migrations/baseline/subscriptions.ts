/** Recurring payments, disputes, payouts and the provider's events about them. */
export const subscriptions = `
  create table disputes (
    id text primary key,
    purchase_id uuid not null references purchases,
    status text not null,
    reason text not null,
    amount bigint not null check (amount >= 0),
    currency text not null,
    evidence_due_at timestamptz,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    seller_id uuid not null references sellers,
    noted_as text
  );
  create index disputes_of_purchase on disputes (purchase_id, created_at);
  create index disputes_of_seller on disputes (seller_id, created_at);

  create table payout_outcomes (
    payout_id text not null,
    outcome text not null check (outcome in ('paid', 'failed')),
    seller_id uuid not null references sellers,
    amount bigint not null check (amount >= 0),
    is_debit boolean not null,
    currency text not null,
    bank_name text,
    bank_last4 text,
    failure_code text,
    failure_message text,
    at timestamptz not null,
    is_noticed boolean not null default false,
    primary key (payout_id, outcome)
  );
  create index payout_outcomes_by_time on payout_outcomes (at);
  create index payout_outcomes_new on payout_outcomes (at) where not is_noticed;

  create table provider_objects (
    stripe_account_id text not null,
    kind text not null check (kind in ('product', 'tax_rate', 'coupon')),
    fingerprint text not null,
    stripe_id text not null,
    created_at timestamptz not null default now(),
    primary key (stripe_account_id, kind, fingerprint)
  );

  create table subscriptions (
    id uuid primary key,
    order_id uuid not null references purchases unique,
    seller_id uuid not null references sellers,
    stripe_account_id text not null,
    stripe_subscription_id text unique,
    stripe_customer_id text,
    status text not null default 'incomplete' check (status in ('incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
    title text not null,
    billing_interval integer not null check (billing_interval > 0),
    billing_period text not null check (billing_period in ('Daily', 'Weekly', 'Monthly', 'Yearly')),
    cancel_after integer not null check (cancel_after >= 0),
    currency text not null,
    subtotal bigint not null check (subtotal >= 0),
    tax_amount bigint not null check (tax_amount >= 0),
    total bigint not null,
    tax_title text,
    tax_percentage numeric(7,4),
    tax_inclusive boolean,
    paid_cycles integer not null default 0,
    billing_cycle_anchor timestamptz,
    current_period_end timestamptz,
    cancel_at timestamptz,
    cancel_at_period_end boolean not null default false,
    canceled_at timestamptz,
    ended_at timestamptz,
    unpaid_invoice_id text,
    next_payment_attempt timestamptz,
    cancellation text check (cancellation in ('period_end', 'now', 'resume')),
    cancellation_by text check (cancellation_by in ('buyer', 'seller')),
    cancellation_at timestamptz,
    revision integer not null default 0,
    next_check_at timestamptz,
    check_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    application_fee_basis_points integer not null default 0 check ((application_fee_basis_points >= 0) and (application_fee_basis_points <= 10000)),
    payment_failed_at timestamptz,
    discount_amount bigint not null default 0 check (discount_amount >= 0),
    discount_cycles integer,
    reduced_total bigint,
    stripe_setup_intent_id text,
    quantity integer not null default 1 check (quantity >= 1),
    trial_days integer not null default 0,
    trial_end timestamptz,
    payoff_discount integer not null default 0,
    trial_reminder_at timestamptz,
    payoff_purchase_id uuid,
    agreed_prices jsonb,
    payoff_paid boolean not null default false,
    unpaid_amount bigint check (unpaid_amount >= 0),
    payment_on_its_way text check (payment_on_its_way in ('none', 'begun', 'at_bank')),
    unpaid_amount_of text,
    card_brand text,
    card_last4 text,
    constraint subscriptions_check check ((total > 0) and (total = (subtotal + tax_amount)))
  );
  create index subscriptions_of_customer on subscriptions (stripe_customer_id);
  create index subscriptions_of_seller on subscriptions (seller_id);
  create index subscriptions_to_check on subscriptions (next_check_at) where next_check_at is not null;

  create table trial_starts (
    subscription_id uuid primary key references subscriptions on delete cascade,
    form_id uuid not null,
    email_key text not null,
    card_fingerprint text,
    started_at timestamptz not null
  );
  create index trial_starts_by_card on trial_starts (form_id, card_fingerprint) where card_fingerprint is not null;
  create index trial_starts_by_email on trial_starts (form_id, email_key);
  create index trial_starts_by_time on trial_starts (started_at);

  create table webhook_events (
    id text primary key,
    stripe_account_id text,
    type text not null,
    payload jsonb not null,
    received_at timestamptz not null default now(),
    done_at timestamptz,
    outcome text,
    attempts integer not null default 0,
    next_attempt_at timestamptz
  );
  create index webhook_events_to_work on webhook_events (next_attempt_at) where next_attempt_at is not null;
`
