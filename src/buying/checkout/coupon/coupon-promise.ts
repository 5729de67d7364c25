import { createHash } from 'node:crypto'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { couponFor } from '#payments/coupons/coupon-for.ts'
import type { StoredCoupon } from '#payments/coupons/find-coupon.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { firstPriceId } from '#payments/pricing/sold-at.ts'
import type { PayableForm } from '../price/payable-form.ts'
import { quoteLifetime } from '../price/quote.ts'

type PromisedForm = Pick<PayableForm, 'id' | 'priceId' | 'pricing'>

/**
 * What a coupon was when a buyer was shown it at one of a form's prices, signed: they pay no more than that while it is
 * kept. Which coupon and which price are in it, not what the one makes of the other: that follows from both.
 */
export function promiseCoupon(
  secret: string,
  stored: StoredCoupon,
  form: PromisedForm,
  instant: number,
): string {
  const claim = [instant, termsDigest(stored, form.id), endDigest(stored)].join('.')
  return `${claim}.${signatureOf(secret, signed(claim, form))}`
}

/** What was promised, and when (milliseconds); undefined for what we did not sign, or too long ago. */
export function readPromise(
  secret: string,
  token: string,
  form: PromisedForm,
  instant: number,
): CouponPromise | undefined {
  const [claimed = '', terms = '', end = '', signature = ''] = token.split('.')
  const shownAt = Number(claimed)
  const age = instant - shownAt
  const isOurs = isSignature(secret, signed([claimed, terms, end].join('.'), form), signature)
  const isGood = isOurs && age >= 0 && age <= quoteLifetime
  return isGood ? { shownAt, terms, end } : undefined
}

type CouponPromise = { readonly shownAt: number; readonly terms: string; readonly end: string }

/**
 * The coupon as it was promised, or why it is not kept: it is over (the price's grace as well, unless its seller has ended
 * it since), its seller has changed what it takes off, it is no longer for this form, or it is and cannot be taken off the
 * form's price as that is now.
 */
export function promisedCoupon(
  { shownAt, terms, end }: CouponPromise,
  stored: StoredCoupon,
  form: PromisedForm,
  instant: number,
): Coupon | 'ended' | 'changed' | 'gone' | 'new-price' {
  const endsAt = stored.endsAt?.getTime() ?? Infinity
  const isMoved = end !== endDigest(stored)
  const honoredUntil = endsAt + form.pricing.priceGracePeriod * 60_000
  if (isMoved ? instant >= endsAt : instant > honoredUntil) return 'ended'
  if (terms !== termsDigest(stored, form.id)) return 'changed'
  const promised = { ...stored, endsAt: null }
  const coupon = couponFor(promised, soldForm(form), shownAt)
  if (coupon !== undefined) return coupon
  const isForForm = couponFor(promised, { ...soldForm(form), recurrence: null }, shownAt) !== undefined
  return isForForm ? 'new-price' : 'gone'
}

/** What of a form decides whether a coupon is for it. */
export function soldForm({ id, pricing }: Pick<PromisedForm, 'id' | 'pricing'>) {
  return { id, currency: pricing.currency, recurrence: pricing.recurrence }
}

function termsDigest(stored: StoredCoupon, formId: string): string {
  const { codeId, percentage, amounts, scope, lasts, cycles, minimums } = stored
  return digestOf([formId, codeId, percentage, amounts, scope, lasts, cycles, minimums])
}

function endDigest({ codeId, endsAt }: StoredCoupon): string {
  return digestOf([codeId, endsAt])
}

function digestOf(promised: readonly unknown[]): string {
  return createHash('sha256').update(JSON.stringify(promised)).digest('base64url').slice(0, 22)
}

function signed(claim: string, form: PromisedForm): string {
  return `coupon:${form.pricing.priceId ?? firstPriceId(form)}:${claim}`
}
