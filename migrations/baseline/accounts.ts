/** People, their shops and plans, and their ways to sign in and rights. */
export const accounts = `
  create table content_security_reports (
    day date not null,
    document text not null,
    directive text not null,
    blocked_host text not null,
    is_script boolean not null,
    count integer not null check (count > 0),
    last_at timestamptz not null,
    primary key (day, document, directive, blocked_host)
  );

  create table permissions (
    id uuid primary key,
    name text not null,
    description text not null,
    entity text not null,
    read boolean not null,
    write boolean not null,
    update boolean not null,
    delete boolean not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create unique index permissions_by_name on permissions (lower(name));

  create table roles (
    id uuid primary key,
    name text not null,
    description text not null,
    for_teams boolean not null default false,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create unique index roles_by_name on roles (lower(name));

  create table role_permissions (
    role_id uuid not null references roles on delete cascade,
    permission_id uuid not null references permissions,
    primary key (role_id, permission_id)
  );
  create index role_permissions_of_permission on role_permissions (permission_id);

  create table users (
    id uuid primary key,
    name text not null,
    firstname text not null default '',
    last_name text not null default '',
    email text not null check (length(email) <= 128) unique,
    email_verified boolean not null default false,
    image text,
    role text not null default 'Customer' check (role in ('SuperAdmin', 'Partner', 'Admin', 'Customer')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    erased_at timestamptz,
    trial_ends_at timestamptz
  );

  create table account_links (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    kind text not null check (kind in ('confirm', 'reset', 'change-from', 'change-to')),
    email text not null check (length(email) <= 128),
    token_hash text not null unique,
    change_id uuid,
    created_at timestamptz not null,
    expires_at timestamptz not null,
    used_at timestamptz,
    constraint account_links_check check ((change_id is null) = (kind in ('confirm', 'reset')))
  );
  create index account_links_of_user on account_links (user_id);

  create table identities (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    account_id text not null,
    provider_id text not null,
    password text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    unique (provider_id, account_id)
  );
  create index identities_of_user on identities (user_id);

  create table passkeys (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key text not null,
    counter bigint not null,
    created_at timestamptz not null default now(),
    last_used_at timestamptz
  );
  create index passkeys_of_user on passkeys (user_id);

  create table recovery_codes (
    user_id uuid not null references users on delete cascade,
    hash text not null,
    used_at timestamptz,
    primary key (user_id, hash)
  );

  create table second_factors (
    user_id uuid primary key references users on delete cascade,
    secret text not null,
    confirmed_at timestamptz,
    last_step integer not null default 0,
    created_at timestamptz not null default now()
  );

  create table sessions (
    id uuid primary key,
    user_id uuid not null references users on delete cascade,
    expires_at timestamptz not null,
    ip_address text,
    user_agent text,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    generation integer not null default 0,
    proved_at timestamptz
  );
  create index sessions_of_user on sessions (user_id);

  create table user_roles (
    user_id uuid not null references users on delete cascade,
    role_id uuid not null references roles,
    primary key (user_id, role_id)
  );
  create index user_roles_of_role on user_roles (role_id);

  create table verifications (
    id uuid primary key,
    identifier text not null,
    value text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  );
  create index verifications_by_identifier on verifications (identifier);

  create table sellers (
    id uuid primary key,
    name text not null,
    stripe_account_id text unique,
    onboarding_status text not null default 'uncompleted' check (onboarding_status in ('uncompleted', 'completed', 'restricted')),
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    stripe_customer_id text unique,
    closed_at timestamptz,
    details_id uuid,
    original_name text,
    logo text,
    wide_logo text,
    contact_email text,
    website text,
    brand_color text,
    font text not null default 'system' check (font in ('system', 'humanist', 'rounded', 'serif')),
    policy_id uuid,
    account_country text,
    payment_methods jsonb,
    embed_hosts text[] not null default '{}'::text[],
    time_zone text,
    terms_url text
  );

  create table audit_log (
    id uuid primary key,
    at timestamptz not null,
    actor_id uuid references users on delete set null,
    action text not null,
    subject_id text,
    user_id uuid references users on delete set null,
    seller_id uuid references sellers,
    before text,
    after text,
    status integer
  );
  create index audit_log_of_seller on audit_log (seller_id, id desc);

  create table begun_uploads (
    id uuid primary key,
    seller_id uuid not null references sellers,
    user_id uuid references users on delete set null,
    path text not null unique,
    name text not null,
    type text not null,
    size bigint not null check (size > 0),
    part_size integer not null check (part_size > 0),
    modified_at bigint not null,
    storage_id text,
    created_at timestamptz not null,
    touched_at timestamptz not null,
    ending_at timestamptz,
    unique nulls not distinct (seller_id, user_id, name, size, modified_at)
  );
  create index begun_uploads_touched on begun_uploads (touched_at);

  create table begun_parts (
    upload_id uuid not null references begun_uploads on delete cascade,
    number integer not null check (number > 0),
    tag text not null,
    primary key (upload_id, number)
  );

  create table handovers (
    id uuid primary key,
    seller_id uuid not null references sellers on delete cascade,
    from_user_id uuid not null references users on delete cascade,
    to_user_id uuid not null references users on delete cascade,
    token_hash text not null unique,
    created_at timestamptz not null,
    expires_at timestamptz not null
  );
  create index handovers_from_user on handovers (from_user_id);
  create index handovers_of_seller on handovers (seller_id, created_at);
  create index handovers_over on handovers (expires_at);
  create index handovers_to_user on handovers (to_user_id);

  create table invitations (
    id uuid primary key,
    kind text not null check (kind in ('team', 'partner')),
    seller_id uuid references sellers,
    role_id uuid references roles,
    email text not null check (length(email) <= 128),
    token_hash text not null unique,
    issue integer not null default 1,
    invited_by uuid references users on delete set null,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    accepted_at timestamptz,
    accepted_by uuid references users on delete set null,
    constraint invitations_check check ((kind = 'team') = ((seller_id is not null) and (role_id is not null)))
  );
  create index invitations_of_role on invitations (role_id) where role_id is not null;
  create unique index open_invitations on invitations (kind, seller_id, email) nulls not distinct where accepted_at is null;

  create table members (
    user_id uuid primary key references users on delete cascade,
    seller_id uuid not null references sellers,
    created_at timestamptz not null default now(),
    is_owner boolean not null default true,
    role_id uuid references roles,
    constraint members_check check (is_owner or (role_id is not null))
  );
  create index members_of_role on members (role_id) where role_id is not null;
  create index members_of_seller on members (seller_id);
  create unique index owner_of_seller on members (seller_id) where is_owner;

  create table plan_subscriptions (
    id uuid primary key,
    seller_id uuid not null references sellers,
    plan text not null check (plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
    status text not null check (status in ('creating', 'incomplete', 'incomplete_expired', 'trialing', 'active', 'past_due', 'unpaid', 'paused', 'canceled')),
    stripe_subscription_id text unique,
    latest_invoice_id text,
    amount bigint not null check (amount >= 0),
    currency text not null,
    trial_end timestamptz,
    current_period_end timestamptz,
    cancel_at_period_end boolean not null default false,
    ended_at timestamptz,
    requested_at timestamptz,
    change_id uuid,
    change_plan text check (change_plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
    change_at timestamptz,
    read_at timestamptz,
    next_check_at timestamptz,
    check_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    partner_lost_at timestamptz,
    plan_changed_at timestamptz,
    constraint plan_subscriptions_check check (((change_id is null) = (change_plan is null)) and ((change_id is null) = (change_at is null)))
  );
  create unique index one_plan_subscription on plan_subscriptions (seller_id) where status not in ('incomplete_expired', 'canceled');
  create index partner_plans on plan_subscriptions (seller_id) where (plan = 'PARTNER_FREE') and (status not in ('incomplete_expired', 'canceled'));
  create index plan_subscriptions_of_seller on plan_subscriptions (seller_id);
  create index plan_subscriptions_to_check on plan_subscriptions (next_check_at) where next_check_at is not null;

  create table plan_history (
    id uuid primary key,
    subscription_id uuid not null references plan_subscriptions on delete cascade,
    at timestamptz not null,
    plan text not null check (plan in ('BASIC', 'GROWTH', 'PARTNER_FREE')),
    standing text not null check (standing in ('none', 'trial', 'paid', 'free', 'ended')),
    amount bigint not null check (amount >= 0),
    currency text not null
  );
  create index plan_history_of_subscription on plan_history (subscription_id, at, id);

  create table seller_details (
    id uuid primary key,
    seller_id uuid not null references sellers,
    name text,
    address_line1 text,
    address_line2 text,
    postal_code text,
    city text,
    country text,
    tax_number text,
    note text,
    created_at timestamptz not null default now(),
    shop_name text
  );
  create index seller_details_of_seller on seller_details (seller_id);

  create table seller_suspensions (
    id uuid primary key,
    seller_id uuid not null references sellers,
    reason text not null,
    suspended_at timestamptz not null,
    suspended_by uuid,
    lifted_at timestamptz,
    lifted_by uuid
  );
  create unique index one_suspension on seller_suspensions (seller_id) where lifted_at is null;
  create index suspensions_of_seller on seller_suspensions (seller_id, id desc);

  create table uploads (
    id uuid primary key,
    seller_id uuid not null references sellers,
    user_id uuid references users on delete set null,
    kind text not null check (kind in ('picture', 'file')),
    path text not null unique,
    name text not null,
    type text not null,
    size bigint not null check (size >= 0),
    created_at timestamptz not null default now(),
    deleted_at timestamptz,
    version integer not null default 1 check (version > 0),
    replaced_by uuid references uploads,
    replaced_at timestamptz,
    constraint uploads_check check ((replaced_by is null) = (replaced_at is null))
  );
  create index uploads_of_seller on uploads (seller_id) where deleted_at is null;
`
