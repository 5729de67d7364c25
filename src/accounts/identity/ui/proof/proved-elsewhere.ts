/** The target of the window that proves the person's identity at the issuer. */
export const provedPath = '/login/social#proved'

const key = 'provedAt'

/** Notifies the waiting page in another window of this browser. */
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
