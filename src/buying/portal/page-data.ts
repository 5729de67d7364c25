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
      /** Where it goes on; null: nowhere. */
      readonly next: { readonly path: string; readonly text: string } | null
    }

export type AskPageData = {
  readonly kind: 'ask'
  readonly action: string
  readonly email: string
  /** What is wrong with the address; null: nothing. */
  readonly error: string | null
}

/** What a buyer bought in a shop, the newest first. */
export type PurchasesPageData = {
  readonly kind: 'purchases'
  readonly email: string
  readonly purchases: readonly ShownPurchase[]
  /** There are more than are shown. */
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
  /** What became of it, where that is not simply paid; null: nothing. */
  readonly state: string | null
  /** How its subscription stands, in words; null: it has none. */
  readonly standing: string | null
  readonly files: number
  readonly path: string
  readonly invoicePath: string | null
}
