import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import type { CouponRecord, DiscountRecord } from './records.ts'

export function renderCoupon(coupon: CouponRecord): JsonObject {
  return {
    id: coupon.id,
    object: 'coupon',
    amount_off: coupon.amount_off,
    created: coupon.created,
    currency: coupon.currency,
    duration: coupon.duration,
    duration_in_months: coupon.duration_in_months,
    livemode: false,
    max_redemptions: null,
    metadata: coupon.metadata,
    name: coupon.name,
    percent_off: null,
    redeem_by: null,
    times_redeemed: coupon.times_redeemed,
    valid: true,
  }
}

export function renderDiscount(world: World, discount: DiscountRecord): JsonObject {
  const item = discount.subscription_item
  const subscription = item === null ? undefined : subscriptionOf(world, item)
  return {
    id: discount.id,
    object: 'discount',
    checkout_session: null,
    customer: subscription?.customer ?? null,
    customer_account: null,
    end: discount.end,
    invoice: null,
    invoice_item: null,
    promotion_code: null,
    source: { coupon: discount.coupon, type: 'coupon' },
    start: discount.start,
    subscription: subscription?.id ?? null,
    subscription_item: item,
  }
}

function subscriptionOf(world: World, item: string) {
  return [...world.store.subscriptions.all()].find(({ items }) => items.some(({ id }) => id === item))
}
