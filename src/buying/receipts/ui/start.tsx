import './page.css'
import { createRoot } from 'react-dom/client'
import { restoreLostFocus } from '#web/kit/dialog/restore-lost-focus.ts'
import { preserveTexts } from '#web/kit/browser/preserve-texts.ts'
import { readSubscriptionData } from './read-subscription-data.ts'
import { SubscriptionActions } from './subscription-actions.tsx'

const root = document.getElementById('subscription-actions')
const data = readSubscriptionData(document.getElementById('page-data')?.textContent)
preserveTexts()
restoreLostFocus()
if (root !== null && data !== null) createRoot(root).render(<SubscriptionActions data={data} />)
