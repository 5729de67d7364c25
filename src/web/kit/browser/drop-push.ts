/** This page's service worker, which receives push. */
export const pushScope = '/settings'

/** Unsubscribes this browser from push, even if the server cannot be reached; never throws. */
export async function dropPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  try {
    const worker = await navigator.serviceWorker.getRegistration(pushScope)
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // A failed unsubscription ends with the server's session.
  }
}
