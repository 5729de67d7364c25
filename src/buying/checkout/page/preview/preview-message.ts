import type { ShownOffer } from '#buying/upsells/contract.ts'
import type { PaymentPageData } from '../page-data.ts'

/** The address of the document that previews a payment page while it is edited. */
export const previewPath = '/preview/payment'

/** The message to that document: a payment page at the instant of its quote, and an offer above it. */
export type PreviewMessage = {
  readonly kind: 'tillform-preview'
  readonly data: PaymentPageData
  readonly offer: ShownOffer | null
  /** The color scheme to preview, light or dark. */
  readonly scheme: 'light' | 'dark'
}
