import { isId } from '#foundation/db/new-id.ts'
import type { PaymentParts } from '#payments/purchases/payment-parts.ts'
import { findByOrder, findByProviderId, listByCustomer } from './store.ts'
import { syncSubscription } from './sync-subscription.ts'

/** Which subscription an event of the provider tells of. */
export type EventSubject = {
  readonly account: string
  readonly stripeSubscriptionId: string
  /** The purchase that its metadata names; undefined for what the seller made elsewhere. */
  readonly purchaseId: string | undefined
}

/**
 * Brings a subscription up to date that an event tells of; everything is read afresh. Answers whether it is known: one
 * that bears no purchase's id was not begun by us and is left alone.
 */
export async function syncByEvent(parts: PaymentParts, subject: EventSubject): Promise<boolean> {
  const { account, stripeSubscriptionId, purchaseId } = subject
  const known =
    (await findByProviderId(parts.db, account, stripeSubscriptionId)) ??
    (isId(purchaseId ?? '') ? await findByOrder(parts.db, purchaseId ?? '') : undefined)
  if (known === undefined || known.stripeAccountId !== account) return purchaseId === undefined
  await syncSubscription(parts, known, 'webhook')
  return true
}

/** Brings up to date what a customer subscribes to; answers whether that is anything of ours. */
export async function syncByCustomer(
  parts: PaymentParts,
  account: string,
  customerId: string,
  cause: string,
): Promise<boolean> {
  const known = await listByCustomer(parts.db, account, customerId)
  for (const row of known) await syncSubscription(parts, row, cause)
  return known.length > 0
}
