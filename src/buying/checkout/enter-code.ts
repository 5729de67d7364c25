import { InvalidFields } from '#foundation/http/errors.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { smallestPayment } from '#foundation/money/price-problem.ts'
import type { Services } from '#foundation/services.ts'
import { discountBy, type Coupon } from '#payments/pricing/discount.ts'
import { priceToday } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import { promiseCoupon } from './coupon-promise.ts'
import { FormNotFound } from './errors.ts'
import { findCode } from './find-code.ts'
import { laterPayments } from './later-payments.ts'
import { atPrice, checkNamed, checkPayable, noSuchPrice, ofNamed, ofQuantity } from './payable-form.ts'
import { loadForm } from './store.ts'

type Entered = {
  readonly form: string
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  readonly code: string
  readonly bumps: readonly string[]
  readonly proof?: string | undefined
}

/** What a code takes off a form now, and the promise that it is kept. Throws `CouponRefused`. */
export async function enterCode(
  services: Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>,
  { form: formId, price: priceId, quantity, amount, code, bumps, proof }: Entered,
  network: string,
): Promise<{ readonly coupon: Coupon; readonly promise: string; readonly price: Price }> {
  const stored = await loadForm(services.db, formId)
  if (stored === undefined) throw new FormNotFound()
  const priced = atPrice(checkPayable(stored), priceId)
  if (priced === undefined) throw new InvalidFields({ price: noSuchPrice })
  const form = ofQuantity(ofNamed(priced, amount), quantity)
  const found = await findCode(services, form, { code, promise: undefined, proof }, network)
  const instant = services.clock.now().getTime()
  checkNamed(form, amount, instant)
  const { pricing } = form
  const price = priceToday(pricing, new Set(bumps), instant, discountBy(found.coupon, pricing.currency))
  checkChargeable(found.coupon, price)
  const later = laterPayments(form, price, found)
  if (later !== null) checkChargeable(found.coupon, { ...later.amounts.reduced, currency: pricing.currency })
  const promise = promiseCoupon(services.config.authSecret, found.stored, form, instant)
  return { coupon: found.coupon, promise, price }
}

/** No card can be charged less than the provider's least; nothing at all asks for none. */
function checkChargeable({ code }: Coupon, { total, currency }: Pick<Price, 'total' | 'currency'>): void {
  const { minimum } = currencyOf(currency)
  if (total === 0 || total >= minimum) return
  const missing = formatAmount(minimum - total, currency)
  throw new InvalidFields({
    code: `With ${code} this comes to ${formatAmount(total, currency)}. A card payment is at least ${smallestPayment(currency)}: ${missing} more is needed.`,
  })
}
