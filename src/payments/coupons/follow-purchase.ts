import { sql, type Transaction } from 'kysely'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Database } from '#foundation/db/schema.ts'

type Moved = { readonly id: string; readonly status: PurchaseStatus; readonly couponCode: string | null }

/**
 * What becomes of a coupon's place with the purchase that took it, in the transaction that moves it: it is given back once
 * when nothing was charged or everything went back, and taken again when money came after all.
 */
export async function followPurchase(tx: Transaction<Database>, moved: Moved): Promise<void> {
  if (moved.couponCode === null) return
  const state = stateWith(moved.status)
  await sql`
    with before as (
      select purchase_id, coupon_id, code_id,
        (case when ${state} = 'released' then -1 when state = 'released' then 1 else 0 end) as places
      from redemptions where purchase_id = ${moved.id} and state <> ${state}
      for update
    ),
    followed as (
      update redemptions set state = ${state}, updated_at = now()
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
