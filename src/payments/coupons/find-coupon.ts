import { sql, type Kysely } from 'kysely'
import { prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { labeledCode, soughtCode } from '#foundation/typed/read-code.ts'

export type StoredCoupon = Awaited<ReturnType<typeof selectCoupon>>[number]

/**
 * A seller's coupon by one of its codes, in whatever case, width and digits, with whatever dashes and blanks that is
 * written, and with what stands around it in a text. A label is none of it where that makes no code with it.
 */
export async function findCoupon(
  db: Kysely<Database>,
  sellerId: string,
  typed: string,
): Promise<StoredCoupon | undefined> {
  const [whole] = await selectCoupon(db, { sellerId, code: soughtCode(typed).toUpperCase() })
  const code = whole === undefined ? labeledCode(typed)?.toUpperCase() : undefined
  if (code === undefined) return whole
  const [coupon] = await selectCoupon(db, { sellerId, code })
  return coupon
}

type Asked = { readonly sellerId: string; readonly code: string }

const selectCoupon = prepare((db, { sellerId, code }: Asked) =>
  db
    .selectFrom('couponCodes')
    .innerJoin('coupons', 'coupons.id', 'couponCodes.couponId')
    .select([
      'coupons.id as couponId',
      'couponCodes.id as codeId',
      'couponCodes.code',
      'coupons.kind',
      sql<string | null>`trim_scale(coupons.percentage)::text`.as('percentage'),
      'coupons.amounts',
      'coupons.scope',
      'coupons.lasts',
      'coupons.cycles',
      'coupons.minimums',
      'coupons.formIds',
      'coupons.startsAt',
      'coupons.endsAt',
      'coupons.maxPerBuyer',
      sql<boolean>`coupons.max_redemptions is not null and coupons.taken >= coupons.max_redemptions
        or coupon_codes.max_redemptions is not null and coupon_codes.taken >= coupon_codes.max_redemptions`.as(
        'isUsedUp',
      ),
    ])
    .where('couponCodes.sellerId', '=', sellerId)
    .where(sql`upper(coupon_codes.code)`, '=', code)
    .where('couponCodes.deletedAt', 'is', null)
    .where('coupons.deletedAt', 'is', null)
    .where('coupons.isActive', '=', true),
)
