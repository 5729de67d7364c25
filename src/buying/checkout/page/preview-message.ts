import type { ShownOffer } from '#buying/upsells/contract.ts'
import type { PaymentPageData } from './page-data.ts'

/** The address of the document that shows a payment page while it is being made. */
export const previewPath = '/preview/payment'

/** What that document is sent: a payment page at the instant of its quote, and an offer above it. */
export type PreviewMessage = {
  readonly kind: 'tillform-preview'
  readonly data: PaymentPageData
  readonly offer: ShownOffer | null
  /** What of the page is looked at: in light, or in dark. */
  readonly scheme: 'light' | 'dark'
}
