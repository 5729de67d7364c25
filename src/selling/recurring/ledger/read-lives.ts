import { sql, type Kysely, type RawBuilder } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { BillingPeriod } from '#foundation/db/tables/products.ts'
import type { GoneBecause } from '#foundation/db/tables/recurring.ts'
import type { Lapse } from '#foundation/db/tables/subscriptions.ts'
import { isTakenBackRow } from '#payments/disputes/record-dispute.ts'
import type { Life } from '../definitions/movements.ts'

/** The life of an order's subscription, with the properties by which its movements are grouped. */
export type LifeOfOrder = Life & {
  readonly orderId: string
  readonly sellerId: string
  readonly formId: string
  readonly priceId: string
  readonly currency: string
  readonly billingPeriod: BillingPeriod
  readonly billingInterval: number
  readonly received: number
}

type Row = Omit<LifeOfOrder, 'payments' | 'lapses' | 'endedBecause'> & {
  readonly payments: readonly { readonly at: string; readonly net: number }[]
  readonly lapses: readonly Lapse[] | null
  /** The end of the paid time before a pause, past or ahead. */
  readonly pausedFrom: Date | null
} & Causes

type Causes = {
  readonly isWithdrawn: boolean
  readonly isDisputed: boolean
  readonly isRefunded: boolean
  readonly isAsked: boolean
  readonly isFailed: boolean
}

/** The lives of these orders' subscriptions that have no agreed end and were paid. */
export async function readLives(db: Kysely<Database>, orderIds: readonly string[]): Promise<LifeOfOrder[]> {
  const { rows } = await sql<Row>`
    select subscriptions.order_id as "orderId", subscriptions.seller_id as "sellerId", orders.form_id as "formId",
      coalesce(orders.price_id, orders.form_id) as "priceId", orders.currency, billing_period as "billingPeriod",
      billing_interval as "billingInterval", ended_at as "endedAt", lapses,
      case when subscriptions.status = 'paused' and pause_until > pause_from then pause_from end as "pausedFrom",
      payments, received, ${isReturn} as "isReturn",
      ended_at is not null and ${isWithdrawn} as "isWithdrawn",
      ended_at is not null and ${isDisputed} as "isDisputed",
      ended_at is not null and ${isRefunded} as "isRefunded",
      (cancellation is not null and cancellation_by = 'buyer') as "isAsked",
      ended_at is not null and ${isFailed} as "isFailed"
    from subscriptions_view as subscriptions
    join purchases_view as orders on orders.id = subscriptions.order_id
    cross join lateral (${paymentsOf}) paid (payments, received)
    where subscriptions.order_id = any(${orderIds}::uuid[]) and cancel_after = 0 and payments is not null`.execute(
    db,
  )
  return rows.map(lifeOf)
}

function lifeOf(row: Row): LifeOfOrder {
  const { pausedFrom, lapses, payments, isWithdrawn, isDisputed, isRefunded, isAsked, isFailed, ...life } =
    row
  const known = lapses ?? []
  const at = pausedFrom?.toISOString()
  const isNew = at !== undefined && !known.some((lapse) => lapse.at === at)
  return {
    ...life,
    payments: payments.map((paid) => ({ at: new Date(paid.at), net: paid.net })),
    lapses: isNew ? [...known, { at, why: 'paused' }] : known,
    endedBecause: endedBecause({ isWithdrawn, isDisputed, isRefunded, isAsked, isFailed }),
  }
}

/** The first reason that applies. A refund or a bank's reversal says more than the cancellation that came with it. */
function endedBecause({ isWithdrawn, isDisputed, isRefunded, isAsked, isFailed }: Causes): GoneBecause {
  if (isWithdrawn) return 'withdrawn'
  if (isDisputed) return 'disputed'
  if (isRefunded) return 'refunded'
  if (isAsked) return 'asked'
  return isFailed ? 'failed' : 'other'
}

