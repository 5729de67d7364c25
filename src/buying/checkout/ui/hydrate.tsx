import './page.css'
import { hydrateRoot } from 'react-dom/client'
import { shownScheme } from '../color-scheme.ts'
import { reportTo, tellEmbedder } from './embedder.ts'
import { Notice } from './notice.tsx'
import { PaymentPage } from './page.tsx'
import { parseNotice, parsePageData } from './read-page-data.ts'

const root = document.getElementById('root')
const text = document.getElementById('page-data')?.textContent
const data = parsePageData(text)
const notice = parseNotice(text)
if (root !== null && data !== null) hydrateRoot(root, <PaymentPage initial={data} />)
if (root !== null && notice !== null) hydrateRoot(root, <Notice notice={notice} />)
if (data !== null) tellEmbedder({ scheme: shownScheme(data.form.colorScheme, true) })
if (root !== null) reportTo(root)
