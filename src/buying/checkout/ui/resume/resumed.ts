import type { Quote } from '../../contract.ts'
import { isRecord } from '../payment/is-record.ts'

/** An order that this tab was led back to, with the key of its link. */
export type Resumed = {
  readonly key: string
  readonly welcome: string
  /** The price that is held for this buyer; absent: the page’s applies. */
  readonly quote?: Quote
}

/** Stored in the tab, so that the order that is paid is tied to it. */
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
  // A mail program may have left an ampersand in its HTML form.
  return new URLSearchParams(search.replaceAll('&amp;', '&')).get('resume') ?? ''
}
