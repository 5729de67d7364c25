import { ApiError, invalidRequest } from '#api/errors.ts'
import { authenticationRequired, lookupFailed, type Decline } from '#cards/test-cards.ts'
import { debitFailed, findTestDebit } from '#cards/debit-accounts.ts'
import type { Context } from '#api/operation.ts'
import { emit } from '#events/emit.ts'
import { commitTax } from '#tax/transactions.ts'
import type { World } from '#world.ts'
import { chargeCard, settleCharge } from '../charge-card.ts'
import { checkMayCharge } from '../may-charge.ts'
import { isReusable, methodTypesFor } from '../method-types.ts'
import { attachPaymentMethod, behaviourOf, methodUsedUp } from '../payment-methods.ts'
import type { ChargeRecord, PaymentIntentRecord, PaymentMethodRecord } from '../records.ts'
import { renderCharge } from '../render-charge.ts'
import { renderPaymentIntent, renderPublicPaymentIntent } from './render-payment-intent.ts'
import { renderPaymentMethod } from '../render-payment-method.ts'

/** The result of a payment attempt. After a `decline`, the intent can be confirmed again. */
export type PaymentOutcome = {
  readonly intent: PaymentIntentRecord
  readonly decline?: { reason: Decline; charge: ChargeRecord; method: PaymentMethodRecord }
}

/** Charges the intent's payment method, or stops until the bank has authenticated the buyer. */
export function confirmIntent(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  options: { offSession: boolean },
): PaymentOutcome {
  checkMayCharge(world, intent.account)
  checkMethod(intent, method)
  const ready = world.store.paymentIntents.put({ ...intent, payment_method: method.id, last_error: null })
  const need = authenticationFor(ready, method, options.offSession)
  if (need === 'buyer') {
    const waiting = world.store.paymentIntents.put({ ...ready, status: 'requires_action' })
    emit(world, intent.account, 'payment_intent.requires_action', renderPaymentIntent(world, waiting))
    return { intent: waiting }
  }
  const refusals = {
    none: behaviourOf(method).charge,
    refused: authenticationRequired,
    lookup_fails: lookupFailed,
  }
  return pay(world, ready, method, { isAuthenticated: false, reason: refusals[need] })
}

/** Continues after the bank's authentication, whether or not it succeeded. */
export function settleAuthentication(
  world: World,
  intent: PaymentIntentRecord,
  isAuthenticated: boolean,
): PaymentOutcome {
  const method = world.store.paymentMethods.get(intent.payment_method ?? '')
  if (method === undefined) throw new Error(`${intent.id} waits for a PaymentMethod that is gone`)
  if (isAuthenticated) {
    return pay(world, intent, method, { isAuthenticated: true, reason: behaviourOf(method).charge })
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

/** @returns the error for a declined card, whose charge stays recorded */
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
      ...(reason.advice_code !== undefined && { advice_code: reason.advice_code }),
      message: reason.message,
      charge: charge.id,
      payment_intent: render(world, outcome.intent),
      payment_method: renderPaymentMethod(method),
    },
    { commitsEffects: true },
  )
}

function checkMethod(intent: PaymentIntentRecord, method: PaymentMethodRecord): void {
  const allowed = methodTypesFor(intent)
  if (!allowed.includes(method.type)) {
    throw invalidRequest(
      `The PaymentMethod provided (${method.type}) is not allowed for this PaymentIntent. This PaymentIntent accepts: ${allowed.join(', ')}.`,
      { code: 'payment_intent_incompatible_payment_method', param: 'payment_method' },
    )
  }
  if (method.consumed) throw methodUsedUp()
  if (method.customer === null || method.customer === intent.customer) return
  const message =
    intent.customer === null
      ? 'The provided PaymentMethod is attached to a Customer. You must provide the Customer when using this PaymentMethod.'
      : 'The provided PaymentMethod does not belong to the Customer of this PaymentIntent.'
  throw invalidRequest(message, { param: 'payment_method' })
}

