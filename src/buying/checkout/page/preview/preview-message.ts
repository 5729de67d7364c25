import type { ShownOffer } from '#buying/upsells/contract.ts'
import type { PaymentPageData } from '../page-data.ts'

/** The path of the document that previews a payment page in the form editor. */
export const previewPath = '/preview/payment'

/** The message to the preview document: a payment page at the time of its quote, and an offer above it. */
export type PreviewMessage = {
  readonly kind: 'tillform-preview'
  readonly data: PaymentPageData
  readonly offer: ShownOffer | null
  /** Whether the preview uses the light or the dark color scheme. */
  readonly scheme: 'light' | 'dark'
}
