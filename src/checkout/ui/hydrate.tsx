import './page.css'
import { hydrateRoot } from 'react-dom/client'
import { PaymentPage } from './page.tsx'
import { parsePageData } from './read-page-data.ts'

const root = document.getElementById('root')
const data = parsePageData(document.getElementById('page-data')?.textContent)
if (root !== null && data !== null) hydrateRoot(root, <PaymentPage initial={data} />)
