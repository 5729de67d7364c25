import { sql, type Kysely } from 'kysely'
import type { Database } from '#foundation/db/schema.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { takenNext } from '#payments/pricing/price-offer.ts'

/** `discountAmount` is what the coupon has taken off it and its offers so far, in minor units. */
type CouponedOrder = {
  readonly id: string
  readonly couponCode: string | null
  readonly discountAmount: number
  readonly currency: string
}

/**
 * What the coupon of an order still takes off the offers that follow on it: its percentage, or what the order has left of
 * its amount. Undefined where it is for the order alone, or its seller has ended it since.
 */
export async function couponForOffers(
  db: Kysely<Database>,
  order: CouponedOrder,
): Promise<Coupon | undefined> {
  const { couponCode: code } = order
  if (code === null) return undefined
  const stored = await db
    .selectFrom('redemptions')
    .innerJoin('coupons', 'coupons.id', 'redemptions.couponId')
    .select([sql<string | null>`trim_scale(coupons.percentage)::text`.as('percentage'), 'coupons.amounts'])
    .where('redemptions.purchaseId', '=', order.id)
    .where('coupons.scope', '=', 'everything')
    .where('coupons.isActive', '=', true)
    .where('coupons.deletedAt', 'is', null)
    .executeTakeFirst()
  if (stored === undefined) return undefined
  const { percentage, amounts } = stored
  const takes =
    percentage === null
      ? ({ kind: 'amount', amount: amounts[order.currency] ?? 0 } as const)
      : ({ kind: 'percent', percentage } as const)
  return {
    code,
    scope: 'everything',
    takes: takenNext(takes, order.discountAmount),
    minimum: 0,
    cycles: 1,
  }
}
