import { inTime } from '#web/kit/use-card-status.ts'
import type { PayApi } from './pay-api.ts'
import { createPayment, type Payment } from './payment.ts'
import { pendingInTab } from './pending-purchase.ts'
import { prove } from './prove.ts'
import type { ProviderScript } from './provider-script.ts'

type OpenedWith = {
  /** Of the form or of the offer: a tab keeps what it has begun under it. */
  readonly id: string
  readonly api: PayApi
  readonly provider: ProviderScript
  readonly renewPrices: () => Promise<boolean>
}

/** A payment in this tab, with what the browser and the provider lend to it. */
export function openPayment({ id, api, provider, renewPrices }: OpenedWith): Payment {
  return createPayment({
    api,
    pending: pendingInTab(id),
    wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    newKey: () => crypto.randomUUID(),
    prove,
    authenticate: (clientSecret) => authenticate(provider, clientSecret),
    renewPrices,
  })
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
