import { z } from 'zod'
import { invalidRequest, unexpectedState, type ApiError } from '#api/errors.ts'
import { operation, pathId, type Context, type Operation } from '#api/operation.ts'
import { boolean, emptyable, metadata, text, url } from '#api/params.ts'
import { applyToSubscription } from '#billing/invoices/apply-payment.ts'
import { emit } from '#events/emit.ts'
import { newClientSecret, newId } from '#ids.ts'
import type { JsonObject } from '#json.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import type { World } from '#world.ts'
import { useTokenForSetup } from '../confirmation-tokens.ts'
import { givenMethod } from './create-intent.ts'
import { find, findCustomer } from '../find.ts'
import { isReusable } from '../method-types.ts'
import { threeDSecureOptions } from './payment-intent-params.ts'
import { paymentMethodParams } from '../payment-methods.ts'
import type { SetupIntentRecord } from '../records.ts'
import { renderPublicSetupIntent, renderSetupIntent } from './render-setup-intent.ts'
import { setUp } from './set-up.ts'

const content = {
  payment_method: text.optional(),
  payment_method_data: paymentMethodParams.optional(),
  payment_method_options: threeDSecureOptions.optional(),
  confirmation_token: text.optional(),
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
    if (params.confirm !== true && params.confirmation_token !== undefined) {
      throw invalidRequest('The parameter `confirmation_token` can only be used when `confirm` is true.', {
        param: 'confirmation_token',
      })
    }
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
    return params.confirm === true ? confirm(context, intent, params) : renderSetupIntent(world, intent)
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

function confirm(
  context: Context,
  intent: SetupIntentRecord,
  { confirmation_token: token }: { readonly confirmation_token?: string | undefined },
): JsonObject {
  const { world } = context
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method === undefined) {
    throw unexpectedState(
      'setup_intent',
      'You cannot confirm this SetupIntent because it’s missing a payment method. Update the SetupIntent with a payment method and then confirm it again.',
      renderSetupIntent(world, intent),
    )
  }
  if (!isReusable(method.type)) {
    throw invalidRequest(`A PaymentMethod of type ${method.type} cannot be set up for later payments.`, {
      param: 'payment_method',
    })
  }
  if (token !== undefined) useTokenForSetup(world, intent, token)
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
    if (!isOpen(before)) throw notOpen(world, before, 'confirmed')
    const method = givenMethod(world, account, params)
    const intent = world.store.setupIntents.put({
      ...before,
      payment_method: method?.id ?? before.payment_method,
      request_three_d_secure:
        params.payment_method_options?.card?.request_three_d_secure ?? before.request_three_d_secure,
    })
    return confirm(context, intent, params)
  },
})

const cancel = operation({
  method: 'POST',
  path: '/v1/setup_intents/{id}/cancel',
  params: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'requested_by_customer']).optional(),
  }),
  run(context) {
    const { world } = context
    const before = visibleIntent(context, undefined)
    if (!isOpen(before)) throw notOpen(world, before, 'canceled')
    const canceled = world.store.setupIntents.put({ ...before, status: 'canceled' })
    emit(world, canceled.account, 'setup_intent.canceled', renderSetupIntent(world, canceled))
    return renderSetupIntent(world, canceled)
  },
})

function isOpen({ status }: SetupIntentRecord): boolean {
  return status !== 'succeeded' && status !== 'canceled'
}

function notOpen(world: World, intent: SetupIntentRecord, what: 'confirmed' | 'canceled'): ApiError {
  return unexpectedState(
    'setup_intent',
    `This SetupIntent could not be ${what} because it has a status of ${intent.status}.`,
    renderSetupIntent(world, intent),
  )
}

export const setupIntentOperations: Operation[] = [create, retrieve, confirmOne, cancel]
