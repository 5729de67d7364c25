/** A page of the buyer portal. */
export type PortalPageData =
  | AskPageData
  | { readonly kind: 'sent'; readonly email: string; readonly action: string }
  | {
      readonly kind: 'open'
      readonly action: string
      readonly key: string
    }
  | PurchasesPageData
  | {
      readonly kind: 'notice'
      readonly title: string
      readonly text: string
      /** The next page; null: none. */
      readonly next: { readonly path: string; readonly text: string } | null
    }

export type AskPageData = {
  readonly kind: 'ask'
  readonly action: string
  readonly email: string
  /** The problem with the address; null: none. */
  readonly error: string | null
}

/** A buyer's purchases in a shop, newest first. */
export type PurchasesPageData = {
  readonly kind: 'purchases'
  readonly email: string
  readonly purchases: readonly ShownPurchase[]
  /** There are more than shown. */
  readonly hasMore: boolean
  readonly years: readonly { readonly year: number; readonly path: string }[]
  readonly dataPath: string
  readonly leavePath: string
}

export type ShownPurchase = {
  readonly id: string
  readonly title: string
  readonly date: string
  readonly amount: string
  /** Its state, if not simply paid; null: paid. */
  readonly state: string | null
  /** The state of its subscription, in words; null: it has none. */
  readonly standing: string | null
  readonly files: number
  readonly path: string
  readonly invoicePath: string | null
}
