import { PaymentPage, type PaymentPageProps } from './page.tsx'
import { timing } from '../timing/timing.ts'

/** The payment page of a form with timers or with a recurring price. */
export function TimedPage({ initial }: Pick<PaymentPageProps, 'initial'>) {
  return <PaymentPage initial={initial} timing={timing} />
}
