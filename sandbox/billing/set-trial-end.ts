import { invalidRequest } from '#api/errors.ts'
import type { World } from '#world.ts'
import { changeSubscription } from './change-subscription.ts'
import { createInvoice, finalizeInvoice } from './invoices/invoicing.ts'
import { creditLines, trialLines } from './invoices/lines.ts'
import { queueLines } from './invoices/queue-lines.ts'
import type { SubscriptionRecord } from './records.ts'
import type { UpdateParams } from './subscription-params.ts'

/** The longest allowed trial, in seconds: two years of 365 days. */
const longestTrial = 730 * 24 * 3600

/**
 * Sets the end of a subscription's trial. An active subscription begins a trial now: its anchor moves to the
 * end, nothing is charged until then, and an invoice of zero is paid right away. Its paid time is credited
 * unless the request says otherwise. An existing draft invoice stays and is charged.
 */
export function setTrialEnd(
  world: World,
  before: SubscriptionRecord,
  params: Pick<UpdateParams, 'trial_end' | 'proration_behavior' | 'items'>,
): SubscriptionRecord {
  const { trial_end: end } = params
  if (end === undefined || end === 'now') return before
  checkEnd(world, before, end)
  const now = world.clock.now()
  const isExtended = before.status === 'trialing'
  if (!isExtended && params.proration_behavior !== 'none') {
    const period = { start: before.current_period_start, end: before.current_period_end }
    queueLines(world, before, creditLines(world, before, now, period))
  }
  const changed = changeSubscription(world, before, {
    billing_cycle_anchor: end,
    current_period_end: end,
    trial_end: end,
    trial_reminded: false,
    ...(isExtended ? {} : { status: 'trialing' as const, trial_start: now, current_period_start: now }),
    ...(before.cancel_at_period_end ? { cancel_at: end } : {}),
  })
  if (!isExtended) invoiceNothing(world, changed, { start: now, end })
  return world.store.subscriptions.get(changed.id) ?? changed
}

function checkEnd(world: World, { status }: SubscriptionRecord, end: number): void {
  const now = world.clock.now()
  if (status !== 'trialing' && status !== 'active')
    throw invalidRequest('Only an active subscription or a trial can be given a trial end.', {
      param: 'trial_end',
    })
  if (end <= now) throw invalidRequest('`trial_end` must be in the future, or `now`.', { param: 'trial_end' })
  if (end > now + longestTrial)
    throw invalidRequest('`trial_end` can be at most two years from now.', { param: 'trial_end' })
}

function invoiceNothing(
  world: World,
  subscription: SubscriptionRecord,
  period: { readonly start: number; readonly end: number },
): void {
  const draft = createInvoice(world, subscription, {
    billing_reason: 'subscription_update',
    lines: trialLines(world, subscription, period),
    period: { start: period.start, end: period.start },
    finalizes_at: null,
  })
  finalizeInvoice(world, draft)
}
