import './page.css'
import { createRoot } from 'react-dom/client'
import { restoreLostFocus } from '#web/kit/dialog/restore-lost-focus.ts'
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'
import { SubscriptionActions } from './subscription-actions.tsx'
import { registerSpeech } from '#buying/checkout/ui/page/page-words.ts'
import { isRecord } from '#buying/checkout/ui/payment/is-record.ts'
import type { SubscriptionData } from '#buying/receipts/page/subscription-data.ts'

const root = document.getElementById('subscription-actions')
const subscription = readSubscriptionData(document.getElementById('page-data')?.textContent)
preserveTexts()
restoreLostFocus()
if (root !== null && subscription !== null)
  createRoot(root).render(<SubscriptionActions data={subscription} />)

function readSubscriptionData(text: string | null | undefined): SubscriptionData | null {
  const data: unknown = JSON.parse(text ?? 'null')
  registerSpeech(data)
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
