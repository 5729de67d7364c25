import type { Stripe } from '@stripe/stripe-js'
import { cardProviderFacts } from './page-facts.ts'

let loading: Promise<Stripe | null> | undefined

/**
 * The card provider's browser script, acting for the platform's own account: for cards that pay us. It is loaded when it
 * is first wanted, on pages whose policy lets it in. Resolves to null when it could not be loaded.
 */
export function loadPlatformCard(): Promise<Stripe | null> {
  loading ??= load()
  return loading
}

async function load(): Promise<Stripe | null> {
  const { publishableKey, scriptUrl } = cardProviderFacts()
  if (window.Stripe === undefined) await loadScript(scriptUrl)
  const stripe = window.Stripe?.(publishableKey) ?? null
  if (stripe === null) loading = undefined
  return stripe
}

/** Resolves when the script has come, and also when it has not. */
function loadScript(url: string): Promise<void> {
  return new Promise((resolve) => {
    const script = document.createElement('script')
    script.src = url
    script.addEventListener('load', () => resolve())
    script.addEventListener('error', () => resolve())
    document.head.append(script)
  })
}
