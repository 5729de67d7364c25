import type {
  NotificationHow,
  NotificationKind,
  PayoutNotificationKind,
  SaleNotificationKind,
} from '#foundation/db/tables/notices.ts'
import type { DisputeOutcome } from '#foundation/db/tables/purchases.ts'

/** Kinds about purchases, most frequent first. */
export const saleKinds = [
  'sale',
  'refund',
  'dispute',
  'renewal_failed',
  'payment_returned',
  'cancellation',
] as const satisfies readonly SaleNotificationKind[]

/** Kinds about payouts, for members who may see them. */
export const payoutKinds = [
  'payout_failed',
  'payout_paid',
] as const satisfies readonly PayoutNotificationKind[]

/** All kinds of notifications. */
export const notificationKinds = [...saleKinds, ...payoutKinds] as const

/** News about a dispute other than its start: its outcome, or that it is an inquiry. */
export type DisputeNews = DisputeOutcome | 'asked'

const ofPayouts: ReadonlySet<string> = new Set(payoutKinds)

export function isPayoutKind(kind: NotificationKind): kind is PayoutNotificationKind {
  return ofPayouts.has(kind)
}

/** The kinds open to a member who may see sales. */
export function kindsOpenTo(seesPayouts: boolean): readonly NotificationKind[] {
  return seesPayouts ? notificationKinds : saleKinds
}

export const notificationHows = ['off', 'at_once', 'daily'] as const satisfies readonly NotificationHow[]

/** The delivery of each kind. */
export type Hows = Readonly<Record<NotificationKind, NotificationHow>>

const ofOwner: Hows = {
  sale: 'at_once',
  refund: 'daily',
  dispute: 'at_once',
  renewal_failed: 'at_once',
  payment_returned: 'at_once',
  cancellation: 'daily',
  payout_failed: 'at_once',
  payout_paid: 'daily',
}

const ofMember: Hows = {
  sale: 'off',
  refund: 'off',
  dispute: 'off',
  renewal_failed: 'off',
  payment_returned: 'off',
  cancellation: 'off',
  payout_failed: 'off',
  payout_paid: 'off',
}

/** A member's choices over the defaults: all kinds for the owner, none for others. */
export function howsOf(isOwner: boolean, chosen: Partial<Hows>): Hows {
  return { ...(isOwner ? ofOwner : ofMember), ...chosen }
}

/** The kinds with this delivery. */
export function kindsByHow(hows: Hows, how: NotificationHow): NotificationKind[] {
  return notificationKinds.filter((kind) => hows[kind] === how)
}
