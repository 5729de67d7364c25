import type { PurchaseSource } from '#payments/purchases/source.ts'
import { isRecord } from './is-record.ts'

/** The parameters of a link that say where its buyer came from. */
export const tags = {
  source: 'utm_source',
  medium: 'utm_medium',
  campaign: 'utm_campaign',
  content: 'utm_content',
  term: 'utm_term',
  ref: 'ref',
} as const

let visit: PurchaseSource | undefined

/**
 * Where the buyer came from. It is stored in the tab, so that a bank's page or a reload does not lose it.
 * Without storage (private modes) it is lost when the page is left.
 */
export function visitSource(): PurchaseSource {
  if (visit !== undefined) return visit
  const name = `tillform.source.${window.location.pathname}`
  let stored: unknown = null
  try {
    stored = JSON.parse(window.sessionStorage.getItem(name) ?? 'null')
  } catch {
    // Without storage, the link still shows where this visit came from.
  }
  visit = readSource(new URL(window.location.href), document.referrer, stored)
  try {
    window.sessionStorage.setItem(name, JSON.stringify(visit))
  } catch {
    // As above.
  }
  return visit
}

/** The source from this link's tags, or else the one stored before, or else the previous page's host. */
export function readSource(address: URL, referrer: string, stored: unknown): PurchaseSource {
  // A mail program may have left an ampersand as `&amp;` in the link.
  const parameters = new URLSearchParams(address.search.replaceAll('&amp;', '&'))
  const said = Object.entries(tags).flatMap(([name, parameter]) => {
    const value = parameters.get(parameter)?.trim() ?? ''
    return value === '' ? [] : [[name, value] as const]
  })
  if (said.length === 0 && isRecord(stored)) return stored
  // Buyers who return come from their bank, which is not the source.
  const from = parameters.has('purchase') || !URL.canParse(referrer) ? '' : new URL(referrer).host
  const isOther = from !== '' && from !== address.host
  return Object.fromEntries([...said, ...(isOther ? [['referrer', from] as const] : [])])
}
