import type { Defaulted, Json, View } from '../driver/column-types.ts'
import type { SourceColumn } from './purchases.ts'

/**
 * How an order was lost: its last card was `declined`, the buyer never answered their bank
 * (`authentication`), or they left the `page` after asking for a reminder.
 */
export type RecoveryKind = 'declined' | 'authentication' | 'page'

/**
 * The state of a recovery. `waiting` means that an email may follow, `sent` that no more emails follow, and
 * `over` that none was sent or the link has ended.
 */
export type RecoveryState = 'waiting' | 'sent' | 'stopped' | 'paid' | 'over'

/** Why no email is sent for a lost order. */
export type RecoveryReason =
  | 'off'
  | 'fraud'
  | 'many_cards'
  | 'attack'
  | 'bought'
  | 'trouble'
  | 'stopped_by_buyer'
  | 'stopped_by_seller'
  | 'bounced'
  | 'form'
  | 'expired'

/** What the buyer had chosen. `amount` is in minor units for one unit. */
export type RecoveredChoices = {
  readonly price?: string
  readonly quantity?: number
  readonly amount?: number
  readonly bumps: readonly string[]
  readonly coupon?: string
  readonly withoutTrial?: boolean
  /** Where a buyer who asked for a reminder came from. An order has its own. */
  readonly source?: SourceColumn
}

/** An order that was almost placed. Each buyer has only one open recovery per form. */
export type RecoveriesTable = {
  id: string
  sellerId: string
  formId: string
  kind: RecoveryKind
  /** The last attempt to pay, which can have been deleted. Null for a page, and once the buyer is erased. */
  purchaseId: string | null
  /** The last entry in the purchase's history that it is based on. Null for a page. */
  transitionId: number | null
  /** Identifies the buyer in the same way as coupons do. Empty once erased, like the email and the name. */
  emailKey: string
  email: string
  name: string
  choices: Json<RecoveredChoices>
  /** The total of the lost order, in minor units of `currency`. */
  amount: number
  currency: string
  /** The language of the buyer's browser, or null if unknown. */
  locale: string | null
  /** The language of the emails. */
  language: string
  /** The label of the box that the buyer ticked, word for word. Null for orders that were placed. */
  consentText: string | null
  /** Whether this is one of the ten percent that get no email, to measure how much emails earn. */
  holdOut: boolean
  state: RecoveryState
  /** Why no email is sent. Null while nothing prevents it. */
  reason: RecoveryReason | null
  /** When the next email is due, or null if none is. */
  nextAt: Date | null
  /** When the first email was sent or would have been sent, or null before that. */
  triedAt: Date | null
  /** When the buyer asked for the link, or null if they did not. */
  askedAt: Date | null
  sent: Defaulted<number>
  paidPurchaseId: string | null
  /** The amount paid in minor units of `currency`. Null if it was not paid, or was paid in another currency. */
  paidAmount: number | null
  paidAt: Date | null
  createdAt: Date
}

/** A form's settings for lost payments. */
export type FormRecoveryTable = {
  formId: string
  /**
   * Whether emails are sent after a decline or an unfinished bank authentication. Null means that the law of the
   * seller's country decides.
   */
  declined: boolean | null
  /** Whether the page offers a reminder. */
  page: Defaulted<boolean>
  /** The minutes until the first and the second email. */
  waits: Defaulted<number[]>
  /** The emails' texts in the seller's words and the form's language, or null for ours. */
  subject: string | null
  message: string | null
  /** The coupon in reminders, or null if there is none. */
  couponId: string | null
  /** The price that the page offers after a decline, or null if there is none. */
  fallbackPriceId: string | null
  /** Whether the page offers to leave out the extras after a decline. */
  offersWithoutExtras: Defaulted<boolean>
}

export type FormRecoveryView = View<
  FormRecoveryTable,
  'formId' | 'page' | 'fallbackPriceId' | 'offersWithoutExtras'
>

/** A buyer who does not want these emails from a shop, stored permanently and only as a digest. */
export type MailStopsTable = { sellerId: string; emailKey: string; at: Date }
