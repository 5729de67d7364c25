import { invalidRequest, resourceMissing } from '#api/errors.ts'
import type { CustomerRecord } from '#customers/records.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import { declineError } from '#payments/intents/confirm.ts'
import { find, findCustomer } from '#payments/find.ts'
import { checkMayCharge } from '#payments/may-charge.ts'
import { createSetupIntent } from '#payments/intents/setup-intents.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { platformAccount, type World } from '#world.ts'
import { applyPaidInvoice } from './invoices/apply-payment.ts'
import { defaultMethod, payInvoice } from './invoices/collect.ts'
import { nextBoundary } from './intervals.ts'
import { createInvoice, finalizeInvoice } from './invoices/invoicing.ts'
import { addedLines, mergeItems, taxRatesOf } from './items.ts'
import { periodLines, priceOf, trialLines, type Period } from './invoices/lines.ts'
import type { InvoiceRecord, SubscriptionRecord } from './records.ts'
import { recurringOf } from './renew.ts'
import { renderSubscription } from './render-subscription.ts'
import type { CreateParams } from './subscription-params.ts'

const day = 24 * 3600

/** Creates a subscription with its first invoice, which is finalized immediately. */
export function createSubscription(world: World, account: string, params: CreateParams): SubscriptionRecord {
  checkMayCharge(world, account)
  checkFeePercent(account, params.application_fee_percent ?? null)
  const customer = findCustomer(world, account, params.customer)
  if (params.payment_behavior === 'pending_if_incomplete') {
    throw invalidRequest('`pending_if_incomplete` can only be used when updating a subscription.', {
      param: 'payment_behavior',
    })
  }
  const started = start(world, customer, params)
  emit(world, account, 'customer.subscription.created', renderSubscription(world, started.subscription))
  const invoice = finalizeInvoice(world, firstInvoice(world, started, params))
  const subscription = current(world, started.subscription.id)
  if (invoice.status === 'paid') applyPaidInvoice(world, subscription, invoice, null)
  else collectFirst(world, subscription, invoice, params)
  return withSetupIntent(world, current(world, subscription.id), params)
}

type Started = {
  readonly subscription: SubscriptionRecord
  readonly period: Period
  readonly whole: Period
}

function start(world: World, customer: CustomerRecord, params: CreateParams): Started {
  const { account } = customer
  const now = world.clock.now()
  // A discount begins with its subscription. Otherwise a two-month coupon could reduce a third payment.
  const items = world.clock.at(now, () => mergeItems(world, account, [], params.items))
  const trialEnd = trialEndOf(params, now)
  const isTrial = trialEnd !== null
  const anchor = trialEnd ?? now
  const whole = { start: now, end: trialEnd ?? nextBoundary(anchor, now, recurringOf(world, { items })) }
  const cancelAt = cancelAtOf(params, now, whole.end)
  const end = cancelAt === null ? whole.end : Math.min(whole.end, cancelAt)
  const { currency } = priceOf(world, items[0]?.price ?? '')
  const subscription = world.store.subscriptions.put({
    id: newId('sub'),
    account,
    created: now,
    application_fee_percent: params.application_fee_percent ?? null,
    billing_cycle_anchor: anchor,
    cancel_at: cancelAt,
    cancel_at_period_end: params.cancel_at_period_end ?? false,
    canceled_at: cancelAt === null ? null : now,
    cancellation_comment: null,
    cancellation_reason: cancelAt === null ? null : 'cancellation_requested',
    currency,
    current_period_start: now,
    current_period_end: end,
    customer: customer.id,
    default_payment_method: methodOf(world, customer, params.default_payment_method),
    default_tax_rates: taxRatesOf(world, account, params.default_tax_rates),
    description: params.description ?? null,
    ended_at: null,
    items,
    latest_invoice: null,
    metadata: mergeMetadata({}, params.metadata),
    missing_payment_method: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
    pending_setup_intent: null,
    pending_update: null,
    save_default_payment_method: params.payment_settings?.save_default_payment_method ?? 'off',
    start_date: now,
    status: 'incomplete',
    trial_start: isTrial ? now : null,
    trial_end: trialEnd,
    trial_reminded: false,
  })
  return { subscription, period: { start: now, end }, whole }
}

