import type { ComponentType, ReactNode } from 'react'
import type { Discount } from '#payments/pricing/discount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { PayBody } from '../payment/pay-api.ts'
import type { PaymentScheduleProps, Reading, RenewalText } from '../schedule/payment-schedule.tsx'
import type { TaxWords } from '../price/shown-lines.ts'

/** The display of an order with a code. */
export type CouponTerms = {
  /** The schedule of payments, with the code and without it. */
  readonly Schedule: ComponentType<PaymentScheduleProps>
  readonly renewalText: RenewalText
  /** The form's recurrence; null if the code makes every payment of the order free. */
  readonly recurrence: Recurrence | null
}

/** A code that the buyer has entered and the server has accepted. */
export type EnteredCode = {
  /** As its seller wrote it. */
  readonly code: string
  /** Its effect on the form as sold now; null: the server must be asked. */
  readonly on: (pricing: TimedForm) => CouponOnPage | null
}

/** A code on a form as it is sold. */
export type CouponOnPage = {
  /** As its seller wrote it. */
  readonly code: string
  readonly discount: Discount
  /** A price as the bill and a wallet's sheet list it. */
  readonly list: (price: Price, words: TaxWords) => Price
  /** With the order's price under the code. */
  readonly at: (price: Price) => CouponTerms
  /** Its effect on the order: "SPRING applied"; `shown` is the code as it is shown. */
  readonly effect: (price: Price, amountText: Reading['amountText'], shown: ReactNode) => ReactNode
  /** The fields to send when the order is paid. */
  readonly sent: Required<Pick<PayBody, 'coupon' | 'couponPromise'>>
}

/** Whether the page was opened by a link with a parameter, such as a code. */
export function isInAddress(name: 'coupon' | 'resume'): boolean {
  return 'location' in globalThis && new URLSearchParams(window.location.search).has(name)
}
