let key: string | undefined

/** The key that a mailed link brought behind the hash sign; it is taken out of the address, and so of the history. */
export function linkKey(): string {
  key ??= window.location.hash.slice(1)
  if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname)
  return key
}
