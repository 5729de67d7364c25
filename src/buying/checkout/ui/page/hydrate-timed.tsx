import './page.css'
import { startPage } from './start-page.tsx'
import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { timing } from '#buying/checkout/ui/timing/timing.ts'

startPage(TimedPage)

/** The payment page of a form with timers or a recurring price. */
function TimedPage({ initial }: Pick<PaymentPageProps, 'initial'>) {
  return <PaymentPage initial={initial} timing={timing} />
}
