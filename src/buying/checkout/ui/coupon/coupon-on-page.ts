import type { ComponentType, ReactNode } from 'react'
import type { Discount } from '#payments/pricing/discount.ts'
import type { TimedForm } from '#payments/pricing/price-purchase.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { PayBody } from '../payment/pay-api.ts'
import type { PaymentScheduleProps, Reading, RenewalText } from '../schedule/payment-schedule.tsx'
import type { TaxWords } from '../price/shown-lines.ts'

/** How the page displays an order with a code. */
export type CouponTerms = {
  /** The component for the payment schedule with and without the code. */
  readonly Schedule: ComponentType<PaymentScheduleProps>
  readonly renewalText: RenewalText
  /** The form's recurrence, or null if the code makes every payment of the order free. */
  readonly recurrence: Recurrence | null
}

/** A code that the buyer has entered and the server has accepted. */
export type EnteredCode = {
  /** The code as its seller wrote it. */
  readonly code: string
  /** The code's effect on the form as it is sold now, or null if the server must be asked. */
  readonly on: (pricing: TimedForm) => CouponOnPage | null
}

/** A coupon code applied to a form as it is sold. */
export type CouponOnPage = {
  /** The code as its seller wrote it. */
  readonly code: string
  readonly discount: Discount
  /** A price in the form in which the bill and a wallet's sheet list it. */
  readonly list: (price: Price, words: TaxWords) => Price
  /** The page's display for the order's price after the discount. */
  readonly at: (price: Price) => CouponTerms
  /** The code's effect on the order, such as "SPRING applied". `shown` is the code as it is displayed. */
  readonly effect: (price: Price, amountText: Reading['amountText'], shown: ReactNode) => ReactNode
  /** The fields that are sent when the order is paid. */
  readonly sent: Required<Pick<PayBody, 'coupon' | 'couponPromise'>>
}

/** Whether the link that opened the page has a parameter, such as a code. */
export function isInAddress(name: 'coupon' | 'resume'): boolean {
  return 'location' in globalThis && new URLSearchParams(window.location.search).has(name)
}
