/** A plain page's content. */
export type PlainPageData =
  | { readonly kind: 'unreadable' | 'unknown'; readonly title: string }
  | ForeignPageData
  | MessagePageData

/** The result of an action, or its preview with a button that posts to the same URL. */
export type MessagePageData = {
  readonly kind: 'message'
  readonly title: string
  readonly text: string
  /** The button's label, or null if there is no button. */
  readonly action: string | null
  readonly link: { readonly label: string; readonly url: string }
}

/** A page opened under a foreign host. */
export type ForeignPageData = {
  readonly kind: 'foreign'
  readonly title: 'Tillform has another URL'
  /** The same page at our own URL. */
  readonly there: string
  readonly publicUrl: string
  /** The browser's requested URL; null if unknown. */
  readonly asked: string | null
  /** Only this machine can open that URL. */
  readonly isLocal: boolean
  readonly sandboxPort: number | null
}
