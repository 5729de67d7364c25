/**
 * How a reader's language writes amounts and days; the words around them are English. It is sent as data, so a page
 * reads the same from the server and in the browser, whose tables differ between releases.
 */
export type Formats = {
  readonly decimal: string
  readonly group: string
  /** 12,34,567 instead of 1,234,567. */
  readonly hasLakhs: boolean
  readonly symbol: 'first' | 'first with space' | 'last'
  readonly day: 'dmy' | 'mdy' | 'ymd'
}

/** The default for readers without a known language. */
export const plainFormats: Formats = {
  decimal: '.',
  group: ',',
  hasLakhs: false,
  symbol: 'first',
  day: 'dmy',
}
