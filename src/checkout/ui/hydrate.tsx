import './page.css'
import { hydrateRoot } from 'react-dom/client'
import { PaymentPage } from './page.tsx'
import { readPageData } from './take-quote.ts'

const root = document.getElementById('root')
const data = readPageData(document)
if (root !== null && data !== null) hydrateRoot(root, <PaymentPage initial={data} />)
