/** The path after signing in: one of ours, or else the person's start page, which for most is the list of forms. */
export function ownPath(wanted: string | null, origin: string, fallback = '/forms'): string {
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return fallback
  const url = new URL(wanted, origin)
  const isPublic = ['/', '/login', '/register'].includes(url.pathname)
  const path = `${url.pathname}${url.search}${url.hash}`
  return !isPublic && isOwn(url, origin) && isOwn(path, origin) ? path : fallback
}

/**
 * Uses the browser's interpretation of a path, because that of `/.//elsewhere` is `//elsewhere`, which is
 * another site.
 */
function isOwn(address: string | URL, origin: string): boolean {
  return URL.canParse(address, origin) && new URL(address, origin).origin === origin
}

export function loginPath(wanted: string): string {
  return `/login?${new URLSearchParams({ to: wanted }).toString()}`
}
