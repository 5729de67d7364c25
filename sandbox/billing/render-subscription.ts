import { asList } from '#api/list.ts'
import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import type { SubscriptionItem, SubscriptionRecord } from './records.ts'
import { renderPlan, renderPrice, renderTaxRate } from './render-price.ts'

export function renderSubscription(world: World, subscription: SubscriptionRecord): JsonObject {
  return {
    id: subscription.id,
    object: 'subscription',
    application: subscription.account === platformAccount ? null : applicationId,
    application_fee_percent:
      subscription.application_fee_percent === null ? null : Number(subscription.application_fee_percent),
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: subscription.billing_cycle_anchor,
    billing_cycle_anchor_config: null,
    billing_mode: { flexible: { proration_discounts: 'included' }, type: 'flexible' },
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: subscription.cancel_at,
    cancel_at_period_end: subscription.cancel_at_period_end,
    canceled_at: subscription.canceled_at,
    cancellation_details: {
      comment: subscription.cancellation_comment,
      feedback: null,
      feedback_option: null,
      reason: subscription.cancellation_reason,
    },
    collection_method: 'charge_automatically',
    created: subscription.created,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: subscription.default_payment_method,
    default_source: null,
    default_tax_rates: taxRates(world, subscription.default_tax_rates),
    description: subscription.description,
    discounts: [],
    ended_at: subscription.ended_at,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: asList(
      subscription.items.map((item) => renderItem(world, subscription, item)),
      false,
      `/v1/subscription_items?subscription=${subscription.id}`,
    ),
    latest_invoice: subscription.latest_invoice,
    livemode: false,
    managed_payments: null,
    metadata: subscription.metadata,
    next_pending_invoice_item_invoice: null,
    on_behalf_of: null,
    pause_collection: null,
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: subscription.save_default_payment_method,
    },
    pending_invoice_item_interval: null,
    pending_setup_intent: subscription.pending_setup_intent,
    pending_update: pendingUpdate(world, subscription),
    schedule: null,
    start_date: subscription.start_date,
    status: subscription.status,
    test_clock: null,
    transfer_data: null,
    trial_end: subscription.trial_end,
    trial_settings: {
      end_behavior: {
        billing_cycle_anchor: null,
        missing_payment_method: subscription.missing_payment_method,
      },
    },
    trial_start: subscription.trial_start,
  }
}

function renderItem(world: World, subscription: SubscriptionRecord, item: SubscriptionItem): JsonObject {
  const price = world.store.prices.get(item.price)
  return {
    id: item.id,
    object: 'subscription_item',
    billing_thresholds: null,
    created: item.created,
    current_period_end: subscription.current_period_end,
    current_period_start: subscription.current_period_start,
    current_trial: null,
    discounts: item.discounts,
    metadata: item.metadata,
    plan: price === undefined ? null : renderPlan(price),
    price: price === undefined ? null : renderPrice(price),
    quantity: item.quantity,
    subscription: subscription.id,
    tax_rates: taxRates(world, item.tax_rates),
  }
}

function taxRates(world: World, ids: string[]): JsonObject[] {
  return ids.flatMap((id) => {
    const rate = world.store.taxRates.get(id)
    return rate === undefined ? [] : [renderTaxRate(rate)]
  })
}

function pendingUpdate(world: World, subscription: SubscriptionRecord): JsonObject | null {
  const pending = subscription.pending_update
  if (pending === null) return null
  return {
    billing_cycle_anchor: null,
    cancel_at_period_end: null,
    discount: null,
    discounts: null,
    expires_at: pending.expires_at,
    metadata: null,
    subscription_items: pending.items.map((item) => renderItem(world, subscription, item)),
    trial_end: null,
    trial_from_plan: null,
  }
}
