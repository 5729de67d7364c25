import { t } from '#foundation/language/t.ts'
import { offlinePage } from './offline-page.ts'

declare const self: ServiceWorkerGlobalScope

/* The service worker of the sellers' app. It caches nothing, not even a script: everything comes from the
   network, or is the page for offline devices. It is registered only for the app's own paths, never for
   buyers' pages. */

self.addEventListener('install', () => void self.skipWaiting())

self.addEventListener('fetch', (event) => {
  if (event.request.mode === 'navigate') event.respondWith(fetch(event.request).catch(sayOffline))
})

self.addEventListener('push', (event) => {
  const { title, body, tag, path } = readMessage(contentOf(event.data))
  event.waitUntil(self.registration.showNotification(title, { body, tag, data: path, icon: '/icon-192.png' }))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  // Opens the page in a separate window, so that text typed in another one is not lost.
  event.waitUntil(self.clients.openWindow(ownPath(String(event.notification.data))))
})

function contentOf(data: PushMessageData | null): unknown {
  try {
    return data?.json()
  } catch {
    return undefined
  }
}

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

/** The message that the server sends to a device, as `send-pushes.ts` writes it. */
type PushMessage = {
  readonly title: string
  readonly body: string
  readonly tag: string
  readonly path: string
}

/** Parses a push message. An invalid message becomes a general notification, because every push must show something. */
function readMessage(given: unknown): PushMessage {
  const fields = typeof given === 'object' && given !== null ? new Map(Object.entries(given)) : new Map()
  const text = (name: string, otherwise: string): string => {
    const value: unknown = fields.get(name)
    return typeof value === 'string' ? value : otherwise
  }
  return {
    title: text('title', t('Updates from your shop')),
    body: text('body', ''),
    tag: text('tag', 'news'),
    path: ownPath(text('path', '/sales')),
  }
}

/** A click on the notification leads to a page of the app and nowhere else. */
function ownPath(path: string): string {
  return /^\/(?![/\\])/.test(path) ? path : '/sales'
}
