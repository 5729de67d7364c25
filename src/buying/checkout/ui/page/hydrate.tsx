import './page.css'
import { PaymentPage } from './page.tsx'
import { startPage } from './start-page.tsx'

startPage(PaymentPage)
