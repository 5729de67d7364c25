/** Emails, limits and schedules, which every domain uses. */
export const ground = `
  create table mails (
    id uuid primary key,
    kind text not null,
    purchase_id uuid references purchases,
    recipient text not null,
    subject text,
    text text,
    html text,
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    attempts integer not null default 0,
    next_attempt_at timestamptz default now(),
    refund_id uuid references refunds,
    user_id uuid references users on delete cascade,
    about text not null default '',
    data jsonb not null default '{}'::jsonb,
    reply_to text,
    thread text,
    constraint mails_once unique nulls not distinct (kind, purchase_id, refund_id, user_id, about)
  );
  create index mails_to_send on mails (next_attempt_at) where next_attempt_at is not null;

  create unlogged table rate_limits (
    key text primary key,
    count integer not null,
    ends_at timestamptz not null
  );
  create index rate_limits_by_end on rate_limits (ends_at);

  create table schedules (
    name text primary key,
    next_run_at timestamptz not null,
    finished_at timestamptz
  );
`
