import type { ComponentType } from 'react'
import type { Discount } from '#payments/pricing/discount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { PayBody } from '../payment/pay-api.ts'
import type { PaymentScheduleProps, Reading, RenewalText } from '../schedule/payment-schedule.tsx'
import type { TaxWords } from '../price/shown-lines.ts'

/** How an order with a code is shown. */
export type CouponTerms = {
  /** When the buyer pays and how much, with the code and without it. */
  readonly Schedule: ComponentType<PaymentScheduleProps>
  readonly renewalText: RenewalText
  /** The form's; null where the code makes every payment of the order nothing. */
  readonly recurrence: Recurrence | null
}

/** A code that the buyer has entered, and that the server has taken. */
export type EnteredCode = {
  /** As its seller wrote it. */
  readonly code: string
  /** What it makes of the form as it is sold now; null: it has to be asked for that. */
  readonly on: (pricing: TimedForm) => CouponOnPage | null
}

/** A code on a form as it is sold. */
export type CouponOnPage = {
  /** As its seller wrote it. */
  readonly code: string
  readonly discount: Discount
  /** A price as the bill and a wallet's sheet list it. */
  readonly list: (price: Price, words: TaxWords) => Price
  /** At what the order costs with it. */
  readonly at: (price: Price) => CouponTerms
  /** What it does to that, as it is read after its name: "is applied". */
  readonly effect: (price: Price, amountText: Reading['amountText']) => string
  /** What goes along when the order is paid. */
  readonly sent: Required<Pick<PayBody, 'coupon' | 'couponPromise'>>
}

/** Whether the page was opened by a link with a code. */
export function isCodeInAddress(): boolean {
  return 'location' in globalThis && new URLSearchParams(window.location.search).has('coupon')
}
