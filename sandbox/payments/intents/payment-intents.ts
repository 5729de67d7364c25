import { z } from 'zod'
import { applyToInvoice } from '#billing/invoices/apply-payment.ts'
import { ApiError, invalidRequest, unexpectedState } from '#api/errors.ts'
import { isCreatedWithin, listPage } from '#api/list.ts'
import { operation, type Context, type Operation } from '#api/operation.ts'
import { createdFilter, pagination, text } from '#api/params.ts'
import type { JsonObject } from '#json.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { cancelIntent } from './cancel-intent.ts'
import { confirmIntent, declineError } from './confirm.ts'
import { useToken } from '../confirmation-tokens.ts'
import { checkDescriptor, checkFee, createIntent, givenMethod } from './create-intent.ts'
import { checkChargeable, checkCurrency } from '../currencies.ts'
import { findCustomer, ownedBy } from '../find.ts'
import { isOpen, ownIntent, renderFor, visibleIntent, wrongState } from './payment-intent-access.ts'
import {
  confirmParams,
  createParams,
  futureUsageIn,
  updateParams,
  type ConfirmParams,
} from './payment-intent-params.ts'
import type { PaymentIntentRecord, PaymentMethodRecord } from '../records.ts'
import { renderPaymentIntent } from './render-payment-intent.ts'

const create = operation({
  method: 'POST',
  path: '/v1/payment_intents',
  params: createParams,
  run(context, params) {
    if (params.confirm !== true) {
      const early = (
        [
          'confirmation_token',
          'mandate_data',
          'off_session',
          'error_on_requires_action',
          'return_url',
        ] as const
      ).find((name) => params[name] !== undefined)
      if (early !== undefined) {
        throw invalidRequest(`The parameter \`${early}\` can only be used when \`confirm\` is true.`, {
          param: early,
        })
      }
    }
    const intent = createIntent(context.world, context.account, params)
    return params.confirm === true
      ? confirm(context, intent, params, intent.payment_method)
      : renderPaymentIntent(context.world, intent)
  },
})

/** Confirms the intent, updates its invoice, and returns the fields that the key can see. */
function confirm(
  context: Context,
  intent: PaymentIntentRecord,
  params: ConfirmParams,
  methodId: string | null,
): JsonObject {
  const { world } = context
  const method = methodId === null ? undefined : world.store.paymentMethods.get(methodId)
  if (method === undefined) {
    throw unexpectedState(
      'payment_intent',
      'You cannot confirm this PaymentIntent because it’s missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method or ConfirmationToken.',
      renderPaymentIntent(world, intent),
    )
  }
  const token = useToken(world, intent, params)
  const returnUrl = params.return_url ?? token?.return_url ?? null
  checkReturnUrl(context, intent, params, returnUrl)
  checkMandate(context, method, params)
  const offSession = params.off_session !== undefined && params.off_session !== false
  const ready = world.store.paymentIntents.put({ ...intent, return_url: returnUrl ?? intent.return_url })
  const outcome = confirmIntent(world, ready, method, { offSession })
  if (params.error_on_requires_action === true && outcome.intent.status === 'requires_action') {
    throw authenticationNotHandled()
  }
  applyToInvoice(world, outcome.intent)
  const decline = declineError(world, outcome, context.keyKind)
  if (decline !== undefined) throw decline
  return renderFor(context, outcome.intent)
}

/** Confirming on the server requires a return URL if the accepted methods can redirect. */
function checkReturnUrl(
  context: Context,
  intent: PaymentIntentRecord,
  params: ConfirmParams,
  returnUrl: string | null,
): void {
  if (context.keyKind === 'publishable' || params.use_stripe_sdk === true) return
  if (returnUrl !== null || intent.invoice !== null) return
  if (intent.automatic_payment_methods?.allow_redirects !== 'always') return
  throw invalidRequest(
    'This PaymentIntent is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a `return_url`. If you don’t want to accept redirect-based payment methods, set `automatic_payment_methods[enabled]` to `true` and `automatic_payment_methods[allow_redirects]` to `never` when creating Setup Intents and Payment Intents.',
    { param: 'return_url' },
  )
}

/** Stripe's own fields ask the buyer for consent to a debit. Without them, the server must send it. */
function checkMandate(context: Context, method: PaymentMethodRecord, params: ConfirmParams): void {
  if (method.type !== 'sepa_debit' || method.customer !== null) return
  if (context.keyKind === 'publishable' || params.confirmation_token !== undefined) return
  if (params.mandate_data !== undefined) return
  throw invalidRequest('Missing required param: mandate_data.', {
    code: 'parameter_missing',
    param: 'mandate_data',
  })
}

function authenticationNotHandled(): ApiError {
  return new ApiError(402, {
    type: 'card_error',
    code: 'authentication_required',
    decline_code: 'authentication_not_handled',
    message:
      'This payment required an authentication action to complete, but `error_on_requires_action` was set.',
  })
}

