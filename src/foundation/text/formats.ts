/**
 * How a reader's language writes amounts and days; the words around them are English. It travels as data, so that a page
 * reads the same from the server and in the browser, whose own tables differ between releases.
 */
export type Formats = {
  readonly decimal: string
  readonly group: string
  /** 12,34,567 in place of 1,234,567. */
  readonly hasLakhs: boolean
  readonly symbol: 'first' | 'first with space' | 'last'
  readonly day: 'dmy' | 'mdy' | 'ymd'
}

/** Those of who has not said what they read. */
export const plainFormats: Formats = {
  decimal: '.',
  group: ',',
  hasLakhs: false,
  symbol: 'first',
  day: 'dmy',
}
