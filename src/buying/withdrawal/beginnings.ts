import { sql } from 'kysely'

/** Whether a statement stands, as a condition on `withdrawals`. */
export const stands = sql<boolean>`(
  withdrawals.kind = 'withdrawal' and (refused_for is null or refused_for = 'repeated'))`

/** Whether nothing was paid for it at first, and it began what is charged later. */
export const beginsFree = sql<boolean>`(
  purchases.total = 0 and exists (
    select from subscriptions where subscriptions.order_id = purchases.id
      and subscriptions.status not in ('canceled', 'incomplete', 'incomplete_expired')))`

/** Whether something was paid for it after its order that has not gone back whole, be it by a bank that reversed it. */
export const isPaidLater = sql<boolean>`exists (
  select from purchases later where later.order_id = purchases.id and later.kind in ('renewal', 'payoff')
    and later.status in ('paid', 'partially_refunded')
    and not exists (select from disputes where disputes.purchase_id = later.id and disputes.status = 'lost'))`

/**
 * Whether it is the first full payment after a trial, or after a start that cost nothing: what an order is elsewhere. Not what
 * was charged although its buyer had withdrawn.
 */
export const isFirstFull = sql<boolean>`(
  purchases.kind = 'renewal' and purchases.paid_at is not null
  and exists (
    select from subscriptions join purchases began on began.id = subscriptions.order_id
    where began.id = purchases.order_id and (began.total = 0 or trial_days > 0))
  and not exists (
    select from purchases earlier
    where earlier.order_id = purchases.order_id and earlier.kind = 'renewal' and earlier.paid_at is not null
      and (earlier.paid_at, earlier.id) < (purchases.paid_at, purchases.id))
  and not exists (
    select from withdrawals join stated_purchases on stated_purchases.withdrawal_id = withdrawals.id
    where stated_purchases.purchase_id = purchases.order_id and received_at <= purchases.paid_at and ${stands}))`
