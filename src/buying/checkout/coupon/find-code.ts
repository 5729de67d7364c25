import { createHash } from 'node:crypto'
import { opensExtras } from '#accounts/billing/gates/gates.ts'
import type { Services } from '#registry/services.ts'
import { CouponRefused } from '#payments/coupons/errors.ts'
import { findCoupon, type StoredCoupon, couponFor } from '#payments/coupons/find-coupon.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import { canCount } from '#payments/subscriptions/sync/reduced-months.ts'
import { msg } from '#foundation/language/t.ts'
import type { Use } from '#foundation/limits/limiter.ts'
import { createProofOfWork } from '#foundation/limits/proof-of-work.ts'
import { rules } from '#foundation/limits/rules.ts'
import { isSignature, signatureOf } from '#foundation/values/signature.ts'
import { firstPriceId } from '#payments/pricing/sold-form.ts'
import { type PayableForm, quoteLifetime } from '../price/payable-form.ts'

export type FoundCoupon = { readonly stored: StoredCoupon; readonly coupon: Coupon }

type Typed = {
  readonly code: string
  /** The signed promise that was returned when the page showed the code's discount. */
  readonly promise: string | undefined
  /** The solution to the challenge in a 428 response, while someone is guessing the form's codes. */
  readonly proof: string | undefined
}

/**
 * Finds the coupon for a form's code, as it is now or as promised. Throws `CouponRefused`. The error for a typed code
 * says only that it is not valid, in constant time, and wrong codes count as guesses. If the code works for another
 * public price of the form, the error says so, because that is no secret.
 */
export async function findCode(
  services: Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>,
  form: PayableForm,
  { code, promise: token, proof }: Typed,
  network: string,
): Promise<FoundCoupon> {
  const { db, limiter, config, clock } = services
  const instant = clock.now().getTime()
  const isOpen = form.sellerPlan !== null && opensExtras(form.sellerPlan)
  const promise = token === undefined ? undefined : readPromise(config.authSecret, token, form, instant)
  // A promised code is never handled like a newly typed one, because its discount may now be smaller than the one the
  // buyer saw.
  if (token !== undefined && promise === undefined) throw new CouponRefused('shown-long-ago')
  if (promise !== undefined) {
    const stored = await findCoupon(db, form.sellerId, code)
    if (stored === undefined || !isOpen) throw new CouponRefused('gone')
    const coupon = promisedCoupon(promise, stored, form, instant)
    if (typeof coupon === 'string') throw new CouponRefused(coupon)
    if (!canCount(form.pricing.recurrence, coupon.cycles, instant)) throw new CouponRefused('not-today')
    return { stored, coupon }
  }
  const guesses = await admitGuess(services, { formId: form.id, code, proof }, network)
  const stored = await findCoupon(db, form.sellerId, code)
  if (stored === undefined || !isOpen || stored.isUsedUp) throw new CouponRefused('not-valid')
  const at = (recurrence: Recurrence | null) => countedAt(stored, { ...soldForm(form), recurrence }, instant)
  const coupon = at(form.pricing.recurrence)
  const isForAnother = form.pricing.prices?.some(
    (price) => !price.isHidden && at(price.recurrence) !== undefined,
  )
  if (coupon === undefined && isForAnother !== true) throw new CouponRefused('not-valid')
  await limiter.giveBack(guesses)
  if (coupon === undefined) throw new CouponRefused('other-price')
  return { stored, coupon }
}

/** A coupon at one of the form's prices, if the provider can apply it there. */
function countedAt(
  stored: StoredCoupon,
  sold: Parameters<typeof couponFor>[1],
  instant: number,
): Coupon | undefined {
  const coupon = couponFor(stored, sold, instant)
  return coupon !== undefined && canCount(sold.recurrence, coupon.cycles, instant) ? coupon : undefined
}

type Guess = { readonly formId: string; readonly code: string; readonly proof: string | undefined }

const unproven = msg(
  'We had to check that no bot is guessing codes. You have not been charged. Please enter the code again.',
)

/**
 * Counts a typed code as a guess before it is looked up, and returns a function that undoes the count for a correct
 * code. Throws `TooManyRequests` for an IP address that guessed too often, and `ProofNeeded` for everyone while a
 * form's codes are being guessed, so that guessers cannot block honest buyers. A proof covers one code.
 */
async function admitGuess(
  services: Pick<Services, 'limiter' | 'config' | 'clock'>,
  { formId, code, proof }: Guess,
  network: string,
): Promise<readonly Use[]> {
  const { limiter } = services
  const fromAddress = { rule: 'codeFromAddress', subject: network } as const
  const onForm = { rule: 'codeOnForm', subject: formId } as const
  const guesses = [fromAddress, onForm]
  const counts = await limiter.count(guesses)
  counts.check([fromAddress])
  const { limit } = rules.codeOnForm
  const beyond = (counts.of(onForm)?.count ?? 0) - limit
  if (beyond <= 0) return guesses
  await createProofOfWork(services, { against: 'guessed codes', message: unproven }).demand({
    purpose: `${formId}:code ${code}`,
    proof,
    count: beyond,
    first: limit,
    counted: guesses,
    isLasting: true,
  })
  return guesses
}

type PromisedForm = Pick<PayableForm, 'id' | 'priceId' | 'pricing'>

/**
 * A signed promise of a coupon's terms as a buyer saw them at one of the form's prices. While it is valid,
 * they pay no more than that. It contains the coupon and the price, from which the discount is computed.
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

/** The promised terms and the time of the promise in milliseconds, or undefined if the promise is forged or too old. */
function readPromise(
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
 * The promised coupon, or the reason why the promise no longer holds. The coupon has expired (including the grace
 * period) or was ended by its seller, its discount has changed, it was removed from this form, or the form's current
 * price does not allow it.
 */
function promisedCoupon(
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

/** The facts about a form that decide whether a coupon applies. */
function soldForm({ id, pricing }: Pick<PromisedForm, 'id' | 'pricing'>) {
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
