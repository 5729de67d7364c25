/** The events that are made from a purchase's history, see `collect-events.ts`. */
export const historyTypes = [
  'purchase.paid',
  'purchase.processing',
  'purchase.returned',
  'purchase.refunded',
  'purchase.undone',
  'purchase.disputed',
  'purchase.dispute_ended',
  'renewal.paid',
  'renewal.failed',
  'renewal.recovered',
  'subscription.started',
  'subscription.paused',
  'subscription.unpaused',
  'subscription.payment_skipped',
  'subscription.cancel_asked',
  'subscription.resumed',
  'subscription.price_changed',
  'subscription.ended',
  'trial.started',
  'plan.paid_off',
  'withdrawal.received',
  'stock.low',
  'stock.sold_out',
] as const

/** The events about other changes. A domain records them with `recordPending` in the transaction of its change. */
export const pendingTypes = [
  'withdrawal.accepted',
  'withdrawal.refused',
  'trial.ends_soon',
  'offer.declined',
  'invoice.issued',
  'invoice.credited',
  'recovery.sent',
  'recovery.recovered',
  'form.attacked',
  'customer.corrected',
  'customer.merged',
  'customer.erased',
  'payout.paid',
  'payout.failed',
] as const
export type PendingType = (typeof pendingTypes)[number]

/** All event types, in the same order as in the docs. */
export const eventTypes = [...historyTypes, ...pendingTypes] as const
export type EventType = (typeof eventTypes)[number]
