import { ApiError } from '#api/errors.ts'
import { lookupFailed, type Decline } from '#cards/test-cards.ts'
import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import { attachPaymentMethod, behaviourOf, methodUsedUp } from '../payment-methods.ts'
import type { PaymentMethodRecord, SetupIntentRecord } from '../records.ts'
import { renderPaymentMethod } from '../render-payment-method.ts'
import { renderSetupIntent } from './render-setup-intent.ts'

export type SetupOutcome = {
  readonly intent: SetupIntentRecord
  readonly decline?: ApiError
}

/** Saves a card for later payments. The bank can require authentication first. */
export function setUp(world: World, intent: SetupIntentRecord, method: PaymentMethodRecord): SetupOutcome {
  if (method.consumed) throw methodUsedUp()
  const card = behaviourOf(method)
  const isAsked = intent.request_three_d_secure !== 'automatic'
  const wantsBuyer =
    ['always', 'unless_set_up', 'on_session'].includes(card.authentication) ||
    (isAsked && card.authentication === 'optional')
  if (wantsBuyer && card.lookupFails) return refuse(world, intent, method, lookupFailed)
  if (!wantsBuyer) return finish(world, intent, method, false)
  const waiting = world.store.setupIntents.put({
    ...intent,
    payment_method: method.id,
    last_error: null,
    status: 'requires_action',
  })
  emit(world, intent.account, 'setup_intent.requires_action', renderSetupIntent(world, waiting))
  return { intent: waiting }
}

/** Continues after the bank's authentication, whether or not it succeeded. */
export function settleSetupAuthentication(
  world: World,
  intent: SetupIntentRecord,
  isAuthenticated: boolean,
): SetupOutcome {
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method === undefined) throw new Error(`${intent.id} waits for a PaymentMethod that is gone`)
  if (isAuthenticated) return finish(world, intent, method, true)
  const failed = world.store.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_error: {
      type: 'invalid_request_error',
      code: 'setup_intent_authentication_failure',
      message:
        'The provided PaymentMethod has failed authentication. You can provide a new PaymentMethod to attempt to fulfill this SetupIntent again.',
      payment_method: method.id,
    },
  })
  emit(world, intent.account, 'setup_intent.setup_failed', renderSetupIntent(world, failed))
  return { intent: failed }
}

function finish(
  world: World,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
  isAuthenticated: boolean,
): SetupOutcome {
  const refusal = behaviourOf(method).attach
  if (refusal !== undefined) return refuse(world, intent, method, refusal)
  const saved =
    intent.customer === null
      ? world.store.paymentMethods.put({ ...method, consumed: true })
      : attachPaymentMethod(world, method, intent.customer)
  world.store.paymentMethods.put({ ...saved, set_up: saved.set_up || isAuthenticated })
  const done = world.store.setupIntents.put({
    ...intent,
    payment_method: method.id,
    last_error: null,
    status: 'succeeded',
  })
  emit(world, intent.account, 'setup_intent.succeeded', renderSetupIntent(world, done))
  return { intent: done }
}

function refuse(
  world: World,
  intent: SetupIntentRecord,
  method: PaymentMethodRecord,
  reason: Decline,
): SetupOutcome {
  const { isBlocked: _isBlocked, ...error } = reason
  const failed = world.store.setupIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_error: { type: 'card_error', ...error, payment_method: method.id },
  })
  emit(world, intent.account, 'setup_intent.setup_failed', renderSetupIntent(world, failed))
  const decline = new ApiError(
    402,
    {
      type: 'card_error',
      ...error,
      payment_method: renderPaymentMethod(method),
      setup_intent: renderSetupIntent(world, failed),
    },
    { commitsEffects: true },
  )
  return { intent: failed, decline }
}
