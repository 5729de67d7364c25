import {
  type Coupon,
  type CouponScope,
  couponScopes,
  discountBy,
  cyclesOn,
  type Lasting,
} from '#payments/pricing/discount.ts'
import { prove } from '#web/kit/browser/prove.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import { laterPayments } from '#payments/pricing/recurrence.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import { durationText } from '../timing/duration-text.ts'
import { isRecord } from '../payment/is-record.ts'
import { send } from '../payment/pay-api.ts'
import type { CouponOnPage, EnteredCode } from './coupon-on-page.ts'
import { renewalTextWith, scheduleWith } from './discounted-schedule.tsx'
import { withDiscountLine } from './discounted-summary.tsx'

export type Entered =
  | { readonly kind: 'taken'; readonly entered: EnteredCode }
  | { readonly kind: 'refused'; readonly message: string }
  /** Nothing is said of the code itself, and what was promised for it stands. */
  | { readonly kind: 'unchecked'; readonly message: string }

/** How many challenges are answered for one code: one that comes too late is followed by another. */
const challenges = 3

const unchecked = { kind: 'unchecked', message: 'The code could not be checked. Try again.' } as const

/** Asks the server for what a code takes off. */
export async function enterCode(
  code: string,
  { form, pricing, chosen }: PaymentPageData,
  bumps: ReadonlySet<string>,
): Promise<Entered> {
  const { priceId, quantity, named } = pricing
  const ordered = { form: form.id, price: priceId, quantity, amount: named, bumps: [...bumps] }
  const reply = await askProven({ ...ordered, withoutTrial: chosen?.withoutTrial, code })
  if (reply === null || reply.status >= 500 || !isRecord(reply.json)) return unchecked
  const { json, status, waitSeconds } = reply
  if (status === 429) {
    const message = `Too many codes were tried. Try again in ${durationText(Math.max(waitSeconds, 1))}.`
    return { kind: 'unchecked', message }
  }
  if (status >= 400) {
    return {
      kind: 'refused',
      message: textOf(json['message']) || 'This code is not valid for this purchase.',
    }
  }
  const said = readCoupon(json['coupon'])
  if (said === null) return unchecked
  const sent = { coupon: said.code, couponPromise: textOf(json['promise']) }
  return { kind: 'taken', entered: enteredCode(said, priceId, sent) }
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

function readCoupon(value: unknown): SaidCoupon | null {
  if (!isRecord(value) || !isRecord(value['takes'])) return null
  const { code, scope, minimum } = value
  const { kind, percentage, amount } = value['takes']
  const lasting = readLasting(value['lasting'])
  if (typeof code !== 'string' || !isScope(scope) || typeof minimum !== 'number' || !lasting) return null
  const said = { code, scope, minimum, lasting }
  if (kind === 'percent' && typeof percentage === 'string') return { ...said, takes: { kind, percentage } }
  return kind === 'amount' && typeof amount === 'number' ? { ...said, takes: { kind, amount } } : null
}

function readLasting(value: unknown): Lasting | null {
  if (!isRecord(value)) return null
  const { lasts, cycles } = value
  if (lasts === 'once' || lasts === 'forever') return { lasts, cycles: null }
  return lasts === 'cycles' && typeof cycles === 'number' ? { lasts, cycles } : null
}

function isScope(value: unknown): value is CouponScope {
  return couponScopes.some((scope) => scope === value)
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A coupon as the server says it: of how many payments it is taken off follows from the price. */
type SaidCoupon = Omit<Coupon, 'cycles'> & { readonly lasting: Lasting }

type Sent = CouponOnPage['sent']

/** A code that the server has taken for one of a form's prices (`priceId`), with what is sent when it is paid. */
export function enteredCode(said: SaidCoupon, priceId: string | undefined, sent: Sent): EnteredCode {
  let last: { readonly pricing: TimedForm; readonly made: CouponOnPage | null } | undefined
  return {
    code: said.code,
    on(pricing) {
      if (last?.pricing !== pricing) {
        last = { pricing, made: pricing.priceId === priceId ? onPrice(said, pricing, sent) : null }
      }
      return last.made
    },
  }
}

/** Null where it cannot be taken off what the price has become: the server will say so. */
function onPrice(said: SaidCoupon, pricing: TimedForm, sent: Sent): CouponOnPage | null {
  const cycles = cyclesOn(pricing.recurrence, said.lasting)
  if (cycles === undefined) return null
  const { code, minimum } = said
  const { tax, currency } = pricing
  const terms = { code, rate: tax, cycles }
  const views = { Schedule: scheduleWith(terms), renewalText: renewalTextWith(terms) }
  return {
    code,
    discount: discountBy({ ...said, cycles }, currency),
    list: (price, words) => withDiscountLine(price, words, code),
    at: (price) => ({ ...views, recurrence: laterPayments(pricing, price, cycles)?.recurrence ?? null }),
    effect: (price, amountText) =>
      effectText(price, tax?.inclusive === true, { minimum, text: amountText(minimum, currency) }),
    sent,
  }
}

/** What a code does to an order, as it stands after the code's name. */
function effectText(
  { lines, full }: Price,
  isInclusive: boolean,
  least: { readonly minimum: number; readonly text: string },
): string {
  if (lines.some(({ discountAmount = 0 }) => discountAmount > 0)) return 'is applied'
  if ((full?.discountAmount ?? 0) > 0) return 'is applied to what you pay after the trial'
  const [own, ...beside] = lines
  // What a coupon is measured by: the full payment, and before tax that is added.
  const listed = [
    ...(full === undefined ? [] : [full]),
    ...(full === undefined && own ? [own] : []),
    ...beside,
  ]
  const sum = listed.reduce((all, line) => all + (isInclusive ? line.total : line.subtotal), 0)
  return sum < least.minimum ? `is for orders from ${least.text}` : 'takes nothing off this order'
}
