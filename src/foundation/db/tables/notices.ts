import type { Generated } from 'kysely'
import type { Defaulted, DefaultedJson, View } from '../driver/column-types.ts'
import type { DisputeOutcome } from './purchases.ts'

/** What is told of a purchase; `payment_returned`: a bank that had a payment did not carry it out. */
export type SaleNotificationKind =
  | 'sale'
  | 'refund'
  | 'dispute'
  | 'renewal_failed'
  | 'payment_returned'
  | 'cancellation'

/** What is told of a payout. */
export type PayoutNotificationKind = 'payout_failed' | 'payout_paid'

export type NotificationKind = SaleNotificationKind | PayoutNotificationKind

/** How a member hears of a kind: by a mail of its own, in the daily letter, or not at all. */
export type NotificationHow = 'off' | 'at_once' | 'daily'

/** What a seller is told of, once for each entry of a purchase's history that is worth it, and for each end of a payout. */
export type NoticesTable = {
  id: Generated<number>
  /** Null for a payout, as is the purchase. */
  transitionId: number | null
  sellerId: string
  kind: NotificationKind
  purchaseId: string | null
  /** As in the history; the id of a payout. */
  subject: string | null
  /** In minor units of `currency`: what was paid, given back, disputed, paid out, or could not be. */
  amount: number
  currency: string
  at: Date
  /** How the dispute ended that it tells of; null: it began, or it is none. */
  outcome: DisputeOutcome | null
  /** Of a dispute that began: its bank only asked, and took nothing. */
  asks: Defaulted<boolean>
}

export type NoticesView = View<NoticesTable, 'purchaseId'>

/** How far the history was read; entries after `collectedTo` are read again. */
export type NoticeCursorsTable = {
  source: string
  collectedTo: number
  /** What there was at `seenAt`; complete once every transaction before `seenBefore`, of the database's numbers, has ended. */
  seenTo: Generated<number>
  seenBefore: Generated<string>
  seenAt: Generated<Date>
}

/** How far the members of a seller were told of a kind by mails of their own, and when they are told next. */
export type NoticePacesTable = {
  sellerId: string
  kind: NotificationKind
  /** The last notification that was told. */
  toldTo: number
  toldAt: Date | null
  /** How long the next mail waits for what happens meanwhile, in seconds. */
  wait: Defaulted<number>
  /** Null while nothing is to be told. */
  dueAt: Date | null
}

/** The notifications of a kind after one id, up to another. */
export type NotificationRange = { readonly after: number; readonly upTo: number }

/** What a member has chosen, and how far they have read. It goes with the membership. */
export type NoticeReadersTable = {
  userId: string
  /** What they chose; else by which of their shop the time of the letter was told last. */
  zone: Defaulted<string>
  hasOwnZone: Defaulted<boolean>
  /** What they chose; any other kind is told as is usual for who they are. */
  hows: DefaultedJson<Partial<Record<NotificationKind, NotificationHow>>>
  /** The last notification that they have seen in the app. */
  seenTo: Defaulted<number>
  /** The last notification that a daily letter could have told of. */
  letteredTo: Defaulted<number>
  letterAt: Date
  /** From which hour to which they want to hear of nothing, by the clock of their zone; null: of everything at any time. */
  quietFrom: number | null
  quietTo: number | null
  /** What happened in quiet hours, told in one mail once they have ended. */
  held: DefaultedJson<Partial<Record<NotificationKind, NotificationRange>>>
  /** Null while nothing is held back. */
  heldUntil: Date | null
}

/** A device that a member wants to be told on, as long as they are signed in there. */
export type PushDevicesTable = {
  id: string
  userId: string
  sessionId: string
  /** Where the browser lets itself be reached, and the keys that only it can read with. */
  endpoint: string
  p256dh: string
  auth: string
  kinds: NotificationKind[]
  /** Buyers may be named on its screen. */
  showsBuyer: boolean
  createdAt: Date
}

/** What a device is still to be told: the notifications of a kind after one id, up to another. */
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
