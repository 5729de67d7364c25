import { emit } from '#events/emit.ts'
import { newClientSecret, newId } from '#ids.ts'
import { cancelIntent } from '#payments/intents/cancel-intent.ts'
import { minimumCharge } from '#payments/currencies.ts'
import type { PaymentIntentRecord } from '#payments/records.ts'
import { renderPaymentIntent } from '#payments/intents/render-payment-intent.ts'
import { percentageParts, share, wholeParts } from '#payments/share.ts'
import type { World } from '#world.ts'
import { endOnce } from '../discounts.ts'
import { amountDue, totalsOf } from './invoice-totals.ts'
import type { InvoiceLine, InvoiceRecord, SubscriptionRecord } from '../records.ts'
import { renderInvoice } from './render-invoice.ts'

type InvoiceContent = {
  readonly billing_reason: InvoiceRecord['billing_reason']
  readonly lines: InvoiceLine[]
  readonly period: { start: number; end: number }
  readonly finalizes_at: number | null
}

/** A subscription's invoice in its initial state. */
export function draftInvoice(
  world: World,
  subscription: SubscriptionRecord,
  content: InvoiceContent,
): InvoiceRecord {
  return {
    id: newId('in'),
    account: subscription.account,
    created: world.clock.now(),
    amount_paid: 0,
    application_fee_amount: null,
    attempt_count: 0,
    attempted: false,
    auto_advance: true,
    billing_reason: content.billing_reason,
    currency: subscription.currency,
    customer: subscription.customer,
    lines: content.lines,
    metadata: {},
    finalizes_at: content.finalizes_at,
    next_payment_attempt: content.finalizes_at,
    number: null,
    payment_intent: null,
    payment_id: null,
    period_start: content.period.start,
    period_end: content.period.end,
    starting_balance: 0,
    ending_balance: null,
    status: 'draft',
    status_transitions: { finalized_at: null, paid_at: null, voided_at: null },
    subscription: subscription.id,
  }
}

/** Makes the subscription's latest invoice, with all waiting lines. */
export function createInvoice(
  world: World,
  subscription: SubscriptionRecord,
  content: InvoiceContent,
): InvoiceRecord {
  const waiting = [...world.store.invoiceItems.all()].filter((item) => item.subscription === subscription.id)
  const lines = [...waiting.map((item) => item.line), ...content.lines]
  for (const item of waiting) world.store.invoiceItems.delete(item.id)
  const invoice = world.store.invoices.put(draftInvoice(world, subscription, { ...content, lines }))
  const latest = world.store.subscriptions.get(subscription.id) ?? subscription
  world.store.subscriptions.put({ ...endOnce(world, latest, lines), latest_invoice: invoice.id })
  emit(world, invoice.account, 'invoice.created', renderInvoice(world, invoice))
  return invoice
}

/**
 * Gives a draft invoice its number and PaymentIntent. If less than the minimum charge is due, the invoice is
 * paid immediately.
 */
export function finalizeInvoice(world: World, draft: InvoiceRecord): InvoiceRecord {
  const now = world.clock.now()
  const numbered = withNumber(world, draft)
  const settled = settleBalance(world, numbered)
  const due = amountDue(settled)
  const isFree = due < minimumCharge(settled.currency)
  const open = world.store.invoices.put({
    ...settled,
    status: 'open',
    finalizes_at: null,
    next_payment_attempt: null,
    status_transitions: { ...settled.status_transitions, finalized_at: now },
  })
  const final = isFree ? open : withPaymentIntent(world, open, due)
  emit(world, final.account, 'invoice.finalized', renderInvoice(world, final))
  return isFree ? markPaid(world, final, 0) : final
}

