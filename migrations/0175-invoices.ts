import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Invoices and credit notes with consecutive numbers, which they get after the payment. Shops that already sell keep
 * numbers made from the day and the purchase until they choose a series.
 */
export const numberInvoices: Migration = {
  async up(db) {
    await sql.raw(statements).execute(db)
  },
}

const statements = `
  create table invoice_numbering (
    seller_id uuid primary key references sellers on delete cascade,
    pattern text,
    credit_pattern text,
    digits integer not null default 5 check (digits between 1 and 9),
    first_number integer not null default 1 check (first_number > 0),
    first_credit_number integer not null default 1 check (first_credit_number > 0),
    since timestamptz not null
  );
  insert into invoice_numbering (seller_id, since) select id, now() from sellers;

  create table invoice_series (
    id uuid primary key,
    seller_id uuid not null references sellers on delete cascade,
    prefix text not null,
    digits integer not null,
    first_number integer not null check (first_number > 0),
    next_number integer not null,
    started_at timestamptz not null,
    last_issued_at timestamptz not null,
    unique (seller_id, prefix),
    constraint invoice_series_check check (next_number >= first_number)
  );

  -- Without a key of sellers: a payment must not lock its shop's row.
  create table invoices (
    id uuid primary key,
    seller_id uuid not null,
    purchase_id uuid not null references purchases,
    kind text not null check (kind in ('invoice', 'credit')),
    reason text not null check (reason in ('sale', 'refund', 'refund_failed', 'dispute', 'dispute_won', 'correction')),
    source_id text,
    of_invoice_id uuid references invoices,
    is_replaced boolean not null default false,
    due_at timestamptz not null,
    series_id uuid references invoice_series,
    sequence integer,
    number text,
    issued_at timestamptz,
    issued_on date,
    bill_to jsonb,
    document_lines jsonb,
    currency text,
    subtotal bigint,
    tax_amount bigint,
    total bigint,
    unique (series_id, sequence),
    unique (seller_id, number),
    unique (reason, source_id),
    constraint invoices_issued_check check (
      num_nonnulls(series_id, sequence, number, issued_at, issued_on, currency, subtotal, tax_amount, total) in (0, 9)),
    constraint invoices_sum_check check (subtotal >= 0 and tax_amount >= 0 and total > 0 and subtotal + tax_amount = total)
  );
  create unique index invoices_current on invoices (purchase_id)
    where kind = 'invoice' and reason in ('sale', 'correction') and not is_replaced;
  create index invoices_of_purchase on invoices (purchase_id);
  create index invoices_due on invoices (seller_id, due_at) where number is null;
  create index invoices_by_issue on invoices (seller_id, issued_at desc, id desc) where number is not null;

  create view invoices_view as select id, seller_id, purchase_id, kind, reason, source_id, of_invoice_id, is_replaced,
    due_at, series_id, sequence, number, issued_at, issued_on, bill_to, document_lines, currency, subtotal, tax_amount,
    total from invoices;
  create view invoice_series_view as select id, seller_id, prefix, digits, first_number, next_number, started_at,
    last_issued_at from invoice_series;`
