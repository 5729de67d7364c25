import type { JsonObject } from '#json.ts'
import { applicationId, platformAccount, type World } from '#world.ts'
import type { SetupIntentRecord } from '../records.ts'
import { nextAction, renderLastError } from './render-payment-intent.ts'

export function renderSetupIntent(world: World, intent: SetupIntentRecord): JsonObject {
  return {
    id: intent.id,
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: intent.account === platformAccount ? null : applicationId,
    automatic_payment_methods: intent.automatic_payment_methods,
    cancellation_reason: null,
    client_secret: intent.client_secret,
    created: intent.created,
    customer: intent.customer,
    customer_account: null,
    description: intent.description,
    excluded_payment_method_types: null,
    flow_directions: null,
    last_setup_error: renderLastError(world, intent.last_error),
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: intent.metadata,
    next_action: intent.status === 'requires_action' ? nextAction(world, 'setup_intent', intent) : null,
    on_behalf_of: null,
    payment_method: intent.payment_method,
    payment_method_configuration_details: null,
    payment_method_options: {
      card: {
        mandate_options: null,
        network: null,
        request_three_d_secure: intent.request_three_d_secure,
      },
    },
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: intent.status,
    usage: intent.usage,
  }
}

/** The fields that a publishable key can see. */
export function renderPublicSetupIntent(world: World, intent: SetupIntentRecord): JsonObject {
  const whole = renderSetupIntent(world, intent)
  const { last_setup_error, next_action, automatic_payment_methods, payment_method_types } = whole
  return {
    id: intent.id,
    object: 'setup_intent',
    automatic_payment_methods,
    cancellation_reason: null,
    client_secret: intent.client_secret,
    created: intent.created,
    description: intent.description,
    last_setup_error,
    livemode: false,
    next_action,
    payment_method: intent.payment_method,
    payment_method_types,
    status: intent.status,
    usage: intent.usage,
  }
}
