import { useEffect, useState, useSyncExternalStore } from 'react'
import type { PaymentPageData } from '../page-data.ts'
import type { Flow } from './flow.ts'
import { payApi } from './pay-api.ts'
import { createPayment, type Payment } from './payment.ts'
import { createPendingStore } from './pending-purchase.ts'
import { prove } from './prove.ts'
import type { CardProvider } from './provider.ts'
import { readPageAgain } from './read-page-data.ts'

/** The page's payment: goes on with a pending one when the page is loaded again. */
export function usePayment(
  data: PaymentPageData,
  setData: (data: PaymentPageData) => void,
  provider: CardProvider,
): readonly [Flow, Payment] {
  const [payment] = useState(() =>
    createPayment({
      api: payApi,
      pending: createPendingStore(data.form.id, () => window.sessionStorage),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      newKey: () => crypto.randomUUID(),
      prove,
      authenticate: (clientSecret) => authenticate(provider, clientSecret),
      renewPrices: async () => {
        const renewed = await readPageAgain().catch(() => null)
        if (renewed !== null) setData(renewed)
        return renewed !== null
      },
    }),
  )
  const flow = useSyncExternalStore(payment.subscribe, payment.flow, payment.flow)
  useEffect(() => {
    payment.resume().catch(() => payment.startOver())
  }, [payment])
  return [flow, payment]
}

/** However the bank's question ends, the server is asked afterwards; its answer is the one that counts. */
async function authenticate(provider: CardProvider, clientSecret: string): Promise<void> {
  try {
    const stripe = await provider.load()
    await stripe?.handleNextAction({ clientSecret })
  } catch {
    // The provider throws when there is nothing to confirm any more.
  }
}
