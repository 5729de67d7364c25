/** What a plain page says. */
export type PlainPageData =
  | { readonly kind: 'unreadable'; readonly title: 'This link cannot be read' }
  | { readonly kind: 'unknown'; readonly title: 'This page does not exist' }
  | ForeignPageData
  | MessagePageData

/** What was done, or will be when the button is pressed, which posts to the same address. */
export type MessagePageData = {
  readonly kind: 'message'
  readonly title: string
  readonly text: string
  /** What the button says; null: there is none. */
  readonly action: string | null
  readonly link: { readonly label: string; readonly url: string }
}

/** A page that was opened under a host that is not ours. */
export type ForeignPageData = {
  readonly kind: 'foreign'
  readonly title: 'Tillform has another URL'
  /** The same page at our own address. */
  readonly there: string
  readonly publicUrl: string
  /** Where the browser asked for it; null where that cannot be told. */
  readonly asked: string | null
  /** Only this machine opens that address. */
  readonly isLocal: boolean
  readonly sandboxPort: number | null
}
