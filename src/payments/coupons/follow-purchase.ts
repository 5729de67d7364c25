import { sql, type Transaction } from 'kysely'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Database } from '#foundation/db/schema.ts'
import { limitWaitingPlace } from './limit-waiting.ts'

type Moved = {
  readonly id: string
  readonly status: PurchaseStatus
  readonly couponCode: string | null
  readonly updatedAt: Date
}

/**
 * What becomes of a coupon's place with the purchase that took it, in the transaction that moves it: it is given back once
 * when nothing was charged or everything went back, unless the coupon still lowers a payment of the subscription that the
 * purchase began, and taken again when money came after all.
 */
export async function followPurchase(tx: Transaction<Database>, moved: Moved): Promise<void> {
  if (moved.couponCode === null) return
  if (moved.status === 'requires_action' || moved.status === 'processing') return limitWaitingPlace(tx, moved)
  const state = stateWith(moved.status)
  await sql`
    with present as (
      select case when ${state}::text = 'released' and ${stillLowers(moved.id)} then 'used' else ${state} end as state
    ),
    before as (
      select purchase_id, coupon_id, code_id, present.state,
        (present.state in ('held', 'used'))::integer - (redemptions.state in ('held', 'used'))::integer as places
      from redemptions, present where purchase_id = ${moved.id} and redemptions.state <> present.state
        and not (redemptions.state = 'waiting' and present.state = 'held')
      for update of redemptions
    ),
    followed as (
      update redemptions set state = before.state, updated_at = now(),
        network = case when before.state = 'used' then null else network end
      from before where redemptions.purchase_id = before.purchase_id
    ),
    coupon as (
      update coupons set taken = taken + places
      from before where coupons.id = before.coupon_id and places <> 0
      returning before.code_id, places
    )
    update coupon_codes set taken = taken + places from coupon where coupon_codes.id = coupon.code_id`.execute(
    tx,
  )
}

/** Whether a payment is to come that the coupon lowers, also where that was canceled: it can be taken back until the end. */
function stillLowers(orderId: string) {
  return sql<boolean>`exists (
    select from subscriptions
    where order_id = ${orderId} and status in ('trialing', 'active', 'past_due', 'unpaid', 'paused')
      and discount_amount > 0 and (discount_cycles is null or paid_cycles < discount_cycles)
  )`
}

function stateWith(status: PurchaseStatus): 'held' | 'used' | 'released' {
  switch (status) {
    case 'paid':
    case 'partially_refunded':
      return 'used'
    case 'failed':
    case 'canceled':
    case 'refunded':
      return 'released'
    case 'created':
    case 'unknown':
    case 'requires_action':
    case 'processing':
      return 'held'
  }
}
