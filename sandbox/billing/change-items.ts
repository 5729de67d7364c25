import type { World } from '#world.ts'
import { applyPaidInvoice } from './invoices/apply-payment.ts'
import { changeSubscription } from './change-subscription.ts'
import { defaultMethod, payInvoice } from './invoices/collect.ts'
import { noDefaultMethod, refused } from './create-subscription.ts'
import { nextBoundary } from './intervals.ts'
import { createInvoice, finalizeInvoice } from './invoices/invoicing.ts'
import { addedLines, mergeItems } from './items.ts'
import { creditLines, periodLines, prorationLines } from './invoices/lines.ts'
import { setTrialEnd } from './set-trial-end.ts'
import { queueLines } from './invoices/queue-lines.ts'
import type { InvoiceLine, InvoiceRecord, SubscriptionItem, SubscriptionRecord } from './records.ts'
import { recurringOf } from './renew.ts'
import type { UpdateParams } from './subscription-params.ts'

const pendingSeconds = 23 * 3600

type PendingUpdate = NonNullable<SubscriptionRecord['pending_update']>

type Cycle = Pick<SubscriptionRecord, 'billing_cycle_anchor' | 'current_period_start' | 'current_period_end'>

/** The planned result of changing a subscription's items, before any effect. */
export type ItemsChange = {
  readonly items: SubscriptionItem[]
  readonly cycle: Cycle
  readonly lines: InvoiceLine[]
  /** Whether the change starts a new cycle or invoices prorations immediately. */
  readonly isInvoicedNow: boolean
}

type ChangeParams = Pick<
  UpdateParams,
  'items' | 'add_invoice_items' | 'proration_behavior' | 'proration_date' | 'trial_end'
>

/** Computes the new items, their period, and the invoice lines that the change adds. */
export function planItems(world: World, before: SubscriptionRecord, params: ChangeParams): ItemsChange {
  const now = params.proration_date ?? world.clock.now()
  const items = mergeItems(world, before.account, before.items, params.items ?? [])
  const added = addedLines(world, before.account, params.add_invoice_items ?? [], before.currency, {
    start: now,
    end: now,
  })
  const after = { items, default_tax_rates: before.default_tax_rates }
  const current = { start: before.current_period_start, end: before.current_period_end }
  const isProrated = params.proration_behavior !== 'none'
  const stays: Cycle = {
    billing_cycle_anchor: before.billing_cycle_anchor,
    current_period_start: current.start,
    current_period_end: current.end,
  }
  const endsTrial = before.status === 'trialing' && params.trial_end === 'now'
  if (before.status === 'trialing' && !endsTrial) {
    return { items, cycle: stays, lines: added, isInvoicedNow: false }
  }
  if (endsTrial || isOtherInterval(world, before, after)) {
    const whole = { start: now, end: nextBoundary(now, now, recurringOf(world, after)) }
    const credits = isProrated && !endsTrial ? creditLines(world, before, now, current) : []
    const cycle = { billing_cycle_anchor: now, current_period_start: now, current_period_end: whole.end }
    const lines = [...added, ...credits, ...periodLines(world, after, whole, whole)]
    return { items, cycle, lines, isInvoicedNow: true }
  }
  const prorations = isProrated ? prorationLines(world, before, after, now, current) : []
  const lines = [...added, ...prorations]
  const isInvoicedNow = params.proration_behavior === 'always_invoice' && lines.length > 0
  return { items, cycle: stays, lines, isInvoicedNow }
}

function isOtherInterval(
  world: World,
  before: SubscriptionRecord,
  after: Pick<SubscriptionRecord, 'items'>,
): boolean {
  const old = recurringOf(world, before)
  const next = recurringOf(world, after)
  return old.interval !== next.interval || old.interval_count !== next.interval_count
}

/**
 * Changes a subscription's items, with or without an immediate invoice. The caller decides what happens if it
 * is unpaid.
 */
export function changeItems(
  world: World,
  before: SubscriptionRecord,
  params: UpdateParams,
): SubscriptionRecord {
  const extended = setTrialEnd(world, before, params)
  const plan = planItems(world, extended, params)
  if (!plan.isInvoicedNow) {
    queueLines(world, extended, plan.lines)
    return changeSubscription(world, extended, { items: plan.items })
  }
  const isPending = params.payment_behavior === 'pending_if_incomplete'
  const effect = effectOf(extended, plan)
  const started = isPending ? extended : changeSubscription(world, extended, { ...effect, items: plan.items })
  const draft = createInvoice(world, started, {
    billing_reason: 'subscription_update',
    lines: plan.lines,
    period: { start: world.clock.now(), end: world.clock.now() },
    finalizes_at: null,
  })
  if (isPending) waitFor(world, started.id, plan, effect, draft)
  const invoice = finalizeInvoice(world, draft)
  if (invoice.status === 'paid') applyPaidInvoice(world, latest(world, started), invoice, null)
  else collectChange(world, latest(world, started), invoice, params)
  return latest(world, started)
}

/** The effects of the change other than the items: the period, and the end of a trial. */
function effectOf(before: SubscriptionRecord, plan: ItemsChange): PendingUpdate['changes'] {
  const endsTrial = before.status === 'trialing'
  return {
    ...plan.cycle,
    ...(before.cancel_at_period_end ? { cancel_at: plan.cycle.current_period_end } : {}),
    ...(endsTrial ? { status: 'active' as const, trial_end: plan.cycle.current_period_start } : {}),
  }
}

/** Stores a change that takes effect when its invoice is paid. */
function waitFor(
  world: World,
  id: string,
  plan: ItemsChange,
  changes: PendingUpdate['changes'],
  invoice: InvoiceRecord,
): void {
  const subscription = world.store.subscriptions.get(id)
  if (subscription === undefined) return
  world.store.subscriptions.put({
    ...subscription,
    pending_update: {
      items: plan.items,
      changes,
      expires_at: world.clock.now() + pendingSeconds,
      invoice: invoice.id,
    },
  })
}

function collectChange(
  world: World,
  subscription: SubscriptionRecord,
  invoice: InvoiceRecord,
  params: UpdateParams,
): void {
  const behavior = params.payment_behavior ?? 'allow_incomplete'
  const method = defaultMethod(world, subscription)
  if (behavior === 'default_incomplete') {
    changeSubscription(world, subscription, { status: 'past_due' })
    return
  }
  if (method === null) throw noDefaultMethod()
  const outcome = payInvoice(world, invoice, method, { offSession: params.off_session ?? false })
  if (outcome.intent.status === 'succeeded') return
  if (behavior === 'error_if_incomplete') throw refused(world, outcome)
  if (behavior === 'allow_incomplete') {
    changeSubscription(world, latest(world, subscription), { status: 'past_due' })
    retryLater(world, invoice.id)
  }
}

const firstRetrySeconds = 3 * 24 * 3600

/** Stripe retries this payment automatically, like a renewal's. */
function retryLater(world: World, id: string): void {
  const invoice = world.store.invoices.get(id)
  if (invoice === undefined) return
  world.store.invoices.put({ ...invoice, next_payment_attempt: world.clock.now() + firstRetrySeconds })
}

function latest(world: World, subscription: SubscriptionRecord): SubscriptionRecord {
  return world.store.subscriptions.get(subscription.id) ?? subscription
}
