import { may, type Rights } from '#foundation/http/contract/caller.ts'
import type {
  EndpointNotificationKind,
  NotificationHow,
  NotificationKind,
  NotificationOutcome,
  PayoutNotificationKind,
  SaleNotificationKind,
} from '#foundation/db/tables/notices.ts'

/** Kinds of notifications about purchases, most frequent first. */
export const saleKinds = [
  'sale',
  'refund',
  'tax_refund',
  'refund_failed',
  'dispute',
  'renewal_failed',
  'payment_returned',
  'cancellation',
  'withdrawal',
] as const satisfies readonly SaleNotificationKind[]

/** Kinds of notifications about payouts, for members who can see them. */
export const payoutKinds = [
  'payout_failed',
  'payout_paid',
] as const satisfies readonly PayoutNotificationKind[]

/** Kinds of notifications about webhooks, for developers. They have their own emails. */
export const endpointKinds = [
  'webhook_failing',
  'webhook_off',
] as const satisfies readonly EndpointNotificationKind[]

export type BellKind = NotificationKind | EndpointNotificationKind

/** The kinds that members choose to be emailed about. */
export const notificationKinds = [...saleKinds, ...payoutKinds] as const

/**
 * What a notification reports if it is not a new dispute or withdrawal: a dispute's outcome, an inquiry, or a refund
 * that is due soon.
 */
export type LaterNews = NotificationOutcome | 'asked'

const ofPayouts: ReadonlySet<string> = new Set(payoutKinds)
const ofEndpoints: ReadonlySet<string> = new Set(endpointKinds)

export function isPayoutKind(kind: BellKind): kind is PayoutNotificationKind {
  return ofPayouts.has(kind)
}

export function isEndpointKind(kind: BellKind): kind is EndpointNotificationKind {
  return ofEndpoints.has(kind)
}

/** The kinds that members who can see sales find under the bell. */
export function bellKindsOf(rights: Rights): readonly BellKind[] {
  const kinds = kindsOpenTo(may(rights, 'payouts', 'read'))
  return may(rights, 'developers', 'read') ? [...kinds, ...endpointKinds] : kinds
}

/** The kinds available to members who can see sales. */
export function kindsOpenTo(seesPayouts: boolean): readonly NotificationKind[] {
  return seesPayouts ? notificationKinds : saleKinds
}

export const notificationHows = ['off', 'daily', 'at_once'] as const satisfies readonly NotificationHow[]

/** How the member is notified of each kind. */
export type Hows = Readonly<Record<NotificationKind, NotificationHow>>

const ofOwner: Hows = {
  sale: 'at_once',
  refund: 'daily',
  tax_refund: 'at_once',
  refund_failed: 'at_once',
  dispute: 'at_once',
  renewal_failed: 'at_once',
  payment_returned: 'at_once',
  cancellation: 'daily',
  withdrawal: 'at_once',
  payout_failed: 'at_once',
  payout_paid: 'daily',
}

const ofMember: Hows = {
  sale: 'off',
  refund: 'off',
  tax_refund: 'off',
  refund_failed: 'off',
  dispute: 'off',
  renewal_failed: 'off',
  payment_returned: 'off',
  cancellation: 'off',
  withdrawal: 'off',
  payout_failed: 'off',
  payout_paid: 'off',
}

/** A member's choices, completed with the defaults: all kinds for the owner, none for others. */
export function howsOf(isOwner: boolean, chosen: Partial<Hows>): Hows {
  return { ...(isOwner ? ofOwner : ofMember), ...chosen }
}

/** The kinds that the member is notified of in this way. */
export function kindsByHow(hows: Hows, how: NotificationHow): NotificationKind[] {
  return notificationKinds.filter((kind) => hows[kind] === how)
}
