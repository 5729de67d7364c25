import type { Generated } from 'kysely'
import type { Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { DisputeOutcome } from './purchases.ts'

/** The kinds of news about a purchase; `payment_returned`: a bank returned a payment it had. */
export type SaleNotificationKind =
  | 'sale'
  | 'refund'
  | 'refund_failed'
  | 'dispute'
  | 'renewal_failed'
  | 'payment_returned'
  | 'cancellation'
  | 'withdrawal'

/** The kinds of news about a payout. */
export type PayoutNotificationKind = 'payout_failed' | 'payout_paid'

export type NotificationKind = SaleNotificationKind | PayoutNotificationKind

/** A dispute's outcome, or that a withdrawal's refund is `due` soon. */
export type NotificationOutcome = DisputeOutcome | 'due'

/** A member's channel for a kind: separate emails, the daily email, or none. */
export type NotificationHow = 'off' | 'at_once' | 'daily'

/** A seller's notification: one per notable entry of a purchase's history, and one per payout outcome. */
export type NoticesTable = {
  id: Generated<number>
  /** Null for a payout, as is the purchase. */
  transitionId: number | null
  sellerId: string
  kind: NotificationKind
  purchaseId: string | null
  /** As in the history; a payout's id. */
  subject: string | null
  /** In minor units of `currency`: paid, refunded, disputed, paid out, or failed. */
  amount: number
  currency: string
  at: Date
  /** Null if the dispute or withdrawal has just begun, or there is none. */
  outcome: NotificationOutcome | null
  /** For a new dispute: the bank only asked for information, and took no money. */
  asks: Defaulted<boolean>
}

export type NoticesView = View<NoticesTable, 'purchaseId'>

/** How far the history was read; entries after `collectedTo` are read again. */
export type NoticeCursorsTable = {
  source: string
  collectedTo: number
  /** The entries as of `seenAt`; complete once every transaction before `seenBefore`, by the database's numbers, has ended. */
  seenTo: Generated<number>
  seenBefore: Generated<string>
  seenAt: Generated<Date>
}

/** Up to where a seller's members were emailed about a kind, and when they are next. */
export type NoticePacesTable = {
  sellerId: string
  kind: NotificationKind
  /** The last notification emailed. */
  toldTo: number
  toldAt: Date | null
  /** How long the next email waits to collect news, in seconds. */
  wait: Defaulted<number>
  /** Null while there is nothing to send. */
  dueAt: Date | null
}

/** A kind's notifications between two ids. */
export type NotificationRange = { readonly after: number; readonly upTo: number }

/** A member's settings, and how far they have read. Deleted with the membership. */
export type NoticeReadersTable = {
  userId: string
  /** Their own zone; otherwise the shop's zone by which the daily email was last scheduled. */
  zone: Defaulted<string>
  hasOwnZone: Defaulted<boolean>
  /** Their choices; other kinds use the default for their role. */
  hows: DefaultedJson<Partial<Record<NotificationKind, NotificationHow>>>
  /** The last notification they have seen in the app. */
  seenTo: Defaulted<number>
  /** The last notification a daily email could have included. */
  letteredTo: Defaulted<number>
  letterAt: Date
  /** Their quiet hours, in their zone, or null if there are none. */
  quietFrom: number | null
  quietTo: number | null
  /** News from quiet hours, sent in one email afterwards. */
  held: DefaultedJson<Partial<Record<NotificationKind, NotificationRange>>>
  /** Null while there is nothing to hold back. */
  heldUntil: Date | null
}

/** A device with push for a member, while they are signed in there. */
export type PushDevicesTable = {
  id: string
  userId: string
  sessionId: string
  /** The browser's push endpoint, and keys for messages only it can read. */
  endpoint: string
  p256dh: string
  auth: string
  kinds: NotificationKind[]
  /** Buyers can be named on its screen. */
  showsBuyer: boolean
  createdAt: Date
}

/** A device's pending push: a kind's notifications between two ids. */
export type PushMessagesTable = {
  id: string
  deviceId: string
  sellerId: string
  kind: NotificationKind
  toldFrom: number
  toldTo: number
  at: Date
  attempts: Defaulted<number>
  nextAttemptAt: Date
}