function authenticationFor(
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  offSession: boolean,
): 'none' | 'buyer' | 'refused' | 'lookup_fails' {
  const { authentication, lookupFails } = behaviourOf(method)
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
  if (method.type === 'sepa_debit') return beginDebit(world, intent, method)
  const charge = chargeCard(world, intent, method, { decline: reason, isAuthenticated })
  if (reason !== undefined) return declined(world, intent, method, charge, reason)
  saveMethod(world, intent, method, isAuthenticated)
  return succeed(world, intent, charge)
}

function succeed(world: World, intent: PaymentIntentRecord, charge: ChargeRecord): PaymentOutcome {
  const paid = world.store.paymentIntents.put({
    ...intent,
    status: 'succeeded',
    amount_received: intent.amount,
    latest_charge: charge.id,
  })
  commitTax(world, paid)
  emit(world, intent.account, 'payment_intent.succeeded', renderPaymentIntent(world, paid))
  return { intent: paid }
}

/** Starts a debit, whose outcome the bank reports later. */
function beginDebit(world: World, intent: PaymentIntentRecord, method: PaymentMethodRecord): PaymentOutcome {
  const charge = chargeCard(world, intent, method, {
    decline: undefined,
    isAuthenticated: false,
    isPending: true,
  })
  saveMethod(world, intent, method, false)
  const seconds = findTestDebit(method.iban ?? '')?.seconds ?? 0
  world.store.pendingDebits.put({ id: charge.id, settles_at: world.clock.now() + seconds })
  const processing = world.store.paymentIntents.put({
    ...intent,
    status: 'processing',
    latest_charge: charge.id,
  })
  emit(world, intent.account, 'payment_intent.processing', renderPaymentIntent(world, processing))
  return { intent: processing }
}

/** Settles a pending debit as either paid or returned. */
export function settleDebit(world: World, chargeId: string): PaymentOutcome | undefined {
  world.store.pendingDebits.delete(chargeId)
  const charge = world.store.charges.get(chargeId)
  const intent = world.store.paymentIntents.get(charge?.payment_intent ?? '')
  const method = world.store.paymentMethods.get(charge?.payment_method ?? '')
  if (charge === undefined || intent === undefined || method === undefined) return undefined
  if (findTestDebit(method.iban ?? '')?.fails !== true) {
    const captured = world.store.charges.put({
      ...charge,
      status: 'succeeded',
      amount_captured: charge.amount,
    })
    return succeed(world, intent, settleCharge(world, captured, method))
  }
  const { code, decline_code, message } = debitFailed
  const failed = world.store.charges.put({
    ...charge,
    status: 'failed',
    failure_code: code,
    failure_message: message,
    decline_code,
  })
  emit(world, charge.account, 'charge.failed', renderCharge(world, failed))
  return declined(world, intent, method, failed, debitFailed)
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
      type: method.type === 'card' ? 'card_error' : 'invalid_request_error',
      code: reason.code,
      decline_code: reason.decline_code,
      ...(reason.advice_code !== undefined && { advice_code: reason.advice_code }),
      message: reason.message,
      charge: charge.id,
      payment_method: method.id,
    },
  })
  emit(world, intent.account, 'payment_intent.payment_failed', renderPaymentIntent(world, failed))
  return { intent: failed, decline: { reason, charge, method } }
}

/** Saves a payment method if the intent requests it. Without a customer, a method can be used only once. */
function saveMethod(
  world: World,
  intent: PaymentIntentRecord,
  method: PaymentMethodRecord,
  isAuthenticated: boolean,
): void {
  const usage = intent.future_usage_by_type[method.type] ?? intent.setup_future_usage
  const isSaved = isReusable(method.type) && (usage !== null || method.customer !== null)
  if (!isSaved || intent.customer === null) {
    world.store.paymentMethods.put({ ...method, consumed: true })
    return
  }
  const attached = attachPaymentMethod(world, method, intent.customer)
  const isSetUp = usage === 'off_session' && isAuthenticated
  if (isSetUp) world.store.paymentMethods.put({ ...attached, set_up: true })
}
