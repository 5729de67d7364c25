import './page.css'
import { hydrateRoot } from 'react-dom/client'
import { shownScheme } from '../color-scheme.ts'
import { reportTo, tellEmbedder } from './embedder.ts'
import { createLatePartsLoader } from './load-late.ts'
import { PaymentPage } from './page.tsx'
import { parseNotice, parsePageData } from './read-page-data.ts'

const root = document.getElementById('root')
const text = document.getElementById('page-data')?.textContent
const data = parsePageData(text)
const notice = parseNotice(text)
if (root !== null && data !== null) hydrateRoot(root, <PaymentPage initial={data} />)
if (root !== null && notice !== null) {
  // It says what it says without a script, which only takes its reader elsewhere.
  const { load } = createLatePartsLoader()
  void load().then(({ Notice }) => hydrateRoot(root, <Notice notice={notice} />))
}
if (data !== null) tellEmbedder({ scheme: shownScheme(data.form.colorScheme, true) })
if (root !== null) reportTo(root)
