import { isRecord } from '../payment/is-record.ts'

/** An order that this tab was led back to, with the key of its link. */
export type Resumed = { readonly key: string; readonly welcome: string }

/** Stored in the tab, so that the order that is paid is tied to it. */
export const resumedName = () => `tillform.resumed.${window.location.pathname}`

export function readResumed(): Resumed | null {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(resumedName()) ?? 'null')
    if (!isRecord(stored)) return null
    const { key, welcome } = stored
    return typeof key === 'string' && typeof welcome === 'string' ? { key, welcome } : null
  } catch {
    return null
  }
}

/** The key in a link, or empty if there is none. */
export function resumedAt(search: string): string {
  // A mail program may have left an ampersand in its HTML form.
  return new URLSearchParams(search.replaceAll('&amp;', '&')).get('resume') ?? ''
}
