/** Where the service worker is. */
const script = '/sw.js'

/**
 * The paths that have it, with all below them. It is never registered for the whole host: pages of buyers are on it as well,
 * and have none.
 */
const scopes = [
  '/admin',
  '/billing',
  '/bumps',
  '/coupons',
  '/customers',
  '/forms',
  '/one-time-offers',
  '/payouts',
  '/sales',
  '/settings',
  '/taxes',
  '/team',
]

type ScriptPolicy = { readonly createScriptURL: (url: string) => string }

declare global {
  interface Window {
    readonly trustedTypes?: {
      readonly createPolicy: (name: string, rules: ScriptPolicy) => ScriptPolicy
    }
  }
}

/** Makes the app one that can be installed, and that says so when there is no network. Browsers without it go without. */
export async function installWorker(): Promise<void> {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return
  const address = trusted()
  try {
    await Promise.all(scopes.map((scope) => navigator.serviceWorker.register(address, { scope })))
  } catch {
    // Some browsers refuse it in private windows: what it adds is missing, and nothing else.
  }
}

/** The page's policy lets no text become a script, but for this one. */
function trusted(): string {
  const policy = window.trustedTypes?.createPolicy('serviceWorker', {
    createScriptURL: (url) => {
      if (url !== script) throw new TypeError('Not the service worker')
      return url
    },
  })
  return policy?.createScriptURL(script) ?? script
}
