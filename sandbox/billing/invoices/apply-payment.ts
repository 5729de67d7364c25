import { emit } from '#events/emit.ts'
import type { PaymentIntentRecord, SetupIntentRecord } from '#payments/records.ts'
import type { World } from '#world.ts'
import { changeSubscription, hasEnded } from '../change-subscription.ts'
import { amountDue } from './invoice-totals.ts'
import { markPaid } from './invoicing.ts'
import type { InvoiceRecord, SubscriptionRecord } from '../records.ts'
import { renderInvoice, renderInvoicePayment } from './render-invoice.ts'

/** Updates the invoice and subscription with the result of a payment. */
export function applyToInvoice(world: World, intent: PaymentIntentRecord): void {
  const invoice = world.store.invoices.get(intent.invoice ?? '')
  if (invoice?.status !== 'open') return
  if (intent.status === 'succeeded') applySuccess(world, invoice, intent)
  else if (intent.status === 'requires_action') {
    emit(world, invoice.account, 'invoice.payment_action_required', renderInvoice(world, invoice))
  } else if (intent.status === 'processing') applyProcessing(world, invoice, intent)
  else if (intent.last_error !== null) applyFailure(world, invoice)
}

/** A payment that the bank is processing counts as an attempt, and its subscription is already active. */
function applyProcessing(world: World, before: InvoiceRecord, intent: PaymentIntentRecord): void {
  const invoice = world.store.invoices.put({ ...before, attempted: true })
  const subscription = world.store.subscriptions.get(invoice.subscription)
  if (subscription !== undefined) applyPaidInvoice(world, subscription, invoice, intent.payment_method)
}

function applySuccess(world: World, invoice: InvoiceRecord, intent: PaymentIntentRecord): void {
  const paid = markPaid(world, invoice, amountDue(invoice))
  const payment = renderInvoicePayment(world, paid)
  if (payment !== undefined) emit(world, paid.account, 'invoice_payment.paid', payment)
  const subscription = world.store.subscriptions.get(paid.subscription)
  if (subscription !== undefined) applyPaidInvoice(world, subscription, paid, intent.payment_method)
}

/**
 * Activates the subscription of an invoice that is paid or being processed, and applies the price change that
 * waited for it.
 */
export function applyPaidInvoice(
  world: World,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  method: string | null,
): void {
  if (hasEnded(subscription)) return
  const savesMethod = method !== null && subscription.save_default_payment_method === 'on_subscription'
  const isLatest = subscription.latest_invoice === invoice.id
  const wasUnpaid = ['incomplete', 'past_due', 'unpaid'].includes(subscription.status)
  const isTrial = subscription.trial_end !== null && subscription.trial_end > world.clock.now()
  const pending =
    subscription.pending_update?.invoice === invoice.id ? subscription.pending_update : undefined
  const changes: Partial<SubscriptionRecord> = {
    ...(savesMethod ? { default_payment_method: method } : {}),
    ...(wasUnpaid && isLatest ? { status: isTrial ? 'trialing' : 'active' } : {}),
    ...(pending === undefined ? {} : { ...pending.changes, items: pending.items, pending_update: null }),
  }
  if (Object.keys(changes).length > 0) changeSubscription(world, subscription, changes)
}

/** Records a failed attempt to pay an invoice. The caller decides whether to retry. */
function applyFailure(world: World, invoice: InvoiceRecord): void {
  const failed = world.store.invoices.put({
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  })
  emit(world, failed.account, 'invoice.payment_failed', renderInvoice(world, failed))
}

/** Makes a card that was saved for a subscription its default. */
export function applyToSubscription(world: World, intent: SetupIntentRecord): void {
  if (intent.status !== 'succeeded') return
  for (const subscription of world.store.subscriptions.all()) {
    if (subscription.pending_setup_intent !== intent.id) continue
    const savesMethod = subscription.save_default_payment_method === 'on_subscription'
    changeSubscription(world, subscription, {
      pending_setup_intent: null,
      ...(savesMethod ? { default_payment_method: intent.payment_method } : {}),
    })
  }
}
