import type { NoticePageData, PaymentPageData } from '../../page/page-data.ts'
import { isRecord } from '../payment/is-record.ts'
import { registerCurrencies } from './page-currency.ts'
import { registerSpeech } from './page-words.ts'

/**
 * Reads the data that the server put into the document. Visitors at the same moment share a quote, so each
 * visit adds a part of its own that identifies its payments.
 */
export function parsePageData(text: string | null | undefined): PaymentPageData | null {
  const data: unknown = JSON.parse(text ?? 'null')
  if (!isPageData(data)) return null
  registerSpeech(data)
  registerCurrencies([[data.pricing.currency, data.currencySign]])
  return { ...data, quote: { ...data.quote, token: `${data.quote.token}.${crypto.randomUUID()}` } }
}

/** Reads the data of a notice, which a page without a form shows. */
export function parseNotice(text: string | null | undefined): NoticePageData | null {
  const data: unknown = JSON.parse(text ?? 'null')
  if (!isNotice(data)) return null
  registerSpeech(data)
  return data
}

function isNotice(data: unknown): data is NoticePageData {
  return isRecord(data) && typeof data['title'] === 'string' && typeof data['redirectUrl'] === 'string'
}

/** The document comes from our own server, so a rough check is enough. */
export function isPageData(data: unknown): data is PaymentPageData {
  return (
    isRecord(data) &&
    isRecord(data['form']) &&
    isRecord(data['pricing']) &&
    isRecord(data['currencySign']) &&
    isRecord(data['quote'])
  )
}
