import { discountBy, type Coupon } from '#payments/pricing/discount.ts'
import { cyclesOn, type Lasting } from '#payments/pricing/lasting.ts'
import type { TimedForm } from '#payments/pricing/price-promise.ts'
import type { Price } from '#payments/pricing/price.ts'
import { laterPayments } from '../../price/later-payments.ts'
import type { CouponOnPage, EnteredCode } from './coupon-on-page.ts'
import { renewalTextWith, scheduleWith } from './discounted-schedule.tsx'
import { withDiscountLine } from './discounted-summary.tsx'

/** A coupon as the server says it: of how many payments it is taken off follows from the price. */
export type SaidCoupon = Omit<Coupon, 'cycles'> & { readonly lasting: Lasting }

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
