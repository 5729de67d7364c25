import type { Services } from '#foundation/services.ts'
import type { Order } from './charge-purchase.ts'
import { abandonedAfter } from './purchase.ts'
import { findPurchaseByKey, listEarlierPurchases, type EarlierPurchase } from './store.ts'

/** What a buyer, known by email, has done with a form before. */
export type Earlier = {
  /** A request with the same key has come already. */
  readonly isKnownKey: boolean
  /** A payment is under way, and may still take money. A decline or a failed authentication is over. */
  readonly isUnsettled: boolean
  /** The form was paid within the last two hours. */
  readonly isPaid: boolean
  /** A bank has an earlier payment for the form, and may have it for days. */
  readonly isWithBank: boolean
}

/** For so long a second purchase is taken for a possible mistake, in milliseconds. */
const repeatWindow = 2 * 60 * 60 * 1000

/** What was paid after this time asks the buyer whether a second purchase is meant. */
export function repeatsSince(now: Date): Date {
  return new Date(now.getTime() - repeatWindow)
}

/**
 * Looks at the purchase with the same key, and at those that this email has made of the form within the last two hours or
 * that a bank still has.
 */
export async function findEarlier(
  { db, clock }: Services,
  order: Pick<Order, 'formId' | 'idempotencyKey' | 'email'>,
): Promise<Earlier> {
  const now = clock.now().getTime()
  const purchases = await listEarlierPurchases(db, order, repeatsSince(clock.now()))
  return {
    isKnownKey: purchases.some(({ idempotencyKey }) => idempotencyKey === order.idempotencyKey),
    isUnsettled: purchases.some((purchase) => isUnsettled(purchase, now)),
    isPaid: purchases.some(({ status }) => status === 'paid' || status === 'partially_refunded'),
    isWithBank: purchases.some(({ status }) => status === 'processing'),
  }
}

/** Whether a request with this key has come already, whatever became of it. */
export async function isKnownKey(
  { db }: Pick<Services, 'db'>,
  { formId, idempotencyKey }: Pick<Order, 'formId' | 'idempotencyKey'>,
): Promise<boolean> {
  return (await findPurchaseByKey(db, formId, idempotencyKey)) !== undefined
}

function isUnsettled({ status, createdAt, ...held }: EarlierPurchase, now: number): boolean {
  if (status === 'created' || status === 'unknown') return true
  return status === 'requires_action' && now - createdAt.getTime() < abandonedAfter(held) * 1000
}
