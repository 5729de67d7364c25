import type { Selectable } from 'kysely'
import type { Database, PurchaseStatus } from '#db/schema.ts'

/** A purchase as it is stored; every amount is in minor units of its `currency`. */
export type Purchase = Selectable<Database['purchases']>

/**
 * Every allowed move of a purchase. There is no way back from paid but through a refund; a failed or
 * canceled purchase whose money was taken after all (an authentication that succeeds late in another tab) is paid.
 */
const moves: Readonly<Record<PurchaseStatus, readonly PurchaseStatus[]>> = {
  created: ['requires_action', 'unknown', 'paid', 'failed', 'canceled'],
  unknown: ['requires_action', 'paid', 'failed', 'canceled'],
  requires_action: ['paid', 'failed', 'canceled'],
  failed: ['paid'],
  canceled: ['paid'],
  paid: ['partially_refunded', 'refunded'],
  partially_refunded: ['refunded'],
  refunded: [],
}

/** The states from which a purchase may move to this one. */
export function statesBefore(status: PurchaseStatus): PurchaseStatus[] {
  return purchaseStatuses.filter((before) => moves[before].includes(status))
}

export const purchaseStatuses = [
  'created',
  'requires_action',
  'unknown',
  'paid',
  'failed',
  'canceled',
  'partially_refunded',
  'refunded',
] as const satisfies readonly PurchaseStatus[]

/** Whether the buyer's money was taken, even if some of it went back later. */
export function wasPaid(status: PurchaseStatus): boolean {
  return status === 'paid' || status === 'partially_refunded' || status === 'refunded'
}
