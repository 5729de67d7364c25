import { sql, type Kysely } from 'kysely'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'

/**
 * The number of a seller's coupons that work now or will later, but not on the given plan. Used-up coupons do not
 * count.
 */
export async function countDisabledByPlan(
  db: Kysely<Database>,
  sellerId: string,
  plan: Plan,
  now: Date,
): Promise<number> {
  if (opensExtras(plan)) return 0
  const { count } = await db
    .selectFrom('coupons')
    .select((coupon) => coupon.fn.countAll<number>().as('count'))
    .where('sellerId', '=', sellerId)
    .where('isActive', '=', true)
    .where('deletedAt', 'is', null)
    .where((coupon) => coupon.or([coupon('endsAt', 'is', null), coupon('endsAt', '>', now)]))
    .where(isLeft)
    .where((coupon) =>
      coupon.exists(
        coupon
          .selectFrom('couponCodes')
          .select('couponCodes.id')
          .whereRef('couponCodes.couponId', '=', 'coupons.id')
          .where('couponCodes.deletedAt', 'is', null)
          .where(isCodeLeft),
      ),
    )
    .executeTakeFirstOrThrow()
  return count
}

const isLeft = sql<boolean>`(coupons.max_redemptions is null or coupons.taken < coupons.max_redemptions)`
const isCodeLeft = sql<boolean>`(
  coupon_codes.max_redemptions is null or coupon_codes.taken < coupon_codes.max_redemptions)`
