/** The path to go to after signing in: only one of our own, else the list of forms. */
export function ownPath(wanted: string | null, origin: string): string {
  const fallback = '/forms'
  if (wanted === null || !wanted.startsWith('/') || !URL.canParse(wanted, origin)) return fallback
  const url = new URL(wanted, origin)
  const isPublic = ['/', '/login', '/register'].includes(url.pathname)
  return url.origin === origin && !isPublic ? `${url.pathname}${url.search}${url.hash}` : fallback
}

export function loginPath(wanted: string): string {
  return `/login?${new URLSearchParams({ to: wanted }).toString()}`
}
