/**
 * A message from a framed payment page to the page around it. `tillform` is the protocol's version: a cached
 * page and a cached script understand each other as long as it is the same.
 */
export type PageMessage = Partial<AnnouncedPurchase> & {
  readonly tillform: 1
  /** A purchase that was paid, if the shop announces purchases. */
  readonly event?: 'purchase'
  /** In CSS pixels. */
  readonly height?: number
  readonly scheme?: 'light' | 'dark' | 'device'
  /** Whether something on top of the page needs the whole window, such as bank authentication. */
  readonly covers?: boolean
  /** Where the buyer should look next: at the top of the payment page, or at the page behind the pop-up. */
  readonly wants?: 'view' | 'close'
  /** The URL to which the whole window should navigate now. */
  readonly leavesFor?: string
}

/** A paid purchase as the seller's own page receives it, without data about the buyer. */
export type AnnouncedPurchase = {
  readonly id: string
  readonly kind: 'order' | 'offer'
  /** The total in major units of `currency`, including tax. */
  readonly value: number
  readonly currency: string
  readonly items: readonly { readonly title: string; readonly quantity: number }[]
}

/** The URL parameter with the origin of the page around a framed payment page. */
export const embedderParameter = 'embedder'

export function isPageMessage(data: unknown): data is PageMessage {
  return typeof data === 'object' && data !== null && 'tillform' in data && data.tillform === 1
}
