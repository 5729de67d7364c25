import { type Coupon, cyclesOn } from '#payments/pricing/discount.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { StoredCoupon } from './find-coupon.ts'

type SoldForm = {
  readonly id: string
  readonly currency: string
  readonly recurrence: Recurrence | null
}

/**
 * What a coupon is for a form at an instant (milliseconds), in the form's currency; undefined where it is for other forms,
 * other currencies or another time, or where the provider cannot take it off so many payments.
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
