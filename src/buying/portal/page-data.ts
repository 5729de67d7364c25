import type { DocumentOnPage } from '#buying/receipts/page/purchase-data.ts'

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
      readonly next: { readonly path: string; readonly text: string } | null
    }

export type AskPageData = {
  readonly kind: 'ask'
  readonly action: string
  readonly email: string
  /** The problem with the email address, or null. */
  readonly error: string | null
}

/** A buyer's purchases in a shop, newest first. */
export type PurchasesPageData = {
  readonly kind: 'purchases'
  readonly email: string
  readonly purchases: readonly ShownPurchase[]
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
  /** The purchase's state, or null if it is paid and nothing else has happened. */
  readonly state: string | null
  /** The state of its subscription as text, or null if it has none. */
  readonly standing: string | null
  readonly files: number
  readonly path: string
  readonly invoicePath: string | null
  readonly documents: readonly DocumentOnPage[]
}
