import type { Quote } from '../../contract.ts'
import { isRecord } from '../payment/is-record.ts'

/** An order that a link restored in this tab, with the key from that link. */
export type Resumed = {
  readonly key: string
  readonly welcome: string
  /** The quote that is still promised to this buyer. If missing, the page's own quote applies. */
  readonly quote?: Quote
}

/** The storage key for the restored order, so that a payment in this tab can be linked to it. */
export const resumedName = () => `tillform.resumed.${window.location.pathname}`

export function readResumed(): Resumed | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(resumedName()) ?? 'null')
    if (!isRecord(stored)) return null
    const { key, welcome, quote } = stored
    if (typeof key !== 'string' || typeof welcome !== 'string') return null
    return { key, welcome, ...(isQuote(quote) && { quote }) }
  } catch {
    return null
  }
}

export function isQuote(given: unknown): given is Quote {
  return isRecord(given) && typeof given['token'] === 'string' && isRecord(given['price'])
}

/** The key in a link; empty: none. */
export function resumedAt(search: string): string {
  // A mail program may have left an ampersand as `&amp;` in the link.
  return new URLSearchParams(search.replaceAll('&amp;', '&')).get('resume') ?? ''
}
