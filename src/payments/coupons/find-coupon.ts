import { sql, type Kysely } from 'kysely'
import { type PlaceOf, prepare } from '#foundation/db/driver/prepare.ts'
import type { Database } from '#foundation/db/schema.ts'
import { labeledCode, soughtCode } from '#foundation/typed/read-code.ts'
import { type Coupon, cyclesOn } from '#payments/pricing/discount.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { takenNext } from '#payments/pricing/price-offer.ts'

export type StoredCoupon = Awaited<ReturnType<typeof selectCoupon>>[number]

/**
 * Finds a coupon by its code. Case, width, dashes, spaces, the script of digits and surrounding text make no
 * difference. A label before the code is ignored, unless label and code together are a code.
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

const selectCoupon = prepare((db, place: PlaceOf<Asked>) =>
  db
    .selectFrom('couponCodesView as couponCodes')
    .innerJoin('couponsView as coupons', 'coupons.id', 'couponCodes.couponId')
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
    .where('couponCodes.sellerId', '=', place('sellerId'))
    .where(sql`upper(coupon_codes.code)`, '=', place('code'))
    .where('couponCodes.deletedAt', 'is', null)
    .where('coupons.deletedAt', 'is', null)
    .where('coupons.isActive', '=', true),
)

type SoldForm = {
  readonly id: string
  readonly currency: string
  readonly recurrence: Recurrence | null
}

/**
 * A coupon as it applies to a form at a given time (milliseconds), in the form's currency. Undefined if it is for other
 * forms, currencies or times, or if Stripe cannot discount that number of payments.
 */
export function couponFor(
  { code, scope, minimums, formIds, startsAt, endsAt, lasts, cycles: lastsFor, ...stored }: StoredCoupon,
  { id, currency, recurrence }: SoldForm,
  instant: number,
): Coupon | undefined {
  const takes = takesOf(stored, currency)
  const cycles = cyclesOn(recurrence, { lasts, cycles: lastsFor })
  const isForForm = formIds === null || formIds.includes(id)
  const hasBegun = startsAt === null || startsAt.getTime() <= instant
  const hasEnded = endsAt !== null && endsAt.getTime() <= instant
  if (takes === undefined || cycles === undefined || !isForForm || !hasBegun || hasEnded) return undefined
  return { code, scope, takes, minimum: minimums[currency] ?? 0, cycles }
}

function takesOf(
  { percentage, amounts }: Pick<StoredCoupon, 'percentage' | 'amounts'>,
  currency: string,
): Coupon['takes'] | undefined {
  if (percentage !== null) return { kind: 'percent', percentage }
  const amount = amounts[currency]
  return amount === undefined ? undefined : { kind: 'amount', amount }
}

/** The coupon of an order. `discountAmount` is its discount so far on the order and its offers, in minor units. */
type CouponedOrder = {
  readonly id: string
  readonly couponCode: string | null
  readonly discountAmount: number
  readonly currency: string
}

/**
 * The discount that an order's coupon still gives on its offers: the percentage, or the remaining amount.
 * Undefined if the coupon is only for the order or the seller has ended it.
 */
export async function couponForOffers(
  db: Kysely<Database>,
  order: CouponedOrder,
): Promise<Coupon | undefined> {
  const { couponCode: code } = order
  if (code === null) return undefined
  const stored = await db
    .selectFrom('redemptions')
    .innerJoin('couponsView as coupons', 'coupons.id', 'redemptions.couponId')
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
