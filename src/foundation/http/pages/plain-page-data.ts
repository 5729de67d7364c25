/** A plain page's content. */
export type PlainPageData =
  | { readonly kind: 'unreadable' | 'unknown'; readonly title: string }
  | ForeignPageData
  | MessagePageData

/** The result of an action, or a preview of it with a button that posts to the same URL. */
export type MessagePageData = {
  readonly kind: 'message'
  readonly title: string
  readonly text: string
  /** The label of the button, or null if there is none. */
  readonly action: string | null
  readonly link: { readonly label: string; readonly url: string }
}

/** A page opened under a foreign host. */
export type ForeignPageData = {
  readonly kind: 'foreign'
  readonly title: 'Tillform has another URL'
  /** The URL of the same page on our own host. */
  readonly there: string
  readonly publicUrl: string
  /** The URL that the browser requested, or null if unknown. */
  readonly asked: string | null
  /** Whether only this machine can open that URL. */
  readonly isLocal: boolean
  readonly sandboxPort: number | null
}
