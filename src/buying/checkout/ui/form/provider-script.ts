import type { Stripe } from '@stripe/stripe-js'
import { languages } from '#foundation/language/languages.ts'
import { pageLanguage } from '#foundation/language/words.ts'
import type { PaymentPageData } from '../../page/page-data.ts'

/** The card provider's browser script, acting for the seller's account. */
export type ProviderScript = {
  /** Resolves once the document's script tag has loaded, or to null if it failed. */
  readonly load: () => Promise<Stripe | null>
}

export function createProviderScript({
  publishableKey,
  accountId,
}: PaymentPageData['provider']): ProviderScript {
  let loading: Promise<Stripe | null> | undefined
  const start = async () => {
    await scriptSettled()
    const locale = languages.find((one) => one === pageLanguage()) ?? 'auto'
    return window.Stripe?.(publishableKey, { stripeAccount: accountId, locale }) ?? null
  }
  return { load: () => (loading ??= start()) }
}

/**
 * By the window's load event, the document's script tag has loaded or failed. A script that waits for a
 * picture can start later and reports its own state (`scripts-after-picture.ts`).
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
