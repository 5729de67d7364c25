/**
 * Indexes of tables that grow with every sale, by name, each with its definition. A migration would block sales while
 * it creates one, so these are created while the product runs (`src/foundation/db/migrate/build-indexes.ts`). They
 * affect only speed, so none is unique, and those by parts of words are left out if the database has no `pg_trgm` or
 * `btree_gin`. An index that is removed here is dropped by a migration.
 */
export const laterIndexes: Readonly<Record<string, string>> = {
  // Rows past their retention period.
  webhook_events_done: 'webhook_events (done_at) where done_at is not null',
  // Waiting events, account by account.
  webhook_events_of_account:
    "webhook_events (coalesce(stripe_account_id, 'platform'), next_attempt_at, id) where next_attempt_at is not null",
  audit_log_by_time: 'audit_log (at)',
  notices_by_time: 'notices (at)',
  attempts_by_time: "purchases (created_at) where status in ('failed', 'canceled')",
  orders_to_erase: "purchases (paid_at) where kind = 'order' and paid_at is not null and email <> ''",
  subscriptions_never_begun: "subscriptions (ended_at) where status = 'incomplete_expired'",
  mails_to_empty: "mails (created_at) where next_attempt_at is null and (html is not null or data <> '{}')",
  // The filters of the list of sales, in the order of the list, for values that are rare among a seller's purchases.
  // Common values (paid, orders) are found quickly by reading the list itself.
  purchases_by_form: 'purchases (seller_id, form_id, id)',
  purchases_by_price: 'purchases (seller_id, price_id, id) where price_id is not null',
  purchases_by_currency: 'purchases (seller_id, currency, id)',
  // Also finds the purchases of all sellers that have no outcome yet.
  purchases_by_status: "purchases (seller_id, status, id) where status <> 'paid'",
  purchases_by_source:
    "purchases (seller_id, coalesce(source ->> 'source', source ->> 'ref'), id) where source is not null",
  purchases_by_campaign: "purchases (seller_id, (source ->> 'campaign'), id) where source is not null",
  // Answers that a search begins with.
  purchase_answers_by_text:
    "purchase_answers (seller_id, lower(answer #>> '{}') text_pattern_ops) where kind in ('text', 'phone')",
  // The columns of an export.
  purchase_answers_by_slug: 'purchase_answers (seller_id, slug, purchase_id)',
  purchases_by_kind: "purchases (seller_id, kind, id) where kind <> 'order'",
  // Stock items and coupon uses that wait for a bank.
  stock_holds_unpaid: 'stock_holds (stock_id) where email_key is not null',
  // Refunds that can be due soon, until their seller is reminded.
  withdrawals_to_remind:
    "withdrawals (received_at) where kind = 'withdrawal' and refused_for is null and reminded_at is null",
  // A bank's decision, until it is recorded.
  disputes_ended:
    "disputes (updated_at) where status in ('won', 'lost', 'warning_closed') and noted_as is distinct from status",
  subscriptions_by_status: 'subscriptions (seller_id, status, order_id)',
  renewals_to_notice: 'subscriptions (renewal_notice_at) where renewal_notice_at is not null',
  subscriptions_left: 'subscriptions (seller_id, cancellation_at) where cancel_reason is not null',
  cards_to_check: 'subscriptions (card_check_at) where card_check_at is not null',
  trials_to_remind: 'subscriptions (trial_reminder_at) where trial_reminder_at is not null',
  // The days and months of the overview, and the refunds of a period's sales.
  purchases_returned:
    "purchases (seller_id, status, coalesce(paid_at, created_at)) where status in ('partially_refunded', 'refunded')",
  subscriptions_with_trial: 'subscriptions (seller_id) where trial_days > 0',
  refunds_by_time: 'refunds (created_at)',
  subscriptions_by_start: 'subscriptions (seller_id, billing_cycle_anchor)',
  subscriptions_by_end: 'subscriptions (seller_id, ended_at) where ended_at is not null',
  // How often a form sold recently. Each order is written to this index only once, when it is paid.
  purchases_sold_by_form:
    "purchases (form_id, paid_at, price_id) where kind = 'order' and paid_at is not null",
  // A customer's purchases and total, without reading the rows; emails to an address; buyers not yet recorded as
  // customers.
  purchases_by_customer: 'purchases (seller_id, customer_id, currency, total) where customer_id is not null',
  purchases_by_address: 'purchases (seller_id, lower(coalesce(mail_to, email))) where paid_at is not null',
  purchases_without_customer: 'purchases (id) where customer_id is null and paid_at is not null',
  // The end of an invoice number, which a buyer can give when withdrawing.
  purchases_by_invoice: 'purchases (right(id::text, 8)) where paid_at is not null',
  // The texts a search looks through: parts of words of one seller among many, folded as `fold_text` does.
  forms_by_words:
    'forms using gin (seller_id, fold_text(title) gin_trgm_ops, fold_text(name) gin_trgm_ops) where deleted_at is null',
  purchases_by_words:
    'purchases using gin (seller_id, fold_text(email) gin_trgm_ops, fold_text(name) gin_trgm_ops)',
  customers_by_words:
    'customers using gin (seller_id, fold_text(email) gin_trgm_ops, fold_text(name) gin_trgm_ops)',
  buyer_details_by_words: 'buyer_details using gin (fold_text(name) gin_trgm_ops) where name is not null',
  // Customers who may be the same person.
  customers_by_name: 'customers (seller_id, fold_text(name))',
  // References to a purchase that is about to be deleted.
  mails_of_purchase: 'mails (purchase_id) where purchase_id is not null',
  // Other emails to the same buyer.
  mails_apart: "mails (recipient) where purchase_id is null and user_id is null and recipient <> ''",
  notices_of_purchase: 'notices (purchase_id)',
  // Cards other than those that were checked for a coupon or trial.
  redemptions_by_payer: 'redemptions (coupon_id, paid_by) where paid_by is not null',
  trial_starts_by_payer: 'trial_starts (form_id, paid_by) where paid_by is not null',
  // How often each file was opened.
  file_openings_of_file: 'file_openings (file_id, last_at)',
}
