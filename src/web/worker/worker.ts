import { offlinePage } from './offline-page.ts'

declare const self: ServiceWorkerGlobalScope

/*
 * The app's service worker. It keeps no answer of the server, not even a script: whatever is shown comes from the network,
 * or is the page that says that there is none. It is registered for the app's own paths, never for the pages of buyers.
 */

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(sayOffline))
})

function sayOffline(): Response {
  return new Response(offlinePage, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    },
  })
}
