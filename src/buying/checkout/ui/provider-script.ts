import type { Stripe } from '@stripe/stripe-js'
import type { PaymentPageData } from '../page-data.ts'

/** The card provider's browser script, acting for the seller's account. */
export type ProviderScript = {
  /** Resolves when the document's script tag has loaded; to null when it could not be. */
  readonly load: () => Promise<Stripe | null>
}

export function createProviderScript({
  publishableKey,
  accountId,
}: PaymentPageData['provider']): ProviderScript {
  let loading: Promise<Stripe | null> | undefined
  const start = async () => {
    await scriptSettled()
    return window.Stripe?.(publishableKey, { stripeAccount: accountId }) ?? null
  }
  return { load: () => (loading ??= start()) }
}

/** The script tag is the document's own; the window's load event comes after it in any case, loaded or failed. */
function scriptSettled(): Promise<void> {
  return new Promise((resolve) => {
    const script = document.getElementById('provider-script')
    if (window.Stripe !== undefined || script === null || document.readyState === 'complete') return resolve()
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => resolve())
    window.addEventListener('load', () => resolve())
  })
}
