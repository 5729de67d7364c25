import { createHash } from 'node:crypto'
import { isSignature, signatureOf } from '#foundation/signature.ts'
import { couponFor } from '#payments/coupons/coupon-for.ts'
import type { StoredCoupon } from '#payments/coupons/find-coupon.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import type { PayableForm } from './payable-form.ts'
import { quoteLifetime } from './quote.ts'

type PromisedForm = Pick<PayableForm, 'id' | 'pricing'>

/** What a coupon was when a buyer was shown it, signed: they pay no more than that while it is kept. */
export function promiseCoupon(
  secret: string,
  stored: StoredCoupon,
  form: PromisedForm,
  instant: number,
): string {
  const claim = `${instant}.${digestOf(stored, form, instant)}`
  return `${claim}.${signatureOf(secret, signed(claim))}`
}

/** When the coupon was shown that is promised, in milliseconds; undefined for what we did not sign, or too long ago. */
export function readPromise(secret: string, token: string, instant: number): CouponPromise | undefined {
  const [claimed = '', digest = '', signature = ''] = token.split('.')
  const shownAt = Number(claimed)
  const age = instant - shownAt
  const isOurs = isSignature(secret, signed(`${claimed}.${digest}`), signature)
  const isGood = isOurs && age >= 0 && age <= quoteLifetime
  return isGood ? { shownAt, digest } : undefined
}

type CouponPromise = { readonly shownAt: number; readonly digest: string }

/**
 * The coupon as it was promised: `changed` when its seller has changed it since, `ended` when it is over and the price's
 * grace as well.
 */
export function promisedCoupon(
  { shownAt, digest }: CouponPromise,
  stored: StoredCoupon,
  form: PromisedForm,
  instant: number,
): Coupon | 'changed' | 'ended' {
  const coupon = couponFor(stored, soldForm(form), shownAt)
  if (coupon === undefined || digest !== digestOf(stored, form, shownAt)) return 'changed'
  const { endsAt } = stored
  const keptUntil = (endsAt?.getTime() ?? Infinity) + form.pricing.priceGracePeriod * 60_000
  return instant > keptUntil ? 'ended' : coupon
}

/** What of a form decides whether a coupon is for it. */
export function soldForm({ id, pricing }: PromisedForm) {
  return { id, currency: pricing.currency, recurrence: pricing.recurrence }
}

function digestOf(stored: StoredCoupon, form: PromisedForm, instant: number): string {
  const promised = [form.id, stored.codeId, stored.endsAt, couponFor(stored, soldForm(form), instant)]
  return createHash('sha256').update(JSON.stringify(promised)).digest('base64url').slice(0, 22)
}

function signed(claim: string): string {
  return `coupon:${claim}`
}
