import type { Kysely } from 'kysely'
import { opensExtras } from '#accounts/billing/gates.ts'
import type { Database } from '#foundation/db/schema.ts'
import type { Plan } from '#foundation/db/tables/billing.ts'

/** How many coupons a seller has that are taken, or will be, and would not be on a plan. */
export async function countResting(
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
    .executeTakeFirstOrThrow()
  return count
}
