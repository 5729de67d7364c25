/**
 * A message from a framed payment page to the surrounding page. `tillform` is the protocol's version: a cached page and
 * a cached script can talk as long as it is the same.
 */
export type PageMessage = Partial<AnnouncedPurchase> & {
  readonly tillform: 1
  /** A purchase was paid, if the shop announces them. */
  readonly event?: 'purchase'
  /** In CSS pixels. */
  readonly height?: number
  readonly scheme?: 'light' | 'dark' | 'device'
  /** Whether something over the page needs the whole window, such as bank authentication. */
  readonly covers?: boolean
  /** Where the buyer should look next: the page from its top, or the page behind the pop-up. */
  readonly wants?: 'view' | 'close'
  /** The URL to which the whole window should go now. */
  readonly leavesFor?: string
}

/** A paid purchase, as the seller's own page learns of it: nothing about the buyer. */
export type AnnouncedPurchase = {
  readonly id: string
  readonly kind: 'order' | 'offer'
  /** In major units of `currency`, tax included. */
  readonly value: number
  readonly currency: string
  readonly items: readonly { readonly title: string; readonly quantity: number }[]
}

/** The page URL's parameter with the origin of the surrounding page. */
export const embedderParameter = 'embedder'

export function isPageMessage(data: unknown): data is PageMessage {
  return typeof data === 'object' && data !== null && 'tillform' in data && data.tillform === 1
}
