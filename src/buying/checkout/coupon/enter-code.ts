import type { z } from 'zod'
import { InvalidFields } from '#foundation/failures/failure.ts'
import { currentLanguage, t } from '#foundation/language/t.ts'
import { translateForm } from '#foundation/language/translations.ts'
import { formatAmount } from '#foundation/money/amount.ts'
import { currencyOf } from '#foundation/money/currencies.ts'
import { smallestPayment } from '#foundation/money/price-problem.ts'
import { formatsOf } from '#foundation/text/read-formats.ts'
import type { Services } from '#registry/services.ts'
import type { Coupon } from '#payments/pricing/discount.ts'
import { withoutTrial } from '#payments/pricing/price-today.ts'
import type { Price } from '#payments/pricing/price.ts'
import { chargesOf } from '../price/price-order.ts'
import type { enteredCoupon } from '../contract.ts'
import { FormNotFound } from '../errors.ts'
import { atPrice, checkNamed, checkPayable, noSuchPrice, ofNamed, ofQuantity } from '../price/payable-form.ts'
import { loadForm } from '../store.ts'
import { findCode, promiseCoupon } from './find-code.ts'

type Entered = {
  readonly form: string
  readonly price?: string | undefined
  readonly quantity?: number | undefined
  readonly amount?: number | undefined
  readonly code: string
  readonly bumps: readonly string[]
  readonly withoutTrial: boolean
  readonly proof?: string | undefined
}

/** Returns the current discount of a code on a form, with a promise to honor it. Throws `CouponRefused`. */
export async function enterCode(
  services: Pick<Services, 'db' | 'limiter' | 'config' | 'clock'>,
  entered: Entered,
  network: string,
): Promise<{
  readonly coupon: z.output<typeof enteredCoupon>
  readonly promise: string
  readonly price: Price
}> {
  const { form: formId, price: priceId, quantity, amount, code, bumps, proof } = entered
  const stored = await loadForm(services.db, formId)
  if (stored === undefined) throw new FormNotFound()
  const priced = atPrice(checkPayable(translateForm(stored, currentLanguage())), priceId)
  if (priced === undefined) throw new InvalidFields({ price: noSuchPrice() })
  const listed = ofQuantity(ofNamed(priced, amount), quantity)
  const form = entered.withoutTrial ? { ...listed, pricing: withoutTrial(listed.pricing) } : listed
  const found = await findCode(services, form, { code, promise: undefined, proof }, network)
  const instant = services.clock.now().getTime()
  checkNamed(form, amount, instant)
  const { pricing } = form
  const { price, later } = chargesOf(pricing, new Set(bumps), instant, found.coupon)
  checkChargeable(found.coupon, price)
  if (later !== null) checkChargeable(found.coupon, { ...later.amounts.reduced, currency: pricing.currency })
  const promise = promiseCoupon(services.config.authSecret, found.stored, form, instant)
  const { lasts, cycles } = found.stored
  return { coupon: { ...found.coupon, lasting: { lasts, cycles } }, promise, price }
}

/** A card cannot be charged less than the provider's minimum. A total of zero needs no card. */
function checkChargeable({ code }: Coupon, { total, currency }: Pick<Price, 'total' | 'currency'>): void {
  const { minimum } = currencyOf(currency)
  if (total === 0 || total >= minimum) return
  const formats = formatsOf(currentLanguage())
  throw new InvalidFields({
    code: t(
      'With {code}, the total is {total}. The minimum card payment is {minimum}, so add {missing} to your order.',
      {
        code,
        total: formatAmount(total, currency, formats),
        minimum: smallestPayment(currency, formats),
        missing: formatAmount(minimum - total, currency, formats),
      },
    ),
  })
}
