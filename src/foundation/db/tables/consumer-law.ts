import type { CreatedAt, DefaultedJson, View } from '../driver/column-types.ts'
import type { AdPlatform } from './webhook-endpoints.ts'

/** The kinds of things that sellers sell, by their right of withdrawal. */
export type Sells = 'digital' | 'service' | 'goods' | 'dated_event'

/** The kinds of things that can begin before the withdrawal period ends, if the buyer asks for it. */
export type EarlyStart = Extract<Sells, 'digital' | 'service'>

/** The kinds of declarations that a buyer makes on the payment page. */
export type ConsentKind = 'early_start' | 'loss_of_right' | 'trial' | 'ads'

/** A seller's withdrawal policy: a version per change. */
export type SellerPoliciesTable = {
  id: string
  sellerId: string
  sells: Sells
  /** At least 14. */
  withdrawalDays: number
  onWithdrawal: 'refund_at_once' | 'ask_me'
  /** Whether buyers are asked to agree to an early start: `offered` means optional, `required` means that they must. */
  earlyStart: 'offered' | 'required' | 'not_asked'
  /** Additional text in the seller's own words. */
  ownText: string | null
  createdAt: CreatedAt
}

export type SellerPoliciesView = View<SellerPoliciesTable, 'id' | 'sells' | 'withdrawalDays' | 'earlyStart'>

/** The wording of a buyer's consents in an order. */
export type ConsentsTable = {
  purchaseId: string
  kind: ConsentKind
  text: string
  /** The language of the page, such as `en`. */
  locale: string
  givenAt: Date
  /** What an ad platform may learn besides the order. Null for other kinds, and once the buyer is erased. */
  shared: DefaultedJson<SharedWithAds> | null
}

/**
 * The ad platforms that a buyer agreed to, and what their page said when the buyer ticked the box: the browser, and
 * the clicks on ads that led to the page, each under its platform.
 */
export type SharedWithAds = {
  readonly with: readonly AdPlatform[]
  readonly browser: string
  readonly clicks: Readonly<Partial<Record<AdPlatform, string>>>
}

export type ConsentsView = View<ConsentsTable, 'purchaseId' | 'kind' | 'text' | 'givenAt' | 'shared'>

/** When the buyer of a purchase first and last opened one of its files. */
export type FileOpeningsTable = { purchaseId: string; fileId: string; firstAt: Date; lastAt: Date }

export type FileOpeningsView = View<FileOpeningsTable, 'purchaseId' | 'fileId' | 'firstAt' | 'lastAt'>
