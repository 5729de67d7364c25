/** A shop's view of its sales: customers, rollups, notifications. */
export const sales = `
  create table customers (
    id uuid primary key,
    seller_id uuid not null references sellers,
    email_key text,
    email text,
    plain_email text generated always as (lower(regexp_replace(email, '\\+[^@]*@', '@'))) stored,
    name text not null,
    first_paid_at timestamptz not null,
    merged_into uuid references customers,
    erased_at timestamptz,
    constraint customers_check check ((email is null) = (email_key is null)),
    unique (seller_id, email_key)
  );
  create index customers_by_plain_email on customers (seller_id, plain_email);
  create index customers_by_time on customers (seller_id, first_paid_at, id) where (merged_into is null) and (erased_at is null);
  create index customers_merged on customers (merged_into) where merged_into is not null;

  create table customer_corrections (
    id uuid primary key,
    customer_id uuid not null references customers,
    from_email text not null,
    to_email text not null,
    corrected_by uuid references users on delete set null,
    corrected_at timestamptz not null
  );
  create index corrections_of_customer on customer_corrections (customer_id);

  create table customer_merges (
    gone_id uuid primary key references customers,
    kept_id uuid not null references customers,
    merged_by uuid references users on delete set null,
    merged_at timestamptz not null,
    purchase_ids uuid[] not null
  );
  create index merges_of_customer on customer_merges (kept_id);

  create table customer_notes (
    id uuid primary key,
    customer_id uuid not null references customers,
    text text not null,
    written_by uuid references users on delete set null,
    written_at timestamptz not null
  );
  create index notes_of_customer on customer_notes (customer_id);

  create table customer_tags (
    customer_id uuid not null references customers,
    seller_id uuid not null references sellers,
    tag text not null,
    primary key (customer_id, tag)
  );
  create index customers_of_tag on customer_tags (seller_id, tag, customer_id);

  create table customer_totals (
    customer_id uuid not null references customers on delete cascade,
    seller_id uuid not null,
    currency text not null default '',
    total bigint not null default '9223372036854775807'::bigint,
    constraint customer_totals_check check ((currency = '') = (total = '9223372036854775807'::bigint))
  );
  create index customer_totals_by_total on customer_totals (seller_id, currency, total);
  create index customer_totals_of_customer on customer_totals (customer_id, currency);
  create index customer_totals_to_sum on customer_totals (customer_id) where currency = '';

  create table dropped_sums (
    id bigint primary key
  );

  create table form_sums (
    sum_id bigint not null,
    form_id uuid not null,
    orders integer not null check (orders >= 0),
    views integer not null check (views >= 0),
    by_price jsonb not null,
    primary key (sum_id, form_id)
  );

  create table notice_cursors (
    source text primary key,
    collected_to bigint not null,
    seen_to bigint not null default 0,
    seen_before xid8 not null default '0'::xid8,
    seen_at timestamptz not null default now()
  );

  create table notice_paces (
    seller_id uuid not null references sellers,
    kind text not null,
    told_to bigint not null,
    told_at timestamptz,
    wait integer not null default 0,
    due_at timestamptz,
    primary key (seller_id, kind)
  );
  create index notice_paces_due on notice_paces (due_at) where due_at is not null;

  create table notice_readers (
    user_id uuid primary key,
    zone text not null default 'UTC',
    hows jsonb not null default '{}'::jsonb,
    seen_to bigint not null default 0,
    lettered_to bigint not null default 0,
    letter_at timestamptz not null,
    quiet_from integer check ((quiet_from >= 0) and (quiet_from <= 23)),
    quiet_to integer check ((quiet_to >= 0) and (quiet_to <= 23)),
    held jsonb not null default '{}'::jsonb,
    held_until timestamptz,
    has_own_zone boolean not null default false,
    constraint notice_readers_check check ((quiet_from is null) = (quiet_to is null)),
    constraint notice_readers_check1 check (quiet_from <> quiet_to),
    constraint notice_readers_user_id_fkey foreign key (user_id) references members(user_id) on delete cascade
  );
  create index notice_readers_due on notice_readers (letter_at);
  create index notice_readers_held on notice_readers (held_until) where held_until is not null;

  create table notices (
    id bigint generated always as identity primary key,
    transition_id bigint references purchase_transitions unique,
    seller_id uuid not null references sellers,
    kind text not null check (kind in ('sale', 'refund', 'dispute', 'renewal_failed', 'payment_returned', 'cancellation', 'payout_failed', 'payout_paid')),
    purchase_id uuid references purchases,
    subject text,
    amount bigint not null check (amount >= 0),
    currency text not null,
    at timestamptz not null,
    outcome text check (outcome in ('won', 'lost', 'closed')),
    asks boolean not null default false,
    constraint notices_subject_check check (case when (kind in ('payout_failed', 'payout_paid')) then (subject is not null) else ((transition_id is not null) and (purchase_id is not null)) end)
  );
  create index notices_of_kind on notices (seller_id, kind, id);
  create index notices_of_seller on notices (seller_id, id);

  create table push_devices (
    id uuid primary key,
    user_id uuid not null,
    session_id uuid not null references sessions on delete cascade,
    endpoint text not null unique,
    p256dh text not null,
    auth text not null,
    kinds text[] not null,
    shows_buyer boolean not null,
    created_at timestamptz not null,
    constraint push_devices_user_id_fkey foreign key (user_id) references members(user_id) on delete cascade
  );
  create index push_devices_of_session on push_devices (session_id);
  create index push_devices_of_user on push_devices (user_id);

  create table push_messages (
    id uuid primary key,
    device_id uuid not null references push_devices on delete cascade,
    seller_id uuid not null references sellers,
    kind text not null,
    told_from bigint not null,
    told_to bigint not null,
    at timestamptz not null,
    attempts integer not null default 0,
    next_attempt_at timestamptz not null
  );
  create index push_messages_due on push_messages (next_attempt_at);
  create index push_messages_of_device on push_messages (device_id);

  create table sales_changes (
    seller_id uuid primary key references sellers on delete cascade,
    mark text not null
  );

  create table sales_sums (
    seller_id uuid not null references sellers on delete cascade,
    begins timestamptz not null,
    ends timestamptz not null,
    sums jsonb not null,
    compared_at timestamptz not null default now(),
    totals jsonb generated always as (totals_of_sums(sums)) stored not null,
    id bigint generated always as identity,
    leaders jsonb generated always as (leaders_of_sums(sums)) stored not null,
    constraint sales_sums_check check (ends > begins),
    primary key (seller_id, begins, ends)
  );
  create index sales_sums_by_time on sales_sums (begins);
  create index sales_sums_to_compare on sales_sums (compared_at);

  create table short_links (
    code text primary key,
    form_id uuid not null references forms unique,
    created_at timestamptz not null default now()
  );
`