/** Every paid purchase of an order and its renewals. */
const ofOrder = sql`(sold.id = subscriptions.order_id or sold.order_id = subscriptions.order_id)
  and sold.kind in ('order', 'renewal') and sold.paid_at is not null`

/** An order with a trial pays for the trial, and an order with bumps pays for more than the subscription. */
const paymentsOf = sql`
  select jsonb_agg(jsonb_build_object('at', sold.paid_at, 'net', case sold.kind
      when 'order' then (
        select sum(lines.subtotal) from purchase_lines_view as lines
        where lines.purchase_id = sold.id and lines.kind = 'form'
      )
      else sold.subtotal
    end) order by sold.paid_at, sold.id) filter (where sold.kind = 'renewal' or subscriptions.trial_days = 0),
    coalesce(sum(sold.subtotal - returned.net), 0)::bigint
  from purchases_view as sold cross join lateral (${returnedOf()}) returned (net)
  where ${ofOrder}`

/** How much of a payment was refunded or reversed, before tax. */
function returnedOf(): RawBuilder<unknown> {
  return sql`
    select coalesce((
      select sum(refunds.amount - refunds.tax_amount) from refunds_view as refunds
      where refunds.purchase_id = sold.id and refunds.status = 'succeeded'
    ), 0) + coalesce((
      select sum(round(disputes.amount * sold.subtotal::numeric / nullif(sold.total, 0)))
      from disputes_view as disputes where disputes.purchase_id = sold.id and ${isTakenBackRow}
    ), 0)`
}

/** `offset 0` keeps PostgreSQL from going through every subscription that ended in the 90 days, whoever bought it. */
const isReturn = sql<boolean>`exists (
  select from (
    select earlier.id from purchases_view as earlier
    where earlier.seller_id = orders.seller_id
      and lower(coalesce(earlier.mail_to, earlier.email)) = lower(coalesce(orders.mail_to, orders.email))
      and earlier.paid_at is not null and earlier.email <> '' and earlier.form_id = orders.form_id
      and earlier.kind = 'order' and earlier.id <> orders.id and earlier.paid_at < orders.paid_at
    offset 0
  ) earlier
  join subscriptions_view as ended on ended.order_id = earlier.id
  where ended.cancel_after = 0 and ended.ended_at between orders.paid_at - interval '90 days' and orders.paid_at
)`

const isWithdrawn = sql<boolean>`exists (
  select from withdrawn_purchases_view as withdrawn
  join withdrawals_view as withdrawals on withdrawals.id = withdrawn.withdrawal_id
  where withdrawn.purchase_id = subscriptions.order_id and withdrawals.kind = 'withdrawal'
    and withdrawals.received_at <= subscriptions.ended_at
)`

const isDisputed = sql<boolean>`exists (
  select from disputes_view as disputes join purchases_view as sold on sold.id = disputes.purchase_id
  where ${ofOrder} and ${isTakenBackRow} and disputes.created_at <= subscriptions.ended_at
)`

/**
 * The subscription's last payment. It counts until a day after the end, because sellers refund it before or after the
 * end.
 */
const isRefunded = sql<boolean>`exists (
  select from (
    select sold.id, sold.total from purchases_view as sold where ${ofOrder} order by sold.paid_at desc, sold.id desc limit 1
  ) latest
  where latest.total > 0 and latest.total <= (
    select sum(refunds.amount) from refunds_view as refunds
    where refunds.purchase_id = latest.id and refunds.status = 'succeeded'
      and refunds.created_at <= subscriptions.ended_at + interval '1 day'
  )
)`

/**
 * Without a recorded history, a subscription counts as ended unpaid if it has an unpaid renewal and no cancellation.
 */
const isFailed = sql<boolean>`coalesce((
  select transitions.cause = 'ended: unpaid' from purchase_transitions_view as transitions
  where transitions.purchase_id = subscriptions.order_id and transitions.event = 'subscription_ended'
  order by transitions.id desc limit 1
), cancellation is null and unpaid_invoice_id is not null)`
