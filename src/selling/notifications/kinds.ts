import type {
  NotificationHow,
  NotificationKind,
  PayoutNotificationKind,
  SaleNotificationKind,
} from '#foundation/db/tables/notices.ts'
import type { DisputeOutcome } from '#foundation/db/tables/purchases.ts'

/** What is told of purchases, the most frequent first. */
export const saleKinds = [
  'sale',
  'refund',
  'dispute',
  'renewal_failed',
  'payment_returned',
  'cancellation',
] as const satisfies readonly SaleNotificationKind[]

/** What is told of payouts, to whoever may see them. */
export const payoutKinds = [
  'payout_failed',
  'payout_paid',
] as const satisfies readonly PayoutNotificationKind[]

/** What a seller can be told of. */
export const notificationKinds = [...saleKinds, ...payoutKinds] as const

/** What a notification of a dispute tells beside that it began: how it ended, or that its bank only asks as yet. */
export type DisputeNews = DisputeOutcome | 'asked'

const ofPayouts: ReadonlySet<string> = new Set(payoutKinds)

export function isPayoutKind(kind: NotificationKind): kind is PayoutNotificationKind {
  return ofPayouts.has(kind)
}

/** What somebody may be told of, who may read of sales. */
export function kindsOpenTo(seesPayouts: boolean): readonly NotificationKind[] {
  return seesPayouts ? notificationKinds : saleKinds
}

export const notificationHows = ['off', 'at_once', 'daily'] as const satisfies readonly NotificationHow[]

/** How each kind is told. */
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

/** What a member chose, and for the rest what is usual: the owner hears of everything, others of what they ask for. */
export function howsOf(isOwner: boolean, chosen: Partial<Hows>): Hows {
  return { ...(isOwner ? ofOwner : ofMember), ...chosen }
}

/** The kinds that are told in this way. */
export function kindsByHow(hows: Hows, how: NotificationHow): NotificationKind[] {
  return notificationKinds.filter((kind) => hows[kind] === how)
}
