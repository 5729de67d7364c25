import type { Defaulted, Json, View } from '../driver/column-types.ts'

/**
 * How an order was lost: its last card was `declined`, its bank was never answered (`authentication`), or its buyer left
 * the `page` after asking for a reminder.
 */
export type RecoveryKind = 'declined' | 'authentication' | 'page'

/** `waiting`: an email may follow; `sent`: none does; `over`: none was sent, or the link has ended. */
export type RecoveryState = 'waiting' | 'sent' | 'stopped' | 'paid' | 'over'

/** Why no email is sent. */
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

/** What a buyer had chosen; `amount` in minor units, for one unit. */
export type RecoveredChoices = {
  readonly price?: string
  readonly quantity?: number
  readonly amount?: number
  readonly bumps: readonly string[]
  readonly coupon?: string
  readonly withoutTrial?: boolean
}

/** An order that was almost placed; one is open per form and buyer. */
export type RecoveriesTable = {
  id: string
  sellerId: string
  formId: string
  kind: RecoveryKind
  /** The last try, which can be deleted before; null for a page, and once the buyer is forgotten. */
  purchaseId: string | null
  /** The last entry of the history that it comes from; null for a page. */
  transitionId: number | null
  /** Identifies the buyer, as coupons do. Empty once forgotten, like the email and the name. */
  emailKey: string
  email: string
  name: string
  choices: Json<RecoveredChoices>
  /** The total of that order, in minor units of `currency`. */
  amount: number
  currency: string
  /** The buyer's browser language, or null if unknown. */
  locale: string | null
  /** The language of its emails. */
  language: string
  /** The line the buyer ticked, word for word; null for placed orders. */
  consentText: string | null
  /** One of the tenth that gets no email, to measure what emails earn. */
  holdOut: boolean
  state: RecoveryState
  /** Null while nothing prevents an email. */
  reason: RecoveryReason | null
  /** When the next email is due, or null if none is. */
  nextAt: Date | null
  /** When its first email was sent, or would have been; null: not yet. */
  triedAt: Date | null
  sent: Defaulted<number>
  paidPurchaseId: string | null
  /** In minor units of `currency`; null if it was not paid, or in another currency. */
  paidAmount: number | null
  paidAt: Date | null
  createdAt: Date
}

/** A form's choices about lost payments. */
export type FormRecoveryTable = {
  formId: string
  /** Emails after a decline or an unanswered bank; null: as the law of the seller's country suggests. */
  declined: boolean | null
  /** Whether the page offers a reminder. */
  page: Defaulted<boolean>
  /** Minutes until the first email and the second one. */
  waits: Defaulted<number[]>
  /** The seller's own words, in the form's language; null: ours. */
  subject: string | null
  message: string | null
}

export type FormRecoveryView = View<FormRecoveryTable, 'formId' | 'page'>

/** A buyer who wants no more of these emails from a shop; only a digest, kept for good. */
export type MailStopsTable = { sellerId: string; emailKey: string; at: Date }
