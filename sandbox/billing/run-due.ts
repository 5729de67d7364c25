import { payOut, settlePayout } from '#balance/pay-out.ts'
import { settleDebit } from '#payments/intents/confirm.ts'
import { settleRefund } from '#payments/refund-charge.ts'
import type { World } from '#world.ts'
import { applyPaidInvoice, applyToInvoice } from './invoices/apply-payment.ts'
import { changeSubscription } from './change-subscription.ts'
import { collectAutomatically, planRetry } from './invoices/collect.ts'
import { cancelSubscription, expireSubscription } from './end-subscription.ts'
import { finalizeInvoice, voidInvoice } from './invoices/invoicing.ts'
import type { InvoiceRecord, SubscriptionRecord } from './records.ts'
import { remindOfTrialEnd, renew, trialReminderSeconds } from './renew.ts'

type Due = {
  readonly at: number
  readonly run: () => void
}

const incompleteSeconds = 23 * 3600

/** Does everything due by `until`, earliest first and each at its own time. @returns the number of things done */
export function runDue(world: World, until: number): number {
  let done = 0
  for (let next = earliest(world); next !== undefined && next.at <= until; next = earliest(world)) {
    world.clock.at(next.at, next.run)
    done += 1
  }
  return done
}

function earliest(world: World): Due | undefined {
  let first: Due | undefined
  for (const due of everythingDue(world)) {
    if (first === undefined || due.at < first.at) first = due
  }
  return first
}

function* everythingDue(world: World): Generator<Due> {
  for (const refund of world.store.refunds.all()) {
    if (refund.settles_at !== null) yield { at: refund.settles_at, run: () => settleRefund(world, refund) }
  }
  for (const debit of world.store.pendingDebits.all()) {
    yield { at: debit.settles_at, run: () => endDebit(world, debit.id) }
  }
  for (const schedule of world.store.payoutSchedules.all()) {
    yield { at: schedule.runs_at, run: () => payOut(world, schedule) }
  }
  for (const payout of world.store.payouts.all()) {
    if (payout.status === 'in_transit') {
      yield { at: payout.arrival_date, run: () => settlePayout(world, payout) }
    }
  }
  for (const invoice of world.store.invoices.all()) yield* invoiceDue(world, invoice)
  for (const subscription of world.store.subscriptions.all()) yield* subscriptionDue(world, subscription)
}

function endDebit(world: World, chargeId: string): void {
  const outcome = settleDebit(world, chargeId)
  if (outcome === undefined) return
  applyToInvoice(world, outcome.intent)
  const invoice = world.store.invoices.get(outcome.intent.invoice ?? '')
  if (invoice?.status === 'open') planRetry(world, invoice)
}

function* invoiceDue(world: World, invoice: InvoiceRecord): Generator<Due> {
  if (invoice.status === 'draft' && invoice.finalizes_at !== null) {
    yield { at: invoice.finalizes_at, run: () => finalizeAndCollect(world, invoice) }
  }
  if (invoice.status === 'open' && invoice.next_payment_attempt !== null) {
    yield { at: invoice.next_payment_attempt, run: () => collectAutomatically(world, invoice) }
  }
}

function finalizeAndCollect(world: World, draft: InvoiceRecord): void {
  const invoice = finalizeInvoice(world, draft)
  if (invoice.status === 'open') {
    collectAutomatically(world, invoice)
    return
  }
  const subscription = world.store.subscriptions.get(invoice.subscription)
  if (subscription !== undefined) applyPaidInvoice(world, subscription, invoice, null)
}

function* subscriptionDue(world: World, subscription: SubscriptionRecord): Generator<Due> {
  const { status, cancel_at, current_period_end, trial_end, pending_update } = subscription
  if (status === 'incomplete') {
    yield { at: subscription.created + incompleteSeconds, run: () => expireSubscription(world, subscription) }
  }
  if (pending_update !== null) {
    yield { at: pending_update.expires_at, run: () => dropPendingUpdate(world, subscription) }
  }
  if (status !== 'active' && status !== 'trialing' && status !== 'past_due') return
  if (cancel_at !== null && cancel_at < current_period_end) {
    yield { at: cancel_at, run: () => void cancelSubscription(world, subscription, 'cancellation_requested') }
  }
  if (status === 'trialing' && trial_end !== null && !subscription.trial_reminded) {
    yield {
      at: Math.max(trial_end - trialReminderSeconds, subscription.created),
      run: () => remindOfTrialEnd(world, subscription),
    }
  }
  yield { at: current_period_end, run: () => renew(world, subscription) }
}

/** Discards a price change that was not paid in time. Everything else stays unchanged. */
function dropPendingUpdate(world: World, subscription: SubscriptionRecord): void {
  const invoice = world.store.invoices.get(subscription.pending_update?.invoice ?? '')
  if (invoice?.status === 'open') voidInvoice(world, invoice)
  changeSubscription(world, subscription, { pending_update: null })
}
