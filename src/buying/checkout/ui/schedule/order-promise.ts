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
 * All that the page says of what an order costs, now and later: computed anew from the form and from what is chosen, by the
 * rules that the server charges by. Nothing of it is kept, so that no sentence is older than another. A bump that is
 * `ticked` and no longer there counts for nothing.
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
  const from = (days: number) => dayText(anchor + days * 86_400_000)
  /** What is charged after today, in words; null: nothing. */
  const renewal = recurrence && (renewalText?.(recurrence, price, amountText, from) ?? null)
  // Where a code makes the first payment nothing, the card is left for the later ones.
  const isFree = price.total === 0 && recurrence === null
  // What is added to a free order is bought by the consent that was given for it.
  const asked = isFree && !data.hasOffers ? undefined : data.consents
  const words = taxWordsOf(data)
  const say: Opening['textOf'] = opening?.textOf ?? payText
  return {
    /** When it is charged first, in milliseconds. */
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
    isFree,
    consents: opening?.consentsOf(asked, price, data.sellerName, renewal) ?? asked,
    /** What the button says; `method`: with what is paid, null where that need not be said. */
    buttonText: (method: string | null): ReactNode =>
      say(price, recurrence, data.form.buttonText, data.hasUnclearButton, method, renewal),
  }
}

/** What a code shows differently, where there is one. */
type ShownTerms = Pick<CouponTerms, 'recurrence'> & Partial<CouponTerms>
