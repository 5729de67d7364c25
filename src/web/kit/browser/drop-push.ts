/** The app's service worker for this page; the one that takes push. */
export const pushScope = '/settings'

/** This browser no longer lets itself be reached, whatever the server still knows; never throws, also without a network. */
export async function dropPush(): Promise<void> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window)) return
  try {
    const worker = await navigator.serviceWorker.getRegistration(pushScope)
    await (await worker?.pushManager.getSubscription())?.unsubscribe()
  } catch {
    // What it could not take back ends with the session at the server.
  }
}
