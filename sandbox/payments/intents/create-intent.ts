import { invalidRequest } from '#api/errors.ts'
import { emit } from '#events/emit.ts'
import { newClientSecret, newId } from '#ids.ts'
import { mergeMetadata } from '#store/merge-metadata.ts'
import { findCalculation } from '#tax/calculations.ts'
import { platformAccount, type World } from '#world.ts'
import { checkChargeable, checkCurrency } from '../currencies.ts'
import { findCustomer } from '../find.ts'
import { methodOfToken } from '../confirmation-tokens.ts'
import { checkMayCharge } from '../may-charge.ts'
import { futureUsageIn, type CreateParams } from './payment-intent-params.ts'
import { createPaymentMethod, resolvePaymentMethod } from '../payment-methods.ts'
import type { PaymentIntentRecord, PaymentMethodRecord } from '../records.ts'
import { renderPaymentIntent } from './render-payment-intent.ts'

/** Makes an unconfirmed PaymentIntent from checked parameters. */
export function createIntent(world: World, account: string, params: CreateParams): PaymentIntentRecord {
  checkMayCharge(world, account)
  const currency = checkCurrency(params.currency)
  checkChargeable(params.amount, currency)
  checkDescriptor(params.statement_descriptor)
  const fee = checkFee(account, params.application_fee_amount ?? null, params.amount)
  const customer = params.customer === undefined ? null : findCustomer(world, account, params.customer).id
  const method = givenMethod(world, account, params)
  const calculation = linkedCalculation(world, account, params)
  const id = newId('pi')
  const automatic = params.automatic_payment_methods
  const isAutomatic = automatic?.enabled ?? true
  const intent = world.store.paymentIntents.put({
    id,
    account,
    created: world.clock.now(),
    amount: params.amount,
    amount_received: 0,
    amount_details: params.amount_details ?? null,
    application_fee_amount: fee,
    automatic_payment_methods: isAutomatic
      ? { enabled: true, allow_redirects: automatic?.allow_redirects ?? 'always' }
      : null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: params.capture_method ?? 'automatic_async',
    client_secret: newClientSecret(id),
    confirmation_method: params.confirmation_method ?? 'automatic',
    currency,
    customer,
    description: params.description ?? null,
    last_error: null,
    latest_charge: null,
    metadata: mergeMetadata({}, params.metadata),
    payment_method: method?.id ?? null,
    receipt_email: params.receipt_email ?? null,
    request_three_d_secure: params.payment_method_options?.card?.request_three_d_secure ?? 'automatic',
    setup_future_usage: params.setup_future_usage ?? null,
    future_usage_by_type: futureUsageIn(params.payment_method_options),
    return_url: null,
    shipping: params.shipping ?? null,
    statement_descriptor_suffix: params.statement_descriptor_suffix ?? null,
    status: method === undefined ? 'requires_payment_method' : 'requires_confirmation',
    invoice: null,
    ...calculation,
  })
  emit(world, account, 'payment_intent.created', renderPaymentIntent(world, intent))
  return intent
}

/** The tax calculation linked to an intent, which must be in the same currency. */
function linkedCalculation(
  world: World,
  account: string,
  { hooks, currency }: CreateParams,
): Pick<PaymentIntentRecord, 'tax_calculation'> {
  const id = hooks?.inputs?.tax?.calculation
  if (id === undefined) return {}
  const param = 'hooks[inputs][tax][calculation]'
  const found = findCalculation(world, account, id, param)
  if (found.currency === currency) return { tax_calculation: found.id }
  throw invalidRequest('The currency of the tax calculation is not that of the PaymentIntent.', { param })
}

/** The payment method that a call refers to by its id or contains. */
export function givenMethod(
  world: World,
  account: string,
  params: Pick<CreateParams, 'payment_method' | 'payment_method_data' | 'confirmation_token'>,
): PaymentMethodRecord | undefined {
  const { payment_method: id, payment_method_data: data, confirmation_token: token } = params
  if ([id, data, token].filter((one) => one !== undefined).length > 1) {
    throw invalidRequest(
      'You may only specify one of these parameters: payment_method, payment_method_data, confirmation_token.',
    )
  }
  if (token !== undefined) return methodOfToken(world, account, token)
  if (id !== undefined) return resolvePaymentMethod(world, account, id)
  return data === undefined ? undefined : createPaymentMethod(world, account, data)
}

export function checkDescriptor(descriptor: string | undefined): void {
  if (descriptor === undefined) return
  throw invalidRequest(
    'The `statement_descriptor` parameter is not supported for card payments. Please use `statement_descriptor_suffix` instead.',
    { param: 'statement_descriptor' },
  )
}

export function checkFee(account: string, fee: number | null, amount: number): number | null {
  if (fee === null) return null
  if (account === platformAccount) {
    throw invalidRequest(
      'Can only apply an application_fee_amount when the PaymentIntent is attempting a direct payment (using an OAuth key or Stripe-Account header) or destination payment (using `transfer_data[destination]`).',
      { param: 'application_fee_amount' },
    )
  }
  if (fee > amount) {
    throw invalidRequest('The application fee cannot be greater than the payment amount.', {
      param: 'application_fee_amount',
    })
  }
  return fee
}
