import type { CreatedAt, View } from '../driver/column-types.ts'

/** The kinds of goods, by their right of withdrawal. */
export type Sells = 'digital' | 'service' | 'goods' | 'dated_event'

/** The kinds that can begin before the withdrawal period ends, at the buyer's request. */
export type EarlyStart = Extract<Sells, 'digital' | 'service'>

/** A buyer's declarations on the payment page. */
export type ConsentKind = 'early_start' | 'loss_of_right' | 'trial'

/** A seller's withdrawal policy: a version per change. */
export type SellerPoliciesTable = {
  id: string
  sellerId: string
  sells: Sells
  /** At least 14. */
  withdrawalDays: number
  onWithdrawal: 'refund_at_once' | 'ask_me'
  /** Whether buyers are asked to let it begin early: `offered` is optional, `required` is not. */
  earlyStart: 'offered' | 'required' | 'not_asked'
  /** The seller's additions in their own words. */
  ownText: string | null
  createdAt: CreatedAt
}

export type SellerPoliciesView = View<SellerPoliciesTable, 'id' | 'sells' | 'withdrawalDays' | 'earlyStart'>

/** A buyer's consents with an order, word for word. */
export type ConsentsTable = {
  purchaseId: string
  kind: ConsentKind
  text: string
  /** The language of the page, such as `en`. */
  locale: string
  givenAt: Date
}

export type ConsentsView = View<ConsentsTable, 'purchaseId' | 'kind' | 'text' | 'givenAt'>

/** When a purchase's buyer first and last opened one of its files. */
export type FileOpeningsTable = { purchaseId: string; fileId: string; firstAt: Date; lastAt: Date }

export type FileOpeningsView = View<FileOpeningsTable, 'purchaseId' | 'fileId' | 'firstAt' | 'lastAt'>
