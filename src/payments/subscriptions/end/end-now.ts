import type { CardProvider } from '#foundation/card-provider/card-provider.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { hasEnded } from './correct-end.ts'

/**
 * Ends a subscription at once. What is still open of it, the newest renewal or one that was not paid before that, is not
 * collected afterwards, but could be paid by hand: it is void.
 */
export async function endNow(
  provider: CardProvider,
  account: string,
  { id, latestInvoice }: ProviderSubscription,
): Promise<ProviderSubscription> {
  let isNewestVoid = false
  for (const invoice of await provider.listInvoices(account, id, 'open')) {
    const isVoid = await voidInvoice(provider, account, invoice)
    isNewestVoid ||= isVoid && invoice.id === latestInvoice?.id
  }
  const after = isNewestVoid ? await provider.retrieveSubscription(account, id) : undefined
  return after !== undefined && hasEnded(after.status) ? after : provider.endSubscription(account, id)
}

/**
 * Makes sure that an open invoice can no longer be paid; answers false where it was paid, or closed, in this very moment,
 * and where a bank has its payment: what is on its way can no longer be called off.
 */
export async function voidInvoice(
  provider: CardProvider,
  account: string,
  { id, paymentIntentId }: ProviderInvoice,
): Promise<boolean> {
  if (paymentIntentId !== null) {
    const { status } = await provider.retrievePaymentIntent(account, paymentIntentId)
    if (status === 'processing') return false
  }
  try {
    await provider.voidInvoice(account, id)
    return true
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error
    return false
  }
}
