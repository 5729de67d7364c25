import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import { changeSubscription } from './change-subscription.ts'
import { voidInvoice } from './invoices/invoicing.ts'
import type { SubscriptionRecord } from './records.ts'
import { renderSubscription } from './render-subscription.ts'

/** Ends a subscription permanently. Its open invoices remain, but are no longer collected. */
export function cancelSubscription(
  world: World,
  before: SubscriptionRecord,
  reason: NonNullable<SubscriptionRecord['cancellation_reason']>,
  comment: string | null = before.cancellation_comment,
): SubscriptionRecord {
  const now = world.clock.now()
  const canceled = world.store.subscriptions.put({
    ...before,
    canceled_at: before.canceled_at ?? now,
    cancellation_comment: comment,
    cancellation_reason: reason,
    ended_at: now,
    pending_update: null,
    status: 'canceled',
  })
  stopCollecting(world, canceled)
  emit(world, canceled.account, 'customer.subscription.deleted', renderSubscription(world, canceled))
  return canceled
}

function stopCollecting(world: World, subscription: SubscriptionRecord): void {
  for (const invoice of world.store.invoices.all()) {
    if (invoice.subscription !== subscription.id) continue
    if (invoice.status !== 'open' && invoice.status !== 'draft') continue
    world.store.invoices.put({
      ...invoice,
      auto_advance: false,
      finalizes_at: null,
      next_payment_attempt: null,
    })
  }
}

/** Ends a subscription whose first invoice was not paid in time or never will be. */
export function expireSubscription(world: World, before: SubscriptionRecord): SubscriptionRecord {
  const invoice = world.store.invoices.get(before.latest_invoice ?? '')
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  return changeSubscription(world, before, {
    ended_at: world.clock.now(),
    status: 'incomplete_expired',
  })
}
