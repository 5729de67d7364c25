import type { Purchase } from './pending-purchase.ts'

/**
 * The purchase in the page's address, whose secret is in the fragment. It is taken out of the address with what the
 * provider adds to it, so that a page that is loaded again or passed on says nothing of it.
 */
export function takeReturned(): Purchase | null {
  const address = new URL(window.location.href)
  const purchaseId = address.searchParams.get('purchase')
  if (purchaseId === null) return null
  const secret = address.hash.slice(1)
  for (const name of ['purchase', 'payment_intent', 'payment_intent_client_secret', 'redirect_status']) {
    address.searchParams.delete(name)
  }
  address.hash = ''
  window.history.replaceState(window.history.state, '', address)
  return { purchaseId, secret }
}