function withNumber(world: World, invoice: InvoiceRecord): InvoiceRecord {
  const customer = world.store.customers.get(invoice.customer)
  if (customer === undefined) throw new Error(`The customer of ${invoice.id} is gone`)
  const sequence = customer.next_invoice_sequence
  world.store.customers.put({
    ...customer,
    currency: customer.currency ?? invoice.currency,
    next_invoice_sequence: sequence + 1,
  })
  return { ...invoice, number: `${customer.invoice_prefix}-${String(sequence).padStart(4, '0')}` }
}

/**
 * Uses up the customer's credit first. A negative total becomes credit, and a small debt is added to the next
 * invoice.
 */
function settleBalance(world: World, invoice: InvoiceRecord): InvoiceRecord {
  const customer = world.store.customers.get(invoice.customer)
  if (customer === undefined) return invoice
  const starting = customer.balance
  const owed = totalsOf(invoice.lines).total + starting
  const isCharged = owed >= minimumCharge(invoice.currency)
  const ending = isCharged ? 0 : owed
  world.store.customers.put({ ...customer, balance: ending })
  return { ...invoice, starting_balance: starting, ending_balance: ending }
}

function withPaymentIntent(world: World, invoice: InvoiceRecord, due: number): InvoiceRecord {
  const subscription = world.store.subscriptions.get(invoice.subscription)
  const percent = subscription?.application_fee_percent ?? null
  const fee = percent === null ? null : share(due, percentageParts(percent), wholeParts)
  const intent = intentFor(world, invoice, due, fee)
  emit(world, invoice.account, 'payment_intent.created', renderPaymentIntent(world, intent))
  return world.store.invoices.put({
    ...invoice,
    application_fee_amount: fee,
    payment_intent: intent.id,
    payment_id: newId('inpay'),
  })
}

function intentFor(
  world: World,
  invoice: InvoiceRecord,
  due: number,
  fee: number | null,
): PaymentIntentRecord {
  const id = newId('pi')
  return world.store.paymentIntents.put({
    id,
    account: invoice.account,
    created: world.clock.now(),
    amount: due,
    amount_received: 0,
    amount_details: null,
    application_fee_amount: fee,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic',
    client_secret: newClientSecret(id),
    confirmation_method: 'automatic',
    currency: invoice.currency,
    customer: invoice.customer,
    description:
      invoice.billing_reason === 'subscription_create' ? 'Subscription creation' : 'Subscription update',
    last_error: null,
    latest_charge: null,
    metadata: {},
    payment_method: null,
    receipt_email: null,
    request_three_d_secure: 'automatic',
    setup_future_usage: 'off_session',
    future_usage_by_type: {},
    return_url: null,
    shipping: null,
    statement_descriptor_suffix: null,
    status: 'requires_payment_method',
    invoice: invoice.id,
  })
}

export function markPaid(world: World, invoice: InvoiceRecord, amount: number): InvoiceRecord {
  const paid = world.store.invoices.put({
    ...invoice,
    amount_paid: amount,
    attempted: true,
    attempt_count: amount > 0 ? invoice.attempt_count + 1 : invoice.attempt_count,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'paid',
    status_transitions: { ...invoice.status_transitions, paid_at: world.clock.now() },
  })
  emit(world, paid.account, 'invoice.paid', renderInvoice(world, paid))
  emit(world, paid.account, 'invoice.payment_succeeded', renderInvoice(world, paid))
  return paid
}

export function voidInvoice(world: World, invoice: InvoiceRecord): InvoiceRecord {
  const intent = world.store.paymentIntents.get(invoice.payment_intent ?? '')
  if (intent !== undefined && intent.status !== 'succeeded' && intent.status !== 'canceled') {
    cancelIntent(world, intent, 'void_invoice')
  }
  const voided = world.store.invoices.put({
    ...invoice,
    auto_advance: false,
    next_payment_attempt: null,
    status: 'void',
    status_transitions: { ...invoice.status_transitions, voided_at: world.clock.now() },
  })
  emit(world, voided.account, 'invoice.voided', renderInvoice(world, voided))
  return voided
}
