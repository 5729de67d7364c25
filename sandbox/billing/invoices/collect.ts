import { ApiError } from '#api/errors.ts'
import { confirmIntent, type PaymentOutcome } from '#payments/intents/confirm.ts'
import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import { applyToInvoice } from './apply-payment.ts'
import { changeSubscription, hasEnded } from '../change-subscription.ts'
import { cancelSubscription } from '../end-subscription.ts'
import type { InvoiceRecord, SubscriptionRecord } from '../records.ts'
import { renderInvoice } from './render-invoice.ts'

const day = 24 * 3600
/** Days between failed automatic attempts. After the last one, the subscription is canceled. */
const retryDays = [3, 5, 7]

/** The method that pays for a subscription: its own, or else the customer's default. */
export function defaultMethod(world: World, subscription: SubscriptionRecord): string | null {
  const customer = world.store.customers.get(subscription.customer)
  return subscription.default_payment_method ?? customer?.default_payment_method ?? null
}

/** Tries to pay an open invoice with a method and updates the invoice and subscription. */
export function payInvoice(
  world: World,
  invoice: InvoiceRecord,
  methodId: string,
  options: { offSession: boolean },
): PaymentOutcome {
  const intent = world.store.paymentIntents.get(invoice.payment_intent ?? '')
  const method = world.store.paymentMethods.get(methodId)
  if (intent === undefined || method === undefined) throw new Error(`${invoice.id} cannot be paid`)
  const outcome = confirmIntent(world, intent, method, options)
  applyToInvoice(world, outcome.intent)
  return outcome
}

/** Attempts a payment while the buyer is away. A failure schedules the next attempt or ends the subscription. */
export function collectAutomatically(world: World, invoice: InvoiceRecord): void {
  const subscription = world.store.subscriptions.get(invoice.subscription)
  if (subscription === undefined || hasEnded(subscription)) return
  attempt(world, invoice, defaultMethod(world, subscription))
  const after = world.store.invoices.get(invoice.id)
  if (after === undefined || after.status !== 'open') return
  if (isOnItsWay(world, after)) world.store.invoices.put({ ...after, next_payment_attempt: null })
  else planRetry(world, after)
}

function isOnItsWay(world: World, { payment_intent }: InvoiceRecord): boolean {
  return world.store.paymentIntents.get(payment_intent ?? '')?.status === 'processing'
}

function attempt(world: World, invoice: InvoiceRecord, method: string | null): void {
  if (method !== null && world.store.paymentMethods.get(method) !== undefined) {
    try {
      world.store.transaction(() => payInvoice(world, invoice, method, { offSession: true }))
      return
    } catch (error) {
      // If the account cannot charge or the method was used up, this counts as any other failed attempt.
      if (!(error instanceof ApiError)) throw error
    }
  }
  const failed = world.store.invoices.put({
    ...invoice,
    attempted: true,
    attempt_count: invoice.attempt_count + 1,
  })
  emit(world, failed.account, 'invoice.payment_failed', renderInvoice(world, failed))
}

/** Schedules the next step after a failed attempt. */
export function planRetry(world: World, invoice: InvoiceRecord): void {
  const wait = retryDays[invoice.attempt_count - 1]
  const next = wait === undefined ? null : world.clock.now() + wait * day
  const planned = world.store.invoices.put({ ...invoice, next_payment_attempt: next })
  emit(world, planned.account, 'invoice.updated', renderInvoice(world, planned))
  const subscription = world.store.subscriptions.get(invoice.subscription)
  if (subscription === undefined || hasEnded(subscription)) return
  if (next === null) cancelSubscription(world, subscription, 'payment_failed')
  else if (subscription.latest_invoice === invoice.id && subscription.status !== 'past_due')
    changeSubscription(world, subscription, { status: 'past_due' })
}
