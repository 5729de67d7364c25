import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { PurchaseStatus } from '#foundation/db/tables/purchases.ts'
import type { Database } from '#foundation/db/schema.ts'

type Moved = {
  readonly id: string
  readonly status: PurchaseStatus
  readonly couponCode: string | null
  readonly updatedAt: Date
}

/**
 * Changes the state of a coupon's use together with its purchase, in the same transaction. The use is released once if
 * nothing was charged or everything was refunded, unless the coupon still lowers a payment of the subscription. It is
 * used again if the payment arrives after all.
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

/**
 * Whether the coupon still lowers a future payment. That includes canceled subscriptions, which can be resumed until
 * they end.
 */
function stillLowers(orderId: string) {
  return sql<boolean>`exists (
    select from subscriptions_view as subscriptions
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

/**
 * Releases the use of a coupon while the buyer's bank is processing the payment, if their network or email address
 * holds, or recently held, more than half of the remaining uses. It is reserved again on payment, and still counts
 * toward the limit per buyer.
 */
async function limitWaitingPlace(
  tx: Transaction<Database>,
  { id, updatedAt }: { readonly id: string; readonly updatedAt: Date },
): Promise<void> {
  // A separate statement, so that if two purchases reach their banks at the same time, the second one sees the first.
  await sql`
    select from coupons where id = (select coupon_id from redemptions where purchase_id = ${id}::uuid) for update`.execute(
    tx,
  )
  await sql`
    with own as (
      select coupon_id, code_id, network, email_key from redemptions
      where purchase_id = ${id}::uuid and state = 'held'
    ),
    alike as (
      select redemptions.code_id, redemptions.state = 'held' as is_held,
        (redemptions.network = own.network)::integer as of_network,
        (redemptions.email_key = own.email_key)::integer as of_email
      from own
      join redemptions on redemptions.coupon_id = own.coupon_id and redemptions.purchase_id <> ${id}::uuid
        and redemptions.state <> 'used'
        and (redemptions.network = own.network or redemptions.email_key = own.email_key)
      join purchases_view as purchases on purchases.id = redemptions.purchase_id
      where redemptions.state = 'held' or ${leftWaiting(updatedAt)}
    ),
    counted as (
      select ${kept('true')} as of_coupon, ${heldOf('true')} as held,
        ${kept(ofCode)} as of_code, ${heldOf(ofCode)} as held_of_code
      from own left join alike on true
      group by own.code_id
    ),
    excess as (
      update redemptions set state = 'waiting', updated_at = now()
      from own, counted, coupons, coupon_codes
      where redemptions.purchase_id = ${id}::uuid
        and coupons.id = own.coupon_id and coupon_codes.id = own.code_id
        and (
          coupons.max_redemptions is not null
          and 1 + of_coupon > greatest(1, (coupons.max_redemptions - coupons.taken + 1 + held) / 2)
          or coupon_codes.max_redemptions is not null
          and 1 + of_code > greatest(1, (coupon_codes.max_redemptions - coupon_codes.taken + 1 + held_of_code) / 2)
        )
      returning redemptions.coupon_id, redemptions.code_id
    ),
    coupon as (
      update coupons set taken = taken - 1 from excess where coupons.id = excess.coupon_id returning excess.code_id
    )
    update coupon_codes set taken = taken - 1 from coupon where coupon_codes.id = coupon.code_id`.execute(tx)
}

const ofCode = 'alike.code_id = own.code_id'

/** The matching uses held by the network or by the email address, whichever has more. */
function kept(fits: string) {
  const sum = (column: string) => `coalesce(sum(${column}) filter (where ${fits}), 0)`
  return sql.raw(`greatest(${sum('of_network')}, ${sum('of_email')})`)
}

function heldOf(fits: string) {
  return sql.raw(`count(*) filter (where is_held and ${fits})`)
}

/** How long an abandoned bank authentication counts against a buyer, in seconds. */
const rememberedFor = 24 * 60 * 60

/** The time in seconds within which a bank's decline shows that the buyer responded to the bank. */
const answeredWithin = 5 * 60

/** Whether the buyer abandoned a purchase at the bank in the last day: gave it up, or left it waiting for minutes. */
export function leftWaiting(now: Date): RawBuilder<boolean> {
  return sql<boolean>`(
    purchases.updated_at > ${now}::timestamptz - make_interval(secs => ${sql.lit(rememberedFor)})
    and (purchases.status = 'canceled' or purchases.status = 'failed'
      and purchases.updated_at > purchases.created_at + make_interval(secs => ${sql.lit(answeredWithin)})))`
}

/**
 * Records the card that paid with a coupon limited per buyer, if it is not the card that was checked: a browser with
 * the payment's secret can confirm it with any card. The sale stays valid, because the buyer may have opened its files
 * already, but both cards count from now on.
 */
export async function recordCouponPayer(
  tx: Transaction<Database>,
  purchaseId: string,
  payerKey: string,
): Promise<void> {
  await tx
    .updateTable('redemptions')
    .set({ paidBy: payerKey })
    .where('purchaseId', '=', purchaseId)
    .where('cardFingerprint', '!=', payerKey)
    .execute()
}

/** Anonymizes the buyers in the coupon uses of these purchases. The uses still count. */
export async function anonymizeRedemptions(
  tx: Transaction<Database>,
  purchaseIds: readonly string[],
): Promise<void> {
  await tx
    .updateTable('redemptions')
    .set({ emailKey: sql<string>`'erased ' || purchase_id`, cardFingerprint: null, paidBy: null })
    .where('purchaseId', 'in', purchaseIds)
    .execute()
}
