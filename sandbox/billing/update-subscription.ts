import { invalidRequest } from '#api/errors.ts'
import { findCustomer } from '#payments/find.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { changeItems } from './change-items.ts'
import { changeSubscription, hasEnded } from './change-subscription.ts'
import { checkFeePercent, checkFuture, methodOf } from './create-subscription.ts'
import { queueLines } from './invoices/queue-lines.ts'
import { taxRatesOf } from './items.ts'
import { creditLines } from './invoices/lines.ts'
import type { SubscriptionRecord } from './records.ts'
import type { UpdateParams } from './subscription-params.ts'

export function updateSubscription(
  world: World,
  before: SubscriptionRecord,
  params: UpdateParams,
): SubscriptionRecord {
  checkAllowed(before, params)
  const changes = { ...details(world, before, params), ...ending(world, before, params) }
  const changed = Object.keys(changes).length > 0 ? changeSubscription(world, before, changes) : before
  const touchesInvoices = params.items !== undefined || params.add_invoice_items !== undefined
  if (!touchesInvoices && params.trial_end === undefined) return changed
  return changeItems(world, changed, params)
}

const whenEnded = ['metadata', 'cancellation_details']
const whenIncomplete = ['metadata']
const whenPending = [
  'items',
  'add_invoice_items',
  'off_session',
  'payment_behavior',
  'proration_behavior',
  'proration_date',
  'trial_end',
]

function checkAllowed(subscription: SubscriptionRecord, params: UpdateParams): void {
  const given = Object.entries(params).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  const other = (allowed: string[]) => given.find((name) => !allowed.includes(name))
  if (hasEnded(subscription) && other(whenEnded) !== undefined) {
    throw invalidRequest('A canceled subscription can only update its cancellation_details and metadata.')
  }
  if (subscription.status === 'incomplete' && other(whenIncomplete) !== undefined) {
    throw invalidRequest(
      'This subscription is incomplete: until its first invoice is paid, only metadata and default_source can be updated.',
      { param: other(whenIncomplete) ?? 'metadata' },
    )
  }
  const unsupported = params.payment_behavior === 'pending_if_incomplete' ? other(whenPending) : undefined
  if (unsupported !== undefined) {
    throw invalidRequest(
      `You cannot update \`${unsupported}\` when \`payment_behavior\` is \`pending_if_incomplete\`.`,
      { param: unsupported },
    )
  }
}

function details(
  world: World,
  before: SubscriptionRecord,
  params: UpdateParams,
): Partial<SubscriptionRecord> {
  const { account } = before
  const changes: Partial<SubscriptionRecord> = {}
  if (params.metadata !== undefined) changes.metadata = mergeMetadata(before.metadata, params.metadata)
  if (params.description !== undefined) changes.description = params.description
  if (params.application_fee_percent !== undefined) {
    checkFeePercent(account, params.application_fee_percent)
    changes.application_fee_percent = params.application_fee_percent
  }
  if (params.default_payment_method !== undefined) {
    const customer = findCustomer(world, account, before.customer)
    changes.default_payment_method = methodOf(world, customer, params.default_payment_method)
  }
  if (params.default_tax_rates !== undefined) {
    changes.default_tax_rates = taxRatesOf(world, account, params.default_tax_rates)
  }
  if (params.payment_settings?.save_default_payment_method !== undefined) {
    changes.save_default_payment_method = params.payment_settings.save_default_payment_method
  }
  if (params.trial_settings !== undefined) {
    changes.missing_payment_method = params.trial_settings.end_behavior.missing_payment_method
  }
  if (params.cancellation_details?.comment !== undefined) {
    changes.cancellation_comment = params.cancellation_details.comment
  }
  return changes
}

/** When the subscription ends: at a certain time, at the end of the period, or not at all. */
function ending(world: World, before: SubscriptionRecord, params: UpdateParams): Partial<SubscriptionRecord> {
  const now = world.clock.now()
  const { cancel_at: cancelAt, cancel_at_period_end: atPeriodEnd } = params
  const requested = { canceled_at: now, cancellation_reason: 'cancellation_requested' as const }
  if (atPeriodEnd === true && typeof cancelAt === 'number') {
    throw invalidRequest('You may only specify one of these parameters: cancel_at, cancel_at_period_end.')
  }
  if (atPeriodEnd === true) {
    return { ...requested, cancel_at: before.current_period_end, cancel_at_period_end: true }
  }
  if (typeof cancelAt === 'number') {
    checkFuture(cancelAt, now)
    creditTheRest(world, before, cancelAt, params)
    return { ...requested, cancel_at: cancelAt, cancel_at_period_end: false }
  }
  const isCleared = cancelAt === null || (atPeriodEnd === false && before.cancel_at_period_end)
  if (!isCleared) return {}
  return { canceled_at: null, cancel_at: null, cancel_at_period_end: false, cancellation_reason: null }
}

/** Credits the rest of the paid period after the subscription ends, unless the request says otherwise. */
function creditTheRest(
  world: World,
  before: SubscriptionRecord,
  cancelAt: number,
  params: UpdateParams,
): void {
  const isWithinPeriod = cancelAt < before.current_period_end
  if (!isWithinPeriod || params.proration_behavior === 'none' || before.status === 'trialing') return
  const period = { start: before.current_period_start, end: before.current_period_end }
  queueLines(world, before, creditLines(world, before, cancelAt, period))
}