const retrieve = operation({
  method: 'GET',
  path: '/v1/payment_intents/{id}',
  params: z.strictObject({ client_secret: text.optional() }),
  publishable: true,
  run: (context, params) => renderFor(context, visibleIntent(context, params.client_secret)),
})

const update = operation({
  method: 'POST',
  path: '/v1/payment_intents/{id}',
  params: updateParams,
  run(context, params) {
    const { world, account } = context
    const before = ownIntent(context)
    const isContentChange = Object.keys(params).some(
      (name) => !['metadata', 'description', 'receipt_email'].includes(name),
    )
    if (isContentChange && !isOpen(before)) throw wrongState(world, before, 'updated')
    checkDescriptor(params.statement_descriptor)
    const currency = params.currency === undefined ? before.currency : checkCurrency(params.currency)
    const amount = params.amount ?? before.amount
    if (isContentChange) checkChargeable(amount, currency)
    const fee = params.application_fee_amount
    const method = givenMethod(world, account, params)?.id ?? before.payment_method
    const changed = world.store.paymentIntents.put({
      ...before,
      amount,
      currency,
      amount_details: params.amount_details === undefined ? before.amount_details : params.amount_details,
      application_fee_amount:
        fee === undefined ? before.application_fee_amount : checkFee(account, fee, amount),
      customer:
        params.customer === undefined ? before.customer : findCustomer(world, account, params.customer).id,
      description: params.description === undefined ? before.description : params.description,
      metadata: mergeMetadata(before.metadata, params.metadata),
      payment_method: method,
      receipt_email: params.receipt_email === undefined ? before.receipt_email : params.receipt_email,
      request_three_d_secure:
        params.payment_method_options?.card?.request_three_d_secure ?? before.request_three_d_secure,
      setup_future_usage:
        params.setup_future_usage === undefined ? before.setup_future_usage : params.setup_future_usage,
      future_usage_by_type: {
        ...before.future_usage_by_type,
        ...futureUsageIn(params.payment_method_options),
      },
      shipping: params.shipping === undefined ? before.shipping : params.shipping,
      status: statusWith(before, method),
    })
    return renderPaymentIntent(world, changed)
  },
})

/** An intent with a new payment method waits to be confirmed. */
function statusWith(intent: PaymentIntentRecord, method: string | null): PaymentIntentRecord['status'] {
  if (!isOpen(intent) || method === null) return intent.status
  const isNew = method !== intent.payment_method || intent.status === 'requires_payment_method'
  return isNew ? 'requires_confirmation' : intent.status
}

const confirmOne = operation({
  method: 'POST',
  path: '/v1/payment_intents/{id}/confirm',
  params: confirmParams,
  publishable: true,
  run(context, params) {
    const { world, account } = context
    const before = visibleIntent(context, params.client_secret)
    if (!isOpen(before)) throw wrongState(world, before, 'confirmed')
    if (context.keyKind === 'publishable' && before.confirmation_method === 'manual') {
      throw invalidRequest(
        'This PaymentIntent has a confirmation_method of manual, so it can only be confirmed with a secret key.',
        { code: 'payment_intent_invalid_parameter' },
      )
    }
    const method = givenMethod(world, account, params)?.id ?? before.payment_method
    const intent = world.store.paymentIntents.put({
      ...before,
      amount_details: params.amount_details === undefined ? before.amount_details : params.amount_details,
      capture_method: params.capture_method ?? before.capture_method,
      receipt_email: params.receipt_email === undefined ? before.receipt_email : params.receipt_email,
      request_three_d_secure:
        params.payment_method_options?.card?.request_three_d_secure ?? before.request_three_d_secure,
      setup_future_usage: params.setup_future_usage ?? before.setup_future_usage,
      future_usage_by_type: {
        ...before.future_usage_by_type,
        ...futureUsageIn(params.payment_method_options),
      },
      shipping: params.shipping === undefined ? before.shipping : params.shipping,
    })
    return confirm(context, intent, params, method)
  },
})

const cancel = operation({
  method: 'POST',
  path: '/v1/payment_intents/{id}/cancel',
  params: z.strictObject({
    cancellation_reason: z.enum(['abandoned', 'duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  }),
  run(context, params) {
    const { world } = context
    const before = ownIntent(context)
    if (!isOpen(before)) throw wrongState(world, before, 'canceled')
    if (before.invoice !== null) {
      throw invalidRequest('This PaymentIntent belongs to an invoice; void the invoice instead.')
    }
    return renderPaymentIntent(world, cancelIntent(world, before, params.cancellation_reason ?? null))
  },
})

const list = operation({
  method: 'GET',
  path: '/v1/payment_intents',
  params: z.strictObject({ customer: text.optional(), created: createdFilter, ...pagination }),
  run({ world, account, path }, params) {
    const intents = ownedBy(world.store.paymentIntents, account).filter(
      (one) =>
        (params.customer === undefined || one.customer === params.customer) &&
        isCreatedWithin(one.created, params.created),
    )
    return listPage(intents, params, path, (intent) => renderPaymentIntent(world, intent))
  },
})

export const paymentIntentOperations: Operation[] = [create, retrieve, update, confirmOne, cancel, list]
