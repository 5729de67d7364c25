/** The service worker of this page, which receives push notifications. */
export const pushScope = '/settings'

/** Unsubscribes this browser from push notifications, even if the server cannot be reached. Never throws. */
export async function dropPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  try {
    const worker = await navigator.serviceWorker.getRegistration(pushScope)
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // If unsubscribing fails, the subscription ends with the session on the server.
  }
}
