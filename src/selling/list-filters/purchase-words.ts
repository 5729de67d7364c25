export const purchaseStatuses = [
  'created',
  'requires_action',
  'processing',
  'unknown',
  'paid',
  'failed',
  'canceled',
  'partially_refunded',
  'refunded',
] as const
export type PurchaseStatus = (typeof purchaseStatuses)[number]

/** An order, or what was charged for it later: an offer accepted afterwards, a renewal, the rest of a plan paid early. */
export const purchaseKinds = ['order', 'offer', 'renewal', 'payoff'] as const
export type PurchaseKind = (typeof purchaseKinds)[number]
