import { emailKeyOf, formerEmailKeyOf } from '#payments/coupons/email-key.ts'
import { CouponRefused } from '#payments/coupons/errors.ts'
import type { OrderedCoupon } from '#payments/coupons/resolve-card.ts'
import type { Holder } from '#payments/coupons/holder.ts'
import { FewerLeft } from '#payments/stock/errors.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Services } from '#registry/services.ts'
import type { PayFormBody } from '../contract.ts'
import { findCode, type FoundCoupon } from './find-code.ts'
import type { PayableForm } from '../price/payable-form.ts'
import { issueQuote } from '../price/quote.ts'

type CodeServices = Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>

/** The coupon that an order names; undefined where it names none. */
export async function findOrderedCode(
  services: CodeServices,
  form: PayableForm,
  { coupon: code, couponPromise: promise, proof }: Pick<PayFormBody, 'coupon' | 'couponPromise' | 'proof'>,
  network: string,
): Promise<FoundCoupon | undefined> {
  if (code === undefined) return undefined
  return findCode(services, form, { code, promise, proof }, network)
}

/**
 * Whoever is refused a coupon on the way, or as many as they wanted, is told what the same costs now; `form` is what quotes
 * are of, with its trial also for who begins without one.
 */
export async function withPrice<T>(
  { config, clock }: Pick<Services, 'config' | 'clock'>,
  form: PayableForm,
  chosen: ReadonlySet<string>,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof CouponRefused || error instanceof FewerLeft)) throw error
    const quote = issueQuote(config.authSecret, form.id, form.pricing, chosen, clock.now().getTime())
    throw error instanceof FewerLeft
      ? new FewerLeft(error.left, quote)
      : new CouponRefused(error.reason, quote)
  }
}

/** What an order says of its coupon; one that takes nothing off is not used. */
export function orderedCoupon(
  found: FoundCoupon | undefined,
  { lines, full }: Price,
  { network }: Holder,
  email: string,
): {
  readonly couponCode: string | null
  readonly discountAmount: number
  readonly coupon: OrderedCoupon | null
} {
  const discountAmount = lines.reduce((sum, line) => sum + (line.discountAmount ?? 0), 0)
  const isUsed = discountAmount > 0 || full?.discountAmount !== undefined
  if (found === undefined || !isUsed) return { couponCode: null, discountAmount, coupon: null }
  const { code, couponId, codeId, maxPerBuyer } = found.stored
  const keys = { emailKey: emailKeyOf(email), formerEmailKey: formerEmailKeyOf(email) }
  const coupon = { couponId, codeId, maxPerBuyer, ...keys, cardFingerprint: null, network }
  return { couponCode: code, discountAmount, coupon }
}
