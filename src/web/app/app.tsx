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
import { installWorker } from './install-worker.ts'
import { createRoutes } from './routes.tsx'

/** The sellers' app: one router, one cache of server state, and an eye on the session. */
export function createApp(): ComponentType {
  const queryClient = createQueryClient()
  const router = createBrowserRouter(createRoutes(queryClient))
  if (storedToken() !== null) {
    // The token is renewed once per start. Without an answer the stored one is used until it is refused.
    refreshToken().catch(() => undefined)
  }
  void installWorker()
  const userId = storedUserId()
  onSessionChange(() => {
    if (!isSignedIn()) void queryClient.cancelQueries()
    const present = storedUserId()
    // Guards run again and lead to the login page, which leads back here.
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