function trialEndOf(params: CreateParams, now: number): number | null {
  if (params.trial_period_days !== undefined && params.trial_end !== undefined) {
    throw invalidRequest('You may only specify one of these parameters: trial_end, trial_period_days.')
  }
  if (params.trial_period_days !== undefined) {
    if (params.trial_period_days < 1 || params.trial_period_days > 730) {
      throw invalidRequest('A trial must last between 1 and 730 days.', { param: 'trial_period_days' })
    }
    return now + params.trial_period_days * day
  }
  if (params.trial_end === undefined || params.trial_end === 'now') return null
  if (params.trial_end <= now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  return params.trial_end
}

function cancelAtOf(params: CreateParams, now: number, periodEnd: number): number | null {
  if (params.cancel_at_period_end === true) {
    if (params.cancel_at === undefined) return periodEnd
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  if (params.cancel_at === undefined) return null
  checkFuture(params.cancel_at, now)
  return params.cancel_at
}

export function checkFuture(cancelAt: number, now: number): void {
  if (cancelAt > now) return
  throw invalidRequest('The cancellation date must be in the future.', { param: 'cancel_at' })
}

export function checkFeePercent(account: string, percent: string | null): void {
  if (percent === null || account !== platformAccount) return
  throw invalidRequest(
    'Can only apply an application_fee_percent when the request is made on behalf of another account.',
    { param: 'application_fee_percent' },
  )
}

/** Only the customer's own payment methods can pay for a subscription. */
export function methodOf(world: World, customer: CustomerRecord, id: string | undefined): string | null {
  if (id === undefined) return null
  const method = find(
    world.store.paymentMethods,
    customer.account,
    id,
    'PaymentMethod',
    'default_payment_method',
  )
  if (method.customer === customer.id) return method.id
  throw invalidRequest(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    { code: 'resource_missing', param: 'default_payment_method' },
  )
}

function firstInvoice(world: World, started: Started, params: CreateParams): InvoiceRecord {
  const { subscription, period, whole } = started
  const isProrated = params.proration_behavior !== 'none'
  const own =
    subscription.trial_end === null
      ? periodLines(world, subscription, isProrated ? period : whole, whole)
      : trialLines(world, subscription, period)
  const added = addedLines(
    world,
    subscription.account,
    params.add_invoice_items ?? [],
    subscription.currency,
    {
      start: period.start,
      end: period.start,
    },
  )
  return createInvoice(world, subscription, {
    billing_reason: 'subscription_create',
    lines: [...added, ...own],
    period: { start: period.start, end: period.start },
    finalizes_at: null,
  })
}

function collectFirst(
  world: World,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  params: CreateParams,
): void {
  if (params.payment_behavior === 'default_incomplete') return
  const method = defaultMethod(world, subscription)
  if (method === null) throw noDefaultMethod()
  const outcome = payInvoice(world, invoice, method, { offSession: params.off_session ?? false })
  if (params.payment_behavior !== 'error_if_incomplete' || outcome.intent.status === 'succeeded') return
  throw refused(world, outcome)
}

export function noDefaultMethod() {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method. For more information, visit https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
    { code: 'resource_missing' },
  )
}

/** With `error_if_incomplete`, a payment that does not succeed undoes the whole call. */
export function refused(world: World, outcome: Parameters<typeof declineError>[1]): Error {
  const decline = declineError(world, outcome)
  if (decline === undefined) {
    return invalidRequest(
      'This payment requires additional user action before it can be completed successfully.',
      {
        code: 'subscription_payment_intent_requires_action',
      },
    )
  }
  // The charge and the PaymentIntent are undone along with everything else.
  return decline.without(['charge', 'payment_intent'])
}

/** Gives a subscription without a payment due a SetupIntent, so that the buyer can save a card. */
function withSetupIntent(
  world: World,
  subscription: SubscriptionRecord,
  params: CreateParams,
): SubscriptionRecord {
  const wantsCard = params.payment_behavior === 'default_incomplete' && subscription.status !== 'incomplete'
  if (!wantsCard || defaultMethod(world, subscription) !== null) return subscription
  const intent = createSetupIntent(world, subscription.account, {
    customer: subscription.customer,
    payment_method: null,
    usage: 'off_session',
    description: null,
    metadata: {},
    request_three_d_secure: 'automatic',
    automatic_payment_methods: null,
  })
  return world.store.subscriptions.put({ ...subscription, pending_setup_intent: intent.id })
}

function current(world: World, id: string): SubscriptionRecord {
  const subscription = world.store.subscriptions.get(id)
  if (subscription === undefined) throw resourceMissing('subscription', id)
  return subscription
}
