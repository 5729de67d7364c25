import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
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
  return `${claim}.${signature(secret, claim)}`
}

/** When the coupon was shown that is promised, in milliseconds; undefined for what we did not sign, or too long ago. */
export function readPromise(secret: string, token: string, instant: number): CouponPromise | undefined {
  const [claimed = '', digest = '', signed = ''] = token.split('.')
  const shownAt = Number(claimed)
  const age = instant - shownAt
  const isGood =
    isEqual(signed, signature(secret, `${claimed}.${digest}`)) && age >= 0 && age <= quoteLifetime
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

export function soldForm({ id, pricing }: PromisedForm) {
  return { id, currency: pricing.currency, recurrence: pricing.recurrence }
}

function digestOf(stored: StoredCoupon, form: PromisedForm, instant: number): string {
  const promised = [form.id, stored.codeId, stored.endsAt, couponFor(stored, soldForm(form), instant)]
  return createHash('sha256').update(JSON.stringify(promised)).digest('base64url').slice(0, 22)
}

function signature(secret: string, claim: string): string {
  return createHmac('sha256', secret).update(`coupon:${claim}`).digest('base64url')
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
