import type { Generated } from 'kysely'
import type { Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { DisputeOutcome } from './purchases.ts'

/**
 * The kinds of notifications about a purchase. `payment_returned` means that a bank returned a payment, and `tax_refund`
 * that a business got its tax back because its VAT number was confirmed late.
 */
export type SaleNotificationKind =
  | 'sale'
  | 'refund'
  | 'tax_refund'
  | 'refund_failed'
  | 'dispute'
  | 'renewal_failed'
  | 'payment_returned'
  | 'cancellation'
  | 'withdrawal'

/** The kinds of notifications about a payout. */
export type PayoutNotificationKind = 'payout_failed' | 'payout_paid'

/** The kinds that members can choose to get emails about. */
export type NotificationKind = SaleNotificationKind | PayoutNotificationKind

/** The kinds about a webhook. They appear under the bell icon and have their own emails. */
export type EndpointNotificationKind = 'webhook_failing' | 'webhook_off'

/** The outcome of a dispute, or `due` if a withdrawal's refund is due soon. */
export type NotificationOutcome = DisputeOutcome | 'due'

/** How a member gets one kind of notification: as separate emails, in the daily email, or not at all. */
export type NotificationHow = 'off' | 'at_once' | 'daily'

/**
 * A seller's notification. There is one for each notable entry in a purchase's history, each outcome of a payout, and
 * each webhook failure.
 */
export type NoticesTable = {
  id: Generated<number>
  /** The entry in the purchase's history. Null for a payout or a webhook, which have no purchase. */
  transitionId: number | null
  sellerId: string
  kind: NotificationKind | EndpointNotificationKind
  purchaseId: string | null
  /** The subject of the history entry, or the id of a payout or webhook. */
  subject: string | null
  /**
   * The amount that was paid, refunded, disputed, paid out or failed, in minor units of `currency`. Zero for a
   * webhook.
   */
  amount: number
  currency: string
  at: Date
  /** The outcome. Null if the dispute or withdrawal has just begun, or if there is neither. */
  outcome: NotificationOutcome | null
  /** Whether the bank only asks for information with a new dispute and has not taken the money. */
  asks: Defaulted<boolean>
}

export type NoticesView = View<NoticesTable, 'purchaseId'>

/** How far the history has been read. Entries after `collectedTo` are read again. */
export type NoticeCursorsTable = {
  source: string
  collectedTo: number
  /**
   * The last entry at `seenAt`. All entries up to it are visible once every transaction with a number below
   * `seenBefore` has ended.
   */
  seenTo: Generated<number>
  seenBefore: Generated<string>
  seenAt: Generated<Date>
}

/** The last notification of a kind that was emailed to a seller's members, and when the next email is due. */
export type NoticePacesTable = {
  sellerId: string
  kind: NotificationKind
  /** The last notification that was emailed. */
  toldTo: number
  toldAt: Date | null
  /** How long the next email waits to collect more news, in seconds. */
  wait: Defaulted<number>
  /** When the next email is due, or null while there is nothing to send. */
  dueAt: Date | null
}

/** The notifications of a kind between two ids. */
export type NotificationRange = { readonly after: number; readonly upTo: number }

/** A member's notification settings, and how far they have read. Deleted together with the membership. */
export type NoticeReadersTable = {
  userId: string
  /** The time zone for which the daily email was last scheduled: the member's own, or else the shop's. */
  zone: Defaulted<string>
  hasOwnZone: Defaulted<boolean>
  /** The member's choices. Other kinds use the default for their role. */
  hows: DefaultedJson<Partial<Record<NotificationKind, NotificationHow>>>
  /** The last notification that the member has seen in the app. */
  seenTo: Defaulted<number>
  /** The last notification that a daily email could have included. */
  letteredTo: Defaulted<number>
  letterAt: Date
  /** When the member's quiet hours begin in their time zone, or null if they have none. */
  quietFrom: number | null
  quietTo: number | null
  /** Notifications from quiet hours, sent in one email afterwards. */
  held: DefaultedJson<Partial<Record<NotificationKind, NotificationRange>>>
  /** The time until which notifications are held back, or null if there are none. */
  heldUntil: Date | null
}

/** A device on which a member gets push notifications while they are signed in there. */
export type PushDevicesTable = {
  id: string
  userId: string
  sessionId: string
  /** The browser's push endpoint, and keys for messages that only it can read. */
  endpoint: string
  p256dh: string
  auth: string
  kinds: NotificationKind[]
  /** Whether the device's screen can show buyers' names. */
  showsBuyer: boolean
  createdAt: Date
}

/** A push notification waiting for a device: the notifications of a kind between two ids. */
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
