import type { Stripe } from '@stripe/stripe-js'
import type { PaymentPageData } from '../../page/page-data.ts'

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

/**
 * Where the tag is the document's own, the window's load event comes after it in any case, loaded or failed. One that is
 * started behind a picture, maybe after that event, says of itself how far it is: `scripts-after-picture.ts`.
 */
function scriptSettled(): Promise<void> {
  return new Promise((resolve) => {
    const script = document.getElementById('provider-script')
    const check = () => {
      const state = script?.dataset['state'] ?? document.readyState
      if (window.Stripe !== undefined || script === null || state === 'complete') resolve()
    }
    check()
    script?.addEventListener('load', check)
    script?.addEventListener('error', check)
    window.addEventListener('load', check)
  })
}
