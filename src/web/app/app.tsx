import { QueryClientProvider } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import { createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import {
  isSignedIn,
  onSessionChange,
  parseUser,
  refreshToken,
  storedToken,
  storedUserText,
} from '#accounts/identity/ui/session.ts'
import { createQueryClient } from '#web/kit/list/query-client.ts'
import { createRoutes } from './routes.tsx'

/** The sellers' app: one router, one cache of data from the server, and a check for the end of the session. */
export function createApp(): ComponentType {
  const queryClient = createQueryClient()
  const router = createBrowserRouter(createRoutes(queryClient))
  if (storedToken() !== null) {
    // The token is renewed once per start. Without a response, the stored one is used until it is rejected.
    refreshToken().catch(() => undefined)
  }
  void installWorker()
  const userId = storedUserId()
  onSessionChange(() => {
    if (!isSignedIn()) void queryClient.cancelQueries()
    const present = storedUserId()
    // Route guards run again and redirect to the login page, which returns here.
    if (present === undefined) void router.revalidate()
    else if (userId !== undefined && present !== userId) window.location.reload()
  })
  return function App() {
    return (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    )
  }
}

function storedUserId(): string | undefined {
  return parseUser(storedUserText())?.id
}

/** The URL of the service worker. */
const script = '/sw.js'

/**
 * The paths that the service worker controls, with everything below them. It is never registered for the
 * whole host, which also serves buyers' pages.
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

/**
 * Makes the app installable, with a page for when the device is offline. Browsers without service workers
 * only miss these features.
 */
async function installWorker(): Promise<void> {
  if (!import.meta.env.PROD || !window.isSecureContext || !('serviceWorker' in navigator)) return
  const address = trusted()
  try {
    await Promise.all(scopes.map((scope) => navigator.serviceWorker.register(address, { scope })))
  } catch {
    // Some browsers reject the service worker in private windows. Then only its extra features are missing.
  }
}

/** The Trusted Types policy of the page, which allows no text as a script URL except this one. */
function trusted(): string {
  const policy = window.trustedTypes?.createPolicy('serviceWorker', {
    createScriptURL: (url) => {
      if (url !== script) throw new TypeError('Not the service worker')
      return url
    },
  })
  return policy?.createScriptURL(script) ?? script
}
