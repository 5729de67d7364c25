/**
 * What a payment page in a frame tells the page around it. `tillform` is the version of this language: a page that was
 * cached and a script that was cached speak to each other for as long as it is the same.
 */
export type PageMessage = {
  readonly tillform: 1
  /** How high the page is, in CSS pixels. */
  readonly height?: number
  /** Whether it is light or dark, or as the device is. */
  readonly scheme?: 'light' | 'dark' | 'device'
  /** Whether something is shown over the page that wants the whole window, as the bank's question does. */
  readonly covers?: boolean
  /** What the buyer should see or do next: the page from its beginning, or what was there before the pop-up. */
  readonly wants?: 'view' | 'close'
  /** Where the buyer goes on now, with the whole window. */
  readonly leavesFor?: string
}

/** The name in the page's address under which the page around it says its own origin. */
export const embedderParameter = 'embedder'

export function isPageMessage(data: unknown): data is PageMessage {
  return typeof data === 'object' && data !== null && 'tillform' in data && data.tillform === 1
}
