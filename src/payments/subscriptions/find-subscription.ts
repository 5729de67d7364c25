import type { Alongside } from '#foundation/db/database.ts'
import { isId } from '#foundation/db/new-id.ts'
import type { PaymentServices } from '#payments/purchases/payment-services.ts'
import { findByOrder, findByProviderId, listByCustomer } from './store.ts'
import { syncSubscription } from './sync/sync-subscription.ts'

/** Which subscription an event of the provider tells of. */
export type EventSubject = {
  readonly account: string
  readonly stripeSubscriptionId: string
  /** The purchase that its metadata names; undefined for what the seller made elsewhere. */
  readonly purchaseId: string | undefined
}

/**
 * Brings a subscription up to date that an event tells of; everything is read afresh. Answers whether it is known: one
 * that bears no purchase's id was not begun by us and is left alone. `alongside` happens in the transaction in which it is
 * written down.
 */
export async function syncByEvent(
  services: PaymentServices,
  subject: EventSubject,
  alongside: Alongside,
): Promise<boolean> {
  const { account, stripeSubscriptionId, purchaseId } = subject
  const known =
    (await findByProviderId(services.db, account, stripeSubscriptionId)) ??
    (isId(purchaseId ?? '') ? await findByOrder(services.db, purchaseId ?? '') : undefined)
  if (known === undefined || known.stripeAccountId !== account) return purchaseId === undefined
  await syncSubscription(services, known, 'webhook', alongside)
  return true
}

/** Brings up to date what a customer subscribes to; answers whether that is anything of ours. */
export async function syncByCustomer(
  services: PaymentServices,
  account: string,
  customerId: string,
  cause: string,
): Promise<boolean> {
  const known = await listByCustomer(services.db, account, customerId)
  for (const row of known) await syncSubscription(services, row, cause)
  return known.length > 0
}
