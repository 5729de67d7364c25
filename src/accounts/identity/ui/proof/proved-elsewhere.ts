/** The name of the window in which people prove their identity at the issuer. */
export const provedPath = '/login/social#proved'

const key = 'provedAt'

/** Notifies the page that waits in another window of this browser. */
export function broadcastProved(): void {
  localStorage.setItem(key, String(Date.now()))
}

/** Returns the function that stops listening. */
export function onProvedElsewhere(listener: () => void): () => void {
  const controller = new AbortController()
  window.addEventListener(
    'storage',
    (event) => {
      if (event.key === key && event.newValue !== null) listener()
    },
    controller,
  )
  return () => controller.abort()
}
