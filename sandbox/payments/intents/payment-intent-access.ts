import { invalidRequest, unexpectedState, type ApiError } from '#api/errors.ts'
import { pathId, type Context } from '#api/operation.ts'
import type { JsonObject } from '#json.ts'
import type { World } from '#world.ts'
import { find } from '../find.ts'
import type { PaymentIntentRecord } from '../records.ts'
import { renderPaymentIntent, renderPublicPaymentIntent } from './render-payment-intent.ts'

/** Finds the intent in the request's path, for a secret key. */
export function ownIntent(context: Context): PaymentIntentRecord {
  const { world, account } = context
  return find(world.store.paymentIntents, account, pathId(context), 'payment_intent', 'intent')
}

/** The intent, as far as the key can see it. */
export function renderFor(context: Context, intent: PaymentIntentRecord): JsonObject {
  return context.keyKind === 'publishable'
    ? renderPublicPaymentIntent(context.world, intent)
    : renderPaymentIntent(context.world, intent)
}

/** A publishable key sees an intent only with its secret. */
export function visibleIntent(context: Context, secret: string | undefined): PaymentIntentRecord {
  const intent = ownIntent(context)
  if (context.keyKind === 'publishable' && secret === undefined) {
    throw invalidRequest('Missing required param: client_secret.', {
      code: 'parameter_missing',
      param: 'client_secret',
    })
  }
  if (secret !== undefined && secret !== intent.client_secret) {
    throw invalidRequest('The client_secret provided does not match any associated PaymentIntent.', {
      code: 'payment_intent_invalid_parameter',
      param: 'client_secret',
    })
  }
  return intent
}

/** Whether the intent can still be paid: it is neither paid nor canceled. */
export function isOpen(intent: PaymentIntentRecord): boolean {
  return ['requires_payment_method', 'requires_confirmation', 'requires_action'].includes(intent.status)
}

export function wrongState(world: World, intent: PaymentIntentRecord, done: string): ApiError {
  return unexpectedState(
    'payment_intent',
    `This PaymentIntent could not be ${done} because it has a status of ${intent.status}.`,
    renderPaymentIntent(world, intent),
  )
}
