import { isRecord } from '#buying/checkout/ui/payment/is-record.ts'
import type { SubscriptionData } from '../page/subscription-data.ts'

/** Reads what the server has put into its own document; its outline tells it from anything else. */
export function readSubscriptionData(text: string | null | undefined): SubscriptionData | null {
  const data: unknown = JSON.parse(text ?? 'null')
  return isData(data) ? data : null
}

function isData(data: unknown): data is SubscriptionData {
  return (
    isRecord(data) &&
    typeof data['purchaseId'] === 'string' &&
    typeof data['secret'] === 'string' &&
    isRecord(data['buyer']) &&
    isRecord(data['provider'])
  )
}
