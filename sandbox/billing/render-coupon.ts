import type { JsonObject } from '#json.ts'
import type { CouponRecord } from './records.ts'

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
