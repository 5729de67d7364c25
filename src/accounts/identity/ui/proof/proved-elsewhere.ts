/** Where the window wants to go that proves at the issuer who is signed in. */
export const provedPath = '/login/social#proved'

const key = 'provedAt'

/** Tells the page that waits for it, in another window of this browser. */
export function broadcastProved(): void {
  localStorage.setItem(key, String(Date.now()))
}

/** Answers how to stop listening. */
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
