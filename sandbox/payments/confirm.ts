import { ApiError, invalidRequest } from '#api/errors.ts'
import { authenticationRequired, lookupFailed, type Decline, type TestCard } from '#cards/test-cards.ts'
import type { Context } from '#api/operation.ts'
import { emit } from '#events/emit.ts'
import type { World } from '#world.ts'
import { chargeCard } from './charge-card.ts'
import { checkMayCharge } from './may-charge.ts'
import { attachPaymentMethod, cardOf, methodUsedUp } from './payment-methods.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from './records.ts'
import { renderPaymentIntent, renderPublicPaymentIntent } from './render-payment-intent.ts'
import { renderPaymentMethod } from './render-payment-method.ts'

/** How a try to pay ended: `decline` is set when the card said no, and then the intent can be tried again. */
export type PaymentOutcome = {
  readonly intent: PaymentIntentRecord
  readonly decline?: { reason: Decline; charge: ChargeRecord; method: PaymentMethodRecord }
}

/** Charges the intent's method, or stops for the bank to see the buyer. */
export function confirmIntent(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: { offSession: boolean },
): PaymentOutcome {
  checkMayCharge(world, intent.account)
  checkMethod(intent, method)
  const ready = world.store.paymentIntents.put({ ...intent, payment_method: method.id, last_error: null })
  const need = authenticationFor(cardOf(method), ready, method, options.offSession)
  if (need === 'buyer') {
    const waiting = world.store.paymentIntents.put({ ...ready, status: 'requires_action' })
    emit(world, intent.account, 'payment_intent.requires_action', renderPaymentIntent(world, waiting))
    return { intent: waiting }
  }
  const refusals = {
    none: cardOf(method).charge,
    refused: authenticationRequired,
    lookup_fails: lookupFailed,
  }
  return pay(world, ready, method, { isAuthenticated: false, reason: refusals[need] })
}

/** The bank has seen the buyer, or has not. */
export function settleAuthentication(
  world: World,
  intent: PaymentIntentRecord,
  isAuthenticated: boolean,
): PaymentOutcome {
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method === undefined) throw new Error(`${intent.id} waits for a PaymentMethod that is gone`)
  if (isAuthenticated) {
    return pay(world, intent, method, { isAuthenticated: true, reason: cardOf(method).charge })
  }
  const failed = world.store.paymentIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    last_error: {
      type: 'invalid_request_error',
      code: 'payment_intent_authentication_failure',
      message:
        'We are unable to authenticate your payment method. Please choose a different payment method and try again.',
      payment_method: method.id,
    },
  })
  emit(world, intent.account, 'payment_intent.payment_failed', renderPaymentIntent(world, failed))
  return { intent: failed }
}

/** @returns the error that answers for a declined card; its effects stay. */
export function declineError(
  world: World,
  outcome: PaymentOutcome,
  keyKind: Context['keyKind'] = 'secret',
): ApiError | undefined {
  if (outcome.decline === undefined) return undefined
  const render = keyKind === 'secret' ? renderPaymentIntent : renderPublicPaymentIntent
  const { reason, charge, method } = outcome.decline
  return new ApiError(
    402,
    {
      type: 'card_error',
      code: reason.code,
      decline_code: reason.decline_code,
      message: reason.message,
      charge: charge.id,
      payment_intent: render(world, outcome.intent),
      payment_method: renderPaymentMethod(method),
    },
    { keepsEffects: true },
  )
}

function checkMethod(intent: PaymentIntentRecord, method: PaymentMethodRecord): void {
  if (method.consumed) throw methodUsedUp()
  if (method.customer === null || method.customer === intent.customer) return
  const message =
    intent.customer === null
      ? 'The provided PaymentMethod is attached to a Customer. You must provide the Customer when using this PaymentMethod.'
      : 'The provided PaymentMethod does not belong to the Customer of this PaymentIntent.'
  throw invalidRequest(message, { param: 'payment_method' })
}

function authenticationFor(
  card: TestCard,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  offSession: boolean,
): 'none' | 'buyer' | 'refused' | 'lookup_fails' {
  const { authentication, lookupFails } = card
  const atBank = lookupFails ? 'lookup_fails' : 'buyer'
  if (authentication === 'unsupported' || authentication === 'frictionless') return 'none'
  if (authentication === 'optional') {
    return intent.request_three_d_secure === 'automatic' || offSession ? 'none' : atBank
  }
  if (!offSession || lookupFails) return atBank
  if (authentication === 'on_session') return 'none'
  return authentication === 'unless_set_up' && method.set_up ? 'none' : 'refused'
}

function pay(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  { isAuthenticated, reason }: { isAuthenticated: boolean; reason: Decline | undefined },
): PaymentOutcome {
  const charge = chargeCard(world, intent, method, { decline: reason, isAuthenticated })
  if (reason !== undefined) return declined(world, intent, method, charge, reason)
  keepMethod(world, intent, method, isAuthenticated)
  const paid = world.store.paymentIntents.put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  })
  emit(world, intent.account, 'payment_intent.succeeded', renderPaymentIntent(world, paid))
  return { intent: paid }
}

function declined(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  charge: ChargeRecord,
  reason: Decline,
): PaymentOutcome {
  const failed = world.store.paymentIntents.put({
    ...intent,
    status: 'requires_payment_method',
    payment_method: null,
    latest_charge: charge.id,
    last_error: {
      type: 'card_error',
      code: reason.code,
      decline_code: reason.decline_code,
      message: reason.message,
      charge: charge.id,
      payment_method: method.id,
    },
  })
  emit(world, intent.account, 'payment_intent.payment_failed', renderPaymentIntent(world, failed))
  return { intent: failed, decline: { reason, charge, method } }
}

/** A method is kept for later when the intent says so; without a customer it is good for this once. */
function keepMethod(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  isAuthenticated: boolean,
): void {
  const isKept = intent.customer !== null && (intent.setup_future_usage !== null || method.customer !== null)
  if (!isKept || intent.customer === null) {
    world.store.paymentMethods.put({ ...method, consumed: true })
    return
  }
  const attached = attachPaymentMethod(world, method, intent.customer)
  const isSetUp = intent.setup_future_usage === 'off_session' && isAuthenticated
  if (isSetUp) world.store.paymentMethods.put({ ...attached, set_up: true })
}
