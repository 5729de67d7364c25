import { plainKey } from '#foundation/typed/read-key.ts'

let key: string | undefined

/** Returns the key after an emailed link's hash sign and removes it from the URL, and so from the history. */
export function linkKey(): string {
  if (key === undefined) {
    key = plainKey(window.location.hash.slice(1))
    // Opening another link in this tab changes only the hash.
    window.addEventListener('hashchange', () => window.location.reload())
  }
  if (window.location.hash !== '') window.history.replaceState(null, '', window.location.pathname)
  return key
}
