import { useState } from 'react'
import type { PaymentPageData } from '../../page/page-data.ts'
import type { Flow } from './flow.ts'
import { isPendingHere } from './is-pending.ts'
import { createLatePayment, type LatePayment } from './late-payment.ts'
import type { LatePartsLoader } from '../page/load-late.ts'
import type { ProviderScript } from '../form/provider-script.ts'
import { readPageAgain } from '../page/read-page-again.ts'
import { hasReturned } from './returned.ts'
import { useResumed } from './use-resumed.ts'

/** The page's payment: goes on with a pending one when the page is loaded again. */
export function usePayment(
  data: PaymentPageData,
  setData: (data: PaymentPageData) => void,
  provider: ProviderScript,
  late: LatePartsLoader,
): readonly [Flow, LatePayment] {
  const [payment] = useState(() => {
    const { id } = data.form
    const renewPrices = async () => {
      const renewed = await readPageAgain(late).catch(() => null)
      if (renewed !== null) setData(renewed)
      return renewed !== null
    }
    return createLatePayment({
      isPending: () => isPendingHere(id) || hasReturned(),
      open: async () => {
        const { openPayment, payApi, loadOffers, whoReturns } = await late.load()
        if (data.hasOffers) loadOffers().catch(() => undefined)
        const opened = openPayment({ id, api: payApi, provider, renewPrices, returned: whoReturns(id) })
        // A page that the browser kept while its buyer was at the bank stands as it was when they left.
        window.addEventListener('pageshow', ({ persisted }) => {
          if (persisted) void opened.arrive()
        })
        return opened
      },
    })
  })
  return [useResumed(payment), payment]
}
