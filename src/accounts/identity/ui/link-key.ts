import { plainKey } from '#foundation/typed/read-key.ts'

let key: string | undefined

/** The key that a mailed link brought behind the hash sign; it is taken out of the address, and so of the history. */
export function linkKey(): string {
  if (key === undefined) {
    key = plainKey(window.location.hash.slice(1))
    // Another link that is opened in this tab changes the hash alone.
    window.addEventListener('hashchange', () => window.location.reload())
  }
  if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname)
  return key
}
