import { z } from 'zod'
import { invalidRequest, unexpectedState, type ApiError } from '#api/errors.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, emptyable, metadata, text, url } from '#api/params.ts'
import { applyToSubscription } from '#billing/apply-payment.ts'
import { emit } from '#events/emit.ts'
import { newClientSecret, newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { givenMethod } from './create-intent.ts'
import { find, findCustomer } from './find.ts'
import { threeDSecureOptions } from './payment-intent-params.ts'
import { paymentMethodParams } from './payment-methods.ts'
import type { SetupIntentRecord } from './records.ts'
import { renderPublicSetupIntent, renderSetupIntent } from './render-setup-intent.ts'
import { setUp } from './set-up.ts'

const content = {
  payment_method: text.optional(),
  payment_method_data: paymentMethodParams.optional(),
  payment_method_options: threeDSecureOptions.optional(),
}
const confirmation = { return_url: url.optional(), use_stripe_sdk: boolean.optional() }
const describing = {
  customer: text.optional(),
  description: emptyable(text).optional(),
  metadata: emptyable(metadata).optional(),
}

const create = operation({
  method: 'POST',
  path: '/v1/setup_intents',
  params: z.strictObject({
    ...content,
    ...confirmation,
    ...describing,
    automatic_payment_methods: z
      .strictObject({ enabled: boolean, allow_redirects: z.enum(['always', 'never']).optional() })
      .optional(),
    confirm: boolean.optional(),
    usage: z.enum(['off_session', 'on_session']).optional(),
  }),
  run(context, params) {
    const { world, account } = context
    const customer = params.customer === undefined ? null : findCustomer(world, account, params.customer).id
    const method = givenMethod(world, account, params)
    const intent = createSetupIntent(world, account, {
      customer,
      payment_method: method?.id ?? null,
      usage: params.usage ?? 'off_session',
      description: params.description ?? null,
      metadata: mergeMetadata({}, params.metadata),
      request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
      automatic_payment_methods:
        params.automatic_payment_methods?.enabled === false
          ? null
          : { enabled: true, allow_redirects: params.automatic_payment_methods?.allow_redirects ?? 'always' },
    })
    return params.confirm === true ? confirm(context, intent) : renderSetupIntent(world, intent)
  },
})

type SetupDetails = Pick<
  SetupIntentRecord,
  | 'customer'
  | 'payment_method'
  | 'usage'
  | 'description'
  | 'metadata'
  | 'request_three_d_secure'
  | 'automatic_payment_methods'
>

export function createSetupIntent(world: World, account: string, details: SetupDetails): SetupIntentRecord {
  const id = newId('seti')
  const intent = world.store.setupIntents.put({
    id,
    account,
    created: world.clock.now(),
    client_secret: newClientSecret(id),
    last_error: null,
    status: details.payment_method === null ? 'requires_payment_method' : 'requires_confirmation',
    ...details,
  })
  emit(world, account, 'setup_intent.created', renderSetupIntent(world, intent))
  return intent
}

function confirm(context: Context, intent: SetupIntentRecord): JsonObject {
  const { world } = context
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method === undefined) {
    throw unexpectedState(
      'setup_intent',
      'You cannot confirm this SetupIntent because it’s missing a payment method. Update the SetupIntent with a payment method and then confirm it again.',
      renderSetupIntent(world, intent),
    )
  }
  const outcome = setUp(world, intent, method)
  applyToSubscription(world, outcome.intent)
  if (outcome.decline !== undefined) throw outcome.decline
  return renderFor(context, outcome.intent)
}

function renderFor(context: Context, intent: SetupIntentRecord): JsonObject {
  return context.keyKind === 'publishable'
    ? renderPublicSetupIntent(context.world, intent)
    : renderSetupIntent(context.world, intent)
}

function visibleIntent(context: Context, secret: string | undefined): SetupIntentRecord {
  const { world, account } = context
  const intent = find(world.store.setupIntents, account, pathId(context), 'setupintent', 'intent')
  if (context.keyKind === 'publishable' && secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalidRequest('The client_secret provided does not match any associated SetupIntent.', {
      code: 'setup_intent_invalid_parameter',
      param: 'client_secret',
    })
  }
  return intent
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/setup_intents/{id}',
  params: z.strictObject({ client_secret: text.optional() }),
  publishable: true,
  run: (context, params) => renderFor(context, visibleIntent(context, params.client_secret)),
})

const confirmOne = operation({
  method: 'POST',
  path: '/v1/setup_intents/{id}/confirm',
  params: z.strictObject({ ...content, ...confirmation, client_secret: text.optional() }),
  publishable: true,
  run(context, params) {
    const { world, account } = context
    const before = visibleIntent(context, params.client_secret)
    if (before.status === 'succeeded') throw notOpen(world, before)
    const method = givenMethod(world, account, params)
    const intent = world.store.setupIntents.put({
      ...before,
      payment_method: method?.id ?? before.payment_method,
      request_three_d_secure:
        params.payment_method_options?.card?.request_three_d_secure ?? before.request_three_d_secure,
    })
    return confirm(context, intent)
  },
})

function notOpen(world: World, intent: SetupIntentRecord): ApiError {
  return unexpectedState(
    'setup_intent',
    `This SetupIntent could not be confirmed because it has a status of ${intent.status}.`,
    renderSetupIntent(world, intent),
  )
}

export const setupIntentOperations: Operation[] = [create, retrieve, confirmOne]
