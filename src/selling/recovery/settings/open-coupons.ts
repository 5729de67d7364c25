import { type Kysely, sql } from 'kysely'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import { livePlanOfSeller } from '#accounts/billing/gates/live-plan.ts'
import type { Database } from '#foundation/db/schema.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import type { Formats } from '#foundation/text/formats.ts'

/** A coupon that any buyer of a form can use any number of times, with one of its codes. */
export type OpenCoupon = Awaited<ReturnType<typeof listOpenCoupons>>[number]

/** The maximum number of coupons that a seller can choose from. */
const most = 100

/**
 * The coupons of a form that currently work for every buyer. A reminder promises the discount, so the coupon must not
 * run out or work only for some buyers. Amounts are in minor units of the form's currency.
 */
export async function listOpenCoupons(db: Kysely<Database>, formId: string, now: Date, couponId?: string) {
  const coupons = await db
    .selectFrom('formsView as forms')
    .innerJoin('couponsView as coupons', 'coupons.sellerId', 'forms.sellerId')
    .innerJoin('couponCodesView as codes', 'codes.couponId', 'coupons.id')
    .distinctOn('coupons.id')
    .select(['coupons.id', 'codes.code', 'coupons.endsAt', 'forms.currency'])
    .select(livePlanOfSeller('forms.sellerId').as('plan'))
    .select(sql<string | null>`trim_scale(coupons.percentage)::text`.as('percentage'))
    .select(sql<number | null>`(coupons.amounts ->> forms.currency)::bigint`.as('amount'))
    .where('forms.id', '=', formId)
    .where('coupons.deletedAt', 'is', null)
    .where('coupons.isActive', '=', true)
    .where('coupons.scope', '!=', 'bumps')
    .where('coupons.maxRedemptions', 'is', null)
    .where('coupons.maxPerBuyer', 'is', null)
    .where(sql<boolean>`coupons.minimums = '{}'`)
    .where(sql<boolean>`(coupons.kind = 'percent' or coupons.amounts ? forms.currency)`)
    .where(sql<boolean>`(coupons.form_ids is null or forms.id = any(coupons.form_ids))`)
    .where(sql<boolean>`(coupons.starts_at is null or coupons.starts_at <= ${now})`)
    .where(sql<boolean>`(coupons.ends_at is null or coupons.ends_at > ${now})`)
    .where('codes.deletedAt', 'is', null)
    .where('codes.maxRedemptions', 'is', null)
    .$if(couponId !== undefined, (rows) => rows.where('coupons.id', '=', couponId ?? ''))
    .orderBy('coupons.id')
    .orderBy('codes.id')
    .limit(most)
    .execute()
  return coupons.filter(({ plan }) => plan !== null && opensExtras(plan))
}

/** The coupon in a form's reminders, or undefined if there is none, or it no longer works for every buyer. */
export async function findReminderCoupon(
  db: Kysely<Database>,
  { formId, couponId }: { readonly formId: string; readonly couponId: string | null },
  now: Date,
): Promise<OpenCoupon | undefined> {
  if (couponId === null) return undefined
  const [coupon] = await listOpenCoupons(db, formId, now, couponId)
  return coupon
}

/** "10%" or "$5.00". */
export function discountText({ percentage, amount, currency }: OpenCoupon, formats?: Formats): string {
  return percentage === null ? formatAmount(amount ?? 0, currency, formats) : `${percentage}%`
}
