import { sql } from 'kysely'
import { currencySigns } from '#foundation/money/currency-signs.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'

/** The state of the money from a paid purchase, according to current records. Amounts are in minor units. */
export type MoneyState = {
  /** The amount that is refunded or on its way. */
  readonly returned: number
  /** The amount that the seller retains for a service performed in part. */
  readonly kept: number
  /** Whether nothing is left to refund. A refund on its way counts as done. */
  readonly isSettled: boolean
  /** Whether nothing is left to refund and no refund on its way could still fail. */
  readonly isDone: boolean
  /** Whether the bank has taken the money from the seller and returned it to the buyer. */
  readonly isReversed: boolean
  /** Whether a bank is holding the money, so it cannot be refunded now. */
  readonly isHeld: boolean
  /** Whether Stripe reports a dispute that we have not recorded. */
  readonly isUntold: boolean
  /** How often a refund for a withdrawal has failed. */
  readonly failedRefunds: number
}

/** The smallest difference between two charges, for currencies in which it is more than one minor unit. */
const steps = Object.fromEntries(
  [...currencySigns].flatMap(([code, { step }]) => (step === 1 ? [] : [[code, step] as const])),
)

/**
 * The smallest possible difference in the purchase's currency, in minor units. The seller's part is a
 * multiple of it.
 */
const stepOfPurchase = sql<number>`coalesce((${sql.lit(JSON.stringify(steps))}::jsonb ->> purchases.currency)::bigint, 1)`

/** The `MoneyState` of each row of `purchases`, for a lateral join. These rules exist only here. */
export const moneyState = sql<MoneyState>`(
  select money.returned, money.failed_refunds, bank.is_reversed, due.kept,
    bank.is_reversed or money.returned >= purchases.total - due.kept as is_settled,
    bank.is_reversed or money.succeeded >= purchases.total - due.kept as is_done,
    bank.is_unknown and money.last_failure = 'charge_disputed' as is_untold,
    not bank.is_reversed and money.returned < purchases.total - due.kept
      and (bank.is_taken or (bank.is_unknown and money.last_failure = 'charge_disputed')) as is_held
  from (
    select coalesce(sum(amount) filter (where status <> 'failed'), 0)::bigint as returned,
      coalesce(sum(amount) filter (where status = 'succeeded'), 0)::bigint as succeeded,
      (count(*) filter (where status = 'failed' and requested_by = 'withdrawal'))::int as failed_refunds,
      coalesce((array_agg(failure_reason order by id desc))[1], '') as last_failure
    from refunds_view as refunds where refunds.purchase_id = purchases.id
  ) money, (
    select coalesce(bool_or(disputes.status = 'lost'), false) as is_reversed,
      coalesce(bool_or(${isTakenBackRow}), false) as is_taken,
      count(*) = 0 as is_unknown
    from disputes_view as disputes where disputes.purchase_id = purchases.id
  ) bank, (
    select coalesce(sum(
      purchases.total * performed_percentage / (100 * ${stepOfPurchase}) * ${stepOfPurchase}
    ), 0)::bigint as kept
    from withdrawn_purchases performed where performed.purchase_id = purchases.id
  ) due
)`

export const isValidStatement = sql<boolean>`(
  withdrawals.kind = 'withdrawal' and (refused_for is null or refused_for = 'repeated'))`

/** Whether the order cost nothing but began a subscription that is charged later. */
export const beginsFree = sql<boolean>`(
  purchases.total = 0 and exists (
    select from subscriptions_view as subscriptions where subscriptions.order_id = purchases.id
      and subscriptions.status not in ('canceled', 'incomplete', 'incomplete_expired')))`

/** Whether an order has a later payment that is neither fully refunded nor reversed by a bank. */
export const isPaidLater = sql<boolean>`exists (
  select from purchases_view later where later.order_id = purchases.id and later.kind in ('renewal', 'payoff')
    and later.status in ('paid', 'partially_refunded')
    and not exists (select from disputes_view as disputes where disputes.purchase_id = later.id and disputes.status = 'lost'))`

/**
 * Whether a payment is the first full one after a trial or free start, which counts like an order, unless the buyer had
 * withdrawn before it.
 */
export const isFirstFull = sql<boolean>`(
  purchases.kind = 'renewal' and purchases.paid_at is not null
  and exists (
    select from subscriptions_view as subscriptions join purchases_view began on began.id = subscriptions.order_id
    where began.id = purchases.order_id and (began.total = 0 or trial_days > 0))
  and not exists (
    select from purchases_view earlier
    where earlier.order_id = purchases.order_id and earlier.kind = 'renewal' and earlier.paid_at is not null
      and (earlier.paid_at, earlier.id) < (purchases.paid_at, purchases.id))
  and not exists (
    select from withdrawals join stated_purchases on stated_purchases.withdrawal_id = withdrawals.id
    where stated_purchases.purchase_id = purchases.order_id and received_at <= purchases.paid_at and ${isValidStatement}))`
