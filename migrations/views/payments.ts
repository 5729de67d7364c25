/** The views of `src/payments/` that other domains read instead of its tables. */
export const paymentsViews = `
  create view purchases_view as
  select
    id, seller_id, form_id, price_id, kind, order_id, status, email, mail_to, key_generation, name, customer_id,
    currency, subtotal, tax_amount, total, coupon_code, discount_amount, application_fee_amount, seller_details_id,
    account_country, policy_id, consent_asked, begun_at, delivered_on, offered_bump_ids, locale, stripe_account_id,
    payment_method_id, confirmation_token_id, payment_method_type, settles_by, card_brand, card_last4,
    stripe_customer_id, payment_intent_id, failure_message, next_check_at, created_at, updated_at, paid_at
  from purchases;

  create view purchase_lines_view as
  select
    purchase_id, position, kind, bump_id, offer_id, title, quantity, subtotal, tax_amount, total, discount_amount,
    tax_title, tax_percentage, tax_inclusive
  from purchase_lines;

  create view purchase_transitions_view as
  select
    id, purchase_id, status, cause, at, event, subject
  from purchase_transitions;

  create view consents_view as
  select
    purchase_id, kind, text, given_at
  from consents;

  create view file_openings_view as
  select
    purchase_id, file_id, first_at, last_at
  from file_openings;

  create view book_differences_view as
  select
    settled_at
  from book_differences;

  create view redemptions_view as
  select
    purchase_id, coupon_id
  from redemptions;

  create view refunds_view as
  select
    id, purchase_id, requested_by, status, amount, tax_amount, failure_reason, next_check_at, created_at, updated_at
  from refunds;

  create view disputes_view as
  select
    id, seller_id, purchase_id, status, reason, amount, currency, evidence_due_at, created_at, updated_at
  from disputes;

  create view card_testing_attacks_view as
  select
    id, form_id, ends_at
  from card_testing_attacks;

  create view subscriptions_view as
  select
    id, order_id, seller_id, status, quantity, trial_days, trial_end, total, discount_amount, discount_cycles,
    reduced_total, paid_cycles, billing_cycle_anchor, cancel_at_period_end, ended_at, unpaid_invoice_id,
    unpaid_amount, unpaid_amount_of, payment_on_its_way, payment_failed_at, next_payment_attempt, cancellation,
    created_at
  from subscriptions;

  create view payout_outcomes_view as
  select
    payout_id, outcome, is_debit, bank_name, bank_last4, failure_code, failure_message
  from payout_outcomes;

  create view webhook_events_view as
  select
    received_at, next_attempt_at
  from webhook_events;`
