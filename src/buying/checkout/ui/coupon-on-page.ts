import type { Discount } from '#payments/pricing/discount.ts'
import type { Price } from '#payments/pricing/price.ts'
import type { Recurrence } from '#payments/pricing/recurrence.ts'
import type { ComponentType } from 'react'
import type { PayBody } from './pay-api.ts'
import type { PaymentScheduleProps, RenewalText } from './payment-schedule.tsx'
import type { TaxWords } from './shown-lines.ts'

/** How an order with a code is shown. */
export type CouponTerms = {
  /** When the buyer pays and how much, with the code and without it. */
  readonly Schedule: ComponentType<PaymentScheduleProps>
  readonly renewal: RenewalText
  /** The form's; null where the code makes every payment of the order nothing. */
  readonly recurrence: Recurrence | null
}

/** A code that the buyer has entered, and that is taken. */
export type CouponOnPage = {
  /** As its seller wrote it. */
  readonly code: string
  /** Of the form's prices, the one that it was taken for: of another it has to be asked again. */
  readonly priceId: string | undefined
  readonly discount: Discount
  /** A price as the bill and a wallet's sheet list it. */
  readonly list: (price: Price, words: TaxWords) => Price
  /** At what the order costs with it. */
  readonly at: (price: Price) => CouponTerms
  /** What goes along when the order is paid. */
  readonly sent: Required<Pick<PayBody, 'coupon' | 'couponPromise'>>
}

/** Whether the page was opened by a link with a code. */
export function isCodeInAddress(): boolean {
  return 'location' in globalThis && new URLSearchParams(window.location.search).has('coupon')
}
