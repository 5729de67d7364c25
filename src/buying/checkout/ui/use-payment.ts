import { useEffect, useState, useSyncExternalStore } from 'react'
import { inTime } from '#web/kit/use-card-status.ts'
import type { PaymentPageData } from '../page-data.ts'
import type { Flow } from './flow.ts'
import { payApi, type PayApi } from './pay-api.ts'
import { createPayment, type Payment } from './payment.ts'
import { createPendingStore } from './pending-purchase.ts'
import { prove } from './prove.ts'
import type { ProviderScript } from './provider-script.ts'
import { readPageAgain } from './read-page-data.ts'

/** The page's payment: goes on with a pending one when the page is loaded again. */
export function usePayment(
  data: PaymentPageData,
  setData: (data: PaymentPageData) => void,
  provider: ProviderScript,
): readonly [Flow, Payment] {
  return usePendingPayment(data.form.id, payApi, provider, async () => {
    const renewed = await readPageAgain().catch(() => null)
    if (renewed !== null) setData(renewed)
    return renewed !== null
  })
}

/** A payment that is kept in the tab under a name of its own; what it is made with is taken once. */
export function usePendingPayment(
  name: string,
  api: PayApi,
  provider: ProviderScript,
  renewPrices: () => Promise<boolean>,
): readonly [Flow, Payment] {
  const [payment] = useState(() =>
    createPayment({
      api,
      pending: createPendingStore(name, () => window.sessionStorage),
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
      newKey: () => crypto.randomUUID(),
      prove,
      authenticate: (clientSecret) => authenticate(provider, clientSecret),
      renewPrices,
    }),
  )
  const flow = useSyncExternalStore(payment.subscribe, payment.flow, payment.flow)
  useEffect(() => {
    payment.resume().catch(() => payment.startOver())
  }, [payment])
  return [flow, payment]
}

/** However the bank's question ends, the server is asked afterwards; its answer is the one that counts. */
async function authenticate(provider: ProviderScript, clientSecret: string): Promise<void> {
  try {
    const stripe = await inTime(provider.load())
    await stripe?.handleNextAction({ clientSecret })
  } catch {
    // The provider throws when there is nothing left to confirm.
  }
}
