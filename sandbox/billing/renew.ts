import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import { changeSubscription } from './change-subscription.ts'
import { defaultMethod } from './invoices/collect.ts'
import { cancelSubscription } from './end-subscription.ts'
import { nextBoundary } from './intervals.ts'
import { createInvoice } from './invoices/invoicing.ts'
import { periodLines, priceOf } from './invoices/lines.ts'
import type { Recurring, SubscriptionRecord } from './records.ts'
import { renderSubscription } from './render-subscription.ts'

/** A renewal's invoice remains a draft for an hour. */
const draftSeconds = 3600

export function recurringOf(world: World, subscription: Pick<SubscriptionRecord, 'items'>): Recurring {
  const recurring = priceOf(world, subscription.items[0]?.price ?? '').recurring
  if (recurring === null) throw new Error('A subscription has a price without an interval')
  return recurring
}

/** Ends a subscription's period and begins the next one with its invoice, unless the subscription ends. */
export function renew(world: World, subscription: SubscriptionRecord): void {
  const start = subscription.current_period_end
  if (subscription.cancel_at !== null && subscription.cancel_at <= start) {
    cancelSubscription(world, subscription, 'cancellation_requested')
    return
  }
  const endsTrial = subscription.status === 'trialing'
  const cancels = subscription.missing_payment_method === 'cancel'
  if (endsTrial && cancels && defaultMethod(world, subscription) === null) {
    cancelSubscription(world, subscription, 'cancellation_requested')
    return
  }
  const whole = {
    start,
    end: nextBoundary(subscription.billing_cycle_anchor, start, recurringOf(world, subscription)),
  }
  const end = subscription.cancel_at === null ? whole.end : Math.min(whole.end, subscription.cancel_at)
  const renewed = changeSubscription(world, subscription, {
    current_period_start: start,
    current_period_end: end,
    ...(endsTrial ? { status: 'active' } : {}),
  })
  createInvoice(world, renewed, {
    billing_reason: 'subscription_cycle',
    lines: periodLines(world, renewed, { start, end }, whole),
    period: { start: subscription.current_period_start, end: start },
    finalizes_at: world.clock.now() + draftSeconds,
  })
}

/** Sends the event three days before a trial ends, as Stripe does. */
export const trialReminderSeconds = 3 * 24 * 3600

export function remindOfTrialEnd(world: World, subscription: SubscriptionRecord): void {
  const reminded = world.store.subscriptions.put({ ...subscription, trial_reminded: true })
  emit(world, reminded.account, 'customer.subscription.trial_will_end', renderSubscription(world, reminded))
}
