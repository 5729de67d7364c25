import type { ReactNode } from 'react'
import { pricePurchase } from '#payments/pricing/price-purchase.ts'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { CouponTerms, EnteredCode } from '../coupon/coupon-on-page.ts'
import type { Opening } from './opening.tsx'
import { payText } from '../form/pay-action.tsx'
import type { Reading } from './payment-schedule.tsx'
import { taxWordsOf } from '../price/shown-lines.ts'
import type { Timing } from '../timing/timing.ts'

/**
 * Everything the page says about an order's cost, now and later, computed from the form and the choices by the same
 * rules as on the server. Nothing is stored, so no sentence can become outdated. A `ticked` bump that no longer exists
 * is ignored.
 */
export function promiseOf(
  data: PaymentPageData,
  ticked: ReadonlySet<string>,
  entered: EnteredCode | null,
  timing: Timing | undefined,
  { amountText, dayText }: Pick<Reading, 'amountText' | 'dayText'>,
) {
  const { pricing } = data
  const { issuedAt: anchor } = data.quote
  const opening = timing?.opening
  const chosen = new Set(pricing.bumps.flatMap(({ id }) => (ticked.has(id) ? [id] : [])))
  const coupon = entered?.on(pricing) ?? null
  const price = (opening?.priceOf ?? pricePurchase)(pricing, chosen, anchor, coupon?.discount)
  const terms: ShownTerms = coupon?.at(price) ?? { ...timing, ...pricing }
  const { Schedule, renewalText, recurrence } = terms
  /** The charges after today, as text, or null if there are none. */
  const renewal = recurrence && (renewalText?.(recurrence, price, amountText, anchor, dayText) ?? null)
  // Even if a code makes the first payment free, the card is saved for later payments.
  const isFree = price.total === 0 && recurrence === null
  // Offers after a free order rely on the consent given for that order.
  const asked = (isFree && !data.hasOffers) || data.isBusiness ? undefined : data.consents
  const words = taxWordsOf(data)
  const isTrial = price.full !== undefined && (recurrence?.start?.trialDays ?? 0) > 0
  const say: Opening['textOf'] = opening?.textOf ?? payText
  return {
    /** The time of the first charge, in milliseconds. */
    anchor,
    opening,
    chosen,
    coupon,
    price,
    bill: coupon?.list(price, words) ?? price,
    words,
    recurrence,
    Schedule,
    renewal,
    /** The same text, shown next to the total. Null if the button already contains it. */
    afterwards: isTrial ? null : renewal,
    isFree,
    consents: opening?.consentsOf(asked, price, data.sellerName, renewal) ?? asked,
    /** The text of the button. `method` is the payment method, or null if it need not be mentioned. */
    buttonText: (method: string | null): ReactNode =>
      say(price, recurrence, data.form.buttonText, data.hasUnclearButton, method, renewal),
  }
}

/** What changes when a code applies. */
type ShownTerms = Pick<CouponTerms, 'recurrence'> & Partial<CouponTerms>
