import type { CreatedAt, View } from '../driver/column-types.ts'

/** What a seller sells, as the right of withdrawal tells it apart. */
export type Sells = 'digital' | 'service' | 'goods' | 'dated_event'

/** What can begin before the withdrawal period ends, if its buyer asks for that. */
export type EarlyStart = Extract<Sells, 'digital' | 'service'>

/** What a buyer says on the payment page before paying. */
export type ConsentKind = 'early_start' | 'loss_of_right' | 'trial'

/** How a seller takes withdrawals: a version for each change. */
export type SellerPoliciesTable = {
  id: string
  sellerId: string
  sells: Sells
  /** 14 at least. */
  withdrawalDays: number
  onWithdrawal: 'refund_at_once' | 'ask_me'
  /** Whether buyers are asked to let it begin early: `offered` may be left, `required` may not. */
  earlyStart: 'offered' | 'required' | 'not_asked'
  /** What the seller adds in their own words. */
  ownText: string | null
  createdAt: CreatedAt
}

export type SellerPoliciesView = View<SellerPoliciesTable, 'id' | 'sells' | 'withdrawalDays' | 'earlyStart'>

/** What a buyer consented to with an order, word for word. */
export type ConsentsTable = {
  purchaseId: string
  kind: ConsentKind
  text: string
  /** The language of the page, such as `en`. */
  locale: string
  givenAt: Date
}

export type ConsentsView = View<ConsentsTable, 'purchaseId' | 'kind' | 'text' | 'givenAt'>

/** When the buyer of a purchase first and last opened one of its files. */
export type FileOpeningsTable = { purchaseId: string; fileId: string; firstAt: Date; lastAt: Date }

export type FileOpeningsView = View<FileOpeningsTable, 'purchaseId' | 'fileId' | 'firstAt' | 'lastAt'>
