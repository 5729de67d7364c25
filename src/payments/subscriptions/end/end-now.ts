import type { CardProvider } from '#foundation/card-provider/card-provider.ts'
import { ProviderRefused } from '#foundation/card-provider/errors.ts'
import type { ProviderInvoice } from '#foundation/card-provider/invoices.ts'
import type { ProviderSubscription } from '#foundation/card-provider/subscriptions.ts'
import { hasEnded } from './correct-end.ts'

/**
 * Ends a subscription right away. Its open invoices (the newest renewal or older unpaid ones) would no longer be
 * charged but could still be paid by hand, so they are voided.
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
 * Makes sure that an open invoice can no longer be paid. False if it was just paid or closed, or if a bank is
 * processing its payment, which cannot be stopped.
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
