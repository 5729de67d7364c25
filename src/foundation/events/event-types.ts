/** The events that a purchase's history holds, as `collect-events.ts` reads them. */
export const historyTypes = [
  'purchase.paid',
  'purchase.processing',
  'purchase.returned',
  'purchase.refunded',
  'purchase.disputed',
  'purchase.dispute_ended',
  'renewal.paid',
  'renewal.failed',
  'renewal.recovered',
  'subscription.started',
  'subscription.cancel_asked',
  'subscription.resumed',
  'subscription.price_changed',
  'subscription.ended',
  'trial.started',
  'plan.paid_off',
  'withdrawal.received',
] as const

/** Further events: a domain records one with `recordPending` in the transaction of its change. */
export const pendingTypes = [
  'customer.corrected',
  'customer.merged',
  'customer.erased',
  'payout.paid',
  'payout.failed',
] as const
export type PendingType = (typeof pendingTypes)[number]

/** In the order of the docs. */
export const eventTypes = [...historyTypes, ...pendingTypes] as const
export type EventType = (typeof eventTypes)[number]
