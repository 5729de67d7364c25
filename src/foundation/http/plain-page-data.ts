/** What a plain page says. */
export type PlainPageData =
  | { readonly kind: 'unreadable'; readonly title: 'This address cannot be read' }
  | ForeignPageData

/** A page that was opened under a host that is not ours. */
export type ForeignPageData = {
  readonly kind: 'foreign'
  readonly title: 'Tillform has another address'
  /** The same page at our own address. */
  readonly there: string
  readonly publicUrl: string
  /** Where the browser asked for it; null where that cannot be told. */
  readonly asked: string | null
  readonly sandboxPort: number | null
}
