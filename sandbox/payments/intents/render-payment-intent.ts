import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import type { LastError, PaymentIntentRecord, SetupIntentRecord } from '../records.ts'
import { methodTypesFor } from '../method-types.ts'
import { renderPaymentMethod } from '../render-payment-method.ts'

export function renderPaymentIntent(world: World, intent: PaymentIntentRecord): JsonObject {
  const isDirect = intent.account !== platformAccount
  return {
    id: intent.id,
    object: 'payment_intent',
    ...(intent.tax_calculation !== undefined && {
      hooks: { inputs: { tax: { calculation: intent.tax_calculation } } },
    }),
    allowed_payment_method_types: null,
    amount: intent.amount,
    amount_capturable: 0,
    amount_details: amountDetails(intent),
    amount_received: intent.amount_received,
    application: isDirect ? applicationId : null,
    application_fee_amount: intent.application_fee_amount,
    automatic_payment_methods: intent.automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    last_payment_error: renderLastError(world, intent.last_error),
    latest_charge: intent.latest_charge,
    livemode: false,
    managed_payments: null,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? nextAction(world, 'payment_intent', intent) : null,
    on_behalf_of: null,
    payment_method: intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {
      ...usageOptions(intent),
      card: {
        ...usageOption(intent, 'card'),
        installments: null,
        mandate_options: null,
        network: null,
        request_three_d_secure: intent.request_three_d_secure,
      },
    },
    payment_method_types: methodTypesFor(intent),
    payment_record: null,
    processing: null,
    receipt_email: intent.receipt_email,
    review: null,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: intent.statement_descriptor_suffix,
    status: intent.status,
    transfer_data: null,
    transfer_group: null,
  }
}

/** The fields that a publishable key can see. */
export function renderPublicPaymentIntent(world: World, intent: PaymentIntentRecord): JsonObject {
  const whole = renderPaymentIntent(world, intent)
  const { last_payment_error, next_action, automatic_payment_methods, payment_method_types } = whole
  return {
    id: intent.id,
    object: 'payment_intent',
    amount: intent.amount,
    automatic_payment_methods,
    canceled_at: intent.canceled_at,
    cancellation_reason: intent.cancellation_reason,
    capture_method: intent.capture_method,
    client_secret: intent.client_secret,
    confirmation_method: intent.confirmation_method,
    created: intent.created,
    currency: intent.currency,
    description: intent.description,
    last_payment_error,
    livemode: false,
    next_action,
    payment_method: intent.payment_method,
    payment_method_types,
    processing: null,
    receipt_email: intent.receipt_email,
    setup_future_usage: intent.setup_future_usage,
    shipping: intent.shipping,
    source: null,
    status: intent.status,
  }
}

export function renderLastError(world: World, error: LastError | null): JsonObject | null {
  if (error === null) return null
  const method = world.store.paymentMethods.get(error.payment_method)
  return {
    ...error,
    doc_url: `https://stripe.com/docs/error-codes/${error.code.replaceAll('_', '-')}`,
    ...(method === undefined ? {} : { payment_method: renderPaymentMethod(method) }),
  }
}

function usageOption(
  { future_usage_by_type: usages }: PaymentIntentRecord,
  type: keyof PaymentIntentRecord['future_usage_by_type'],
): JsonObject {
  const usage = usages[type]
  return usage === undefined ? {} : { setup_future_usage: usage }
}

function usageOptions(intent: PaymentIntentRecord): JsonObject {
  const others = ['link', 'sepa_debit'] as const
  const asked = others.filter((type) => intent.future_usage_by_type[type] !== undefined)
  return Object.fromEntries(
    asked.map((type) => [
      type,
      { ...(type === 'link' ? { persistent_token: null } : {}), ...usageOption(intent, type) },
    ]),
  )
}

/** The next step at the buyer's bank: a page for a redirect, or a sandbox frame that the browser script opens. */
export function nextAction(
  world: World,
  kind: 'payment_intent' | 'setup_intent',
  intent: PaymentIntentRecord | SetupIntentRecord,
): JsonObject {
  const query = new URLSearchParams({
    [kind]: intent.id,
    client_secret: intent.client_secret,
    account: intent.account,
  })
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method?.type === 'ideal' && 'return_url' in intent) {
    const url = `${world.config.url}/redirect/authorize?${query.toString()}`
    return { type: 'redirect_to_url', redirect_to_url: { return_url: intent.return_url, url } }
  }
  return {
    type: 'use_stripe_sdk',
    use_stripe_sdk: {
      type: 'three_d_secure_redirect',
      stripe_js: `${world.config.url}/frames/authenticate?${query.toString()}`,
    },
  }
}

/** These details are only informational and change no charge. The line items are in a separate list. */
function amountDetails(intent: PaymentIntentRecord): JsonObject {
  const { tip, shipping, tax, discount_amount } = intent.amount_details ?? {}
  return {
    tip: tip ?? {},
    ...(shipping === undefined ? {} : { shipping }),
    ...(tax === undefined ? {} : { tax }),
    ...(discount_amount === undefined ? {} : { discount_amount }),
  }
}
