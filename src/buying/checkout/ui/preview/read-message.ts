import type { ShownOffer } from '#buying/upsells/contract.ts'
import type { PreviewMessage } from '../../page/preview/preview-message.ts'
import { isRecord } from '../payment/is-record.ts'
import { isPageData } from '../page/read-page-data.ts'

/** Recognizes a message for the preview with a rough check. */
export function isPreviewMessage(message: unknown): message is PreviewMessage {
  return (
    isRecord(message) &&
    message['kind'] === 'tillform-preview' &&
    isPageData(message['data']) &&
    (message['scheme'] === 'light' || message['scheme'] === 'dark') &&
    (message['offer'] === null || isOffer(message['offer']))
  )
}

function isOffer(offer: unknown): offer is ShownOffer {
  return isRecord(offer) && typeof offer['title'] === 'string' && isRecord(offer['price'])
}
