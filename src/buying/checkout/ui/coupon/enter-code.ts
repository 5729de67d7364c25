import type { ReactNode } from 'react'
import {
  type Coupon,
  type CouponScope,
  couponScopes,
  discountBy,
  cyclesOn,
  type Lasting,
} from '#payments/pricing/discount.ts'
import { rich } from '#foundation/language/rich.ts'
import { t } from '#foundation/language/t.ts'
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
  /** The code could not be checked, but an earlier promise for it still holds. */
  | { readonly kind: 'unchecked'; readonly message: string }

/** How many challenges are solved for one code. A late solution gets a new challenge. */
const challenges = 3

/** Asks the server for the discount of a code. */
export async function enterCode(
  code: string,
  { form, pricing, chosen }: PaymentPageData,
  bumps: ReadonlySet<string>,
): Promise<Entered> {
  const { priceId, quantity, named } = pricing
  const ordered = { form: form.id, price: priceId, quantity, amount: named, bumps: [...bumps] }
  const reply = await askProven({ ...ordered, withoutTrial: chosen?.withoutTrial, code })
  if (reply === null || reply.status >= 500 || !isRecord(reply.json)) return unchecked()
  const { json, status, waitSeconds } = reply
  if (status === 429) {
    const message = t('Too many attempts. Try again in {time}.', {
      time: durationText(Math.max(waitSeconds, 1)),
    })
    return { kind: 'unchecked', message }
  }
  if (status >= 400) {
    return {
      kind: 'refused',
      message: textOf(json['message']) || t('This code is not valid for this purchase.'),
    }
  }
  const said = readCoupon(json['coupon'])
  if (said === null) return unchecked()
  const sent = { coupon: said.code, couponPromise: textOf(json['promise']) }
  return { kind: 'taken', entered: enteredCode(said, priceId, sent) }
}

function unchecked(): Entered {
  return { kind: 'unchecked', message: t('We could not check this code. Try again.') }
}

/** Asks again with the proof of work that the server requires while someone is guessing the form's coupon codes. */
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

/** A coupon as the server sends it. The number of payments it reduces depends on the price. */
type SaidCoupon = Omit<Coupon, 'cycles'> & { readonly lasting: Lasting }

type Sent = CouponOnPage['sent']

/** A code that the server accepted for one of the form's prices (`priceId`), with the fields to send when paying. */
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

/** The code on a changed price, or null if it no longer applies. The server will then report that. */
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
    effect: (price, amountText, shown) =>
      effectText(shown, price, tax?.inclusive === true, { minimum, text: amountText(minimum, currency) }),
    sent,
  }
}

/** The effect of a code on an order. */
function effectText(
  code: ReactNode,
  { lines, full }: Price,
  isInclusive: boolean,
  least: { readonly minimum: number; readonly text: string },
): ReactNode {
  if (lines.some(({ discountAmount = 0 }) => discountAmount > 0)) return rich('{code} applied', { code })
  if ((full?.discountAmount ?? 0) > 0) return rich('{code} applied to what you pay after the trial', { code })
  const [own, ...extras] = lines
  // A coupon's minimum order applies to the full payment before added tax.
  const listed = [
    ...(full === undefined ? [] : [full]),
    ...(full === undefined && own ? [own] : []),
    ...extras,
  ]
  const sum = listed.reduce((all, line) => all + (isInclusive ? line.total : line.subtotal), 0)
  return sum < least.minimum
    ? rich('{code} needs a minimum order of {amount}', { code, amount: least.text })
    : rich('{code} does not apply to this order', { code })
}
