import { couponScopes, discountBy, type Coupon, type CouponScope } from '#payments/pricing/discount.ts'
import { isPaidEver, recurringAmounts } from '#payments/pricing/later-payments.ts'
import type { TimedForm } from '#payments/pricing/price-promise.ts'
import type { CouponOnPage } from './coupon-on-page.ts'
import { withDiscountLine } from './discounted-summary.tsx'
import { renewalTextWith, scheduleWith } from './discounted-schedule.tsx'
import { durationText } from './duration-text.ts'
import { isRecord } from './is-record.ts'
import { send } from './pay-api.ts'
import { prove } from './prove.ts'

export type Entered =
  | { readonly kind: 'taken'; readonly coupon: CouponOnPage; readonly minimum: number }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing is said of the code itself, and what was promised for it stands. */
  | { readonly kind: 'unchecked'; readonly message: string }

type Order = {
  readonly form: string
  readonly pricing: TimedForm
  /** When its price was shown, in milliseconds. */
  readonly instant: number
  readonly bumps: ReadonlySet<string>
}

/** How many challenges are answered for one code: one that comes too late is followed by another. */
const challenges = 3

/** Asks the server for what a code takes off. */
export async function enterCode(code: string, order: Order): Promise<Entered> {
  const { form, pricing, bumps } = order
  const reply = await askProven({ form, ...ordered(pricing), code, bumps: [...bumps] })
  if (reply === null || reply.status >= 500 || !isRecord(reply.json)) {
    return { kind: 'unchecked', message: 'The code could not be checked. Try again.' }
  }
  const { json, status, waitSeconds } = reply
  if (status === 429) {
    const message = `Too many codes were tried. Try again in ${durationText(Math.max(waitSeconds, 1))}.`
    return { kind: 'unchecked', message }
  }
  const coupon = readCoupon(json['coupon'])
  if (status >= 400 || coupon === null) {
    return { kind: 'refused', message: textOf(json['message']) || 'This code is not valid here.' }
  }
  const sent = { coupon: coupon.code, couponPromise: textOf(json['promise']) }
  return { kind: 'taken', coupon: { ...shownWith(coupon, order), sent }, minimum: coupon.minimum }
}

function ordered({ priceId, quantity, named }: TimedForm) {
  return { price: priceId, quantity, amount: named }
}

function shownWith(coupon: Coupon, { pricing }: Order): Omit<CouponOnPage, 'sent'> {
  const { code, cycles } = coupon
  const { tax, currency, recurrence } = pricing
  const terms = { code, rate: tax, cycles }
  const views = { Schedule: scheduleWith(terms), renewal: renewalTextWith(terms) }
  return {
    code,
    priceId: pricing.priceId,
    discount: discountBy(coupon, currency),
    list: (price, words) => withDiscountLine(price, words, code),
    at({ lines: [own], full: line = own }) {
      const isSold =
        recurrence !== null &&
        line !== undefined &&
        isPaidEver(recurrence, recurringAmounts(line, tax, currency, cycles))
      return { ...views, recurrence: isSold ? recurrence : null }
    },
  }
}

/** Asks again with the work that the server wants while codes of the form are guessed. */
async function askProven(body: object): ReturnType<typeof send> {
  let reply = await send('/api/stripe/coupons', body)
  for (let left = challenges; left > 0; left -= 1) {
    const details = reply?.status === 428 && isRecord(reply.json) ? reply.json['details'] : null
    const challenge = isRecord(details) ? textOf(details['challenge']) : ''
    if (challenge === '') break
    reply = await send('/api/stripe/coupons', { ...body, proof: await prove(challenge) })
  }
  return reply
}

function readCoupon(value: unknown): Coupon | null {
  if (!isRecord(value) || !isRecord(value['takes'])) return null
  const { code, scope, minimum, cycles } = value
  const { kind, percentage, amount } = value['takes']
  if (typeof code !== 'string' || !isScope(scope) || typeof minimum !== 'number') return null
  if (cycles !== null && typeof cycles !== 'number') return null
  if (kind === 'percent' && typeof percentage === 'string') {
    return { code, scope, minimum, cycles, takes: { kind, percentage } }
  }
  return kind === 'amount' && typeof amount === 'number'
    ? { code, scope, minimum, cycles, takes: { kind, amount } }
    : null
}

function isScope(value: unknown): value is CouponScope {
  return couponScopes.some((scope) => scope === value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
