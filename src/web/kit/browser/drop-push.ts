/** This page's service worker, which receives push. */
export const pushScope = '/settings'

/** Unsubscribes this browser from push, whatever the server still stores; never throws, even offline. */
export async function dropPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  try {
    const worker = await navigator.serviceWorker.getRegistration(pushScope)
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // A failed unsubscription ends with the server's session.
  }
}
