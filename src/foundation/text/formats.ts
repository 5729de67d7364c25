/**
 * How a reader's language formats amounts and dates. The words around them are English. It is sent as data, so that the
 * server and the browser, whose tables differ between releases, format a page in the same way.
 */
export type Formats = {
  readonly decimal: string
  readonly group: string
  /** 12,34,567 instead of 1,234,567. */
  readonly hasLakhs: boolean
  readonly symbol: 'first' | 'first with space' | 'last'
  readonly day: 'dmy' | 'mdy' | 'ymd'
}

/** The formats for readers whose language is unknown. */
export const plainFormats: Formats = {
  decimal: '.',
  group: ',',
  hasLakhs: false,
  symbol: 'first',
  day: 'dmy',
}
