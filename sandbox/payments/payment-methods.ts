import { z } from 'zod'
import { ApiError, invalidRequest, resourceMissing } from '#api/errors.ts'
import { operation, pathId, type Operation } from '#api/operation.ts'
import { metadata, text } from '#api/params.ts'
import { findTestCard, testCardOfPaymentMethodId, type TestCard } from '#cards/test-cards.ts'
import { findTestDebit } from '#cards/debit-accounts.ts'
import { emit } from '#events/emit.ts'
import { newId } from '#ids.ts'
import type { World } from '#world.ts'
import {
  asBillingDetails,
  billingDetailsParams,
  cardParams,
  checkCard,
  checkIban,
  debitParams,
  fullYear,
} from './card-details.ts'
import { find, findCustomer } from './find.ts'
import type { PaymentMethodRecord } from './records.ts'
import { renderPaymentMethod } from './render-payment-method.ts'

const allowRedisplay = z.enum(['always', 'limited', 'unspecified']).optional()

const common = {
  billing_details: billingDetailsParams.optional(),
  allow_redisplay: allowRedisplay,
  metadata: metadata.optional(),
}
const nothing = z.strictObject({}).optional()

export const paymentMethodParams = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('card'), card: cardParams, ...common }),
  z.strictObject({ type: z.literal('link'), link: nothing, ...common }),
  z.strictObject({ type: z.literal('sepa_debit'), sepa_debit: debitParams, ...common }),
  z.strictObject({
    type: z.literal('ideal'),
    ideal: z.strictObject({ bank: text.optional() }).optional(),
    ...common,
  }),
])
export type PaymentMethodParams = z.infer<typeof paymentMethodParams>

export function createPaymentMethod(
  world: World,
  account: string,
  params: PaymentMethodParams,
): PaymentMethodRecord {
  return world.store.paymentMethods.put(newPaymentMethod(world, account, params))
}

/** A new PaymentMethod that is not stored yet. */
export function newPaymentMethod(
  world: World,
  account: string,
  params: PaymentMethodParams,
): PaymentMethodRecord {
  checkDetails(world, params)
  const card = params.type === 'card' ? params.card : undefined
  return {
    id: newId('pm'),
    account,
    created: world.clock.now(),
    customer: null,
    type: params.type,
    allow_redisplay: params.allow_redisplay ?? 'unspecified',
    billing_details: asBillingDetails(params.billing_details),
    card_number: card?.number ?? '',
    wallet: null,
    link_account: params.type === 'link' ? (params.billing_details?.email ?? null) : null,
    iban: params.type === 'sepa_debit' ? params.sepa_debit.iban : null,
    exp_month: card?.exp_month ?? 0,
    exp_year: fullYear(card?.exp_year ?? 0),
    has_cvc: card?.cvc !== undefined,
    metadata: params.metadata ?? {},
    set_up: false,
    consumed: false,
  }
}

function checkDetails(world: World, params: PaymentMethodParams): void {
  if (params.type === 'card') checkCard(params.card, world.clock.now())
  if (params.type === 'sepa_debit') {
    requireDetails(params, 'name', 'email')
    checkIban(params.sepa_debit.iban)
  }
  if (params.type === 'link') requireDetails(params, 'email')
}

function requireDetails(params: PaymentMethodParams, ...names: ('name' | 'email')[]): void {
  const missing = names.find((name) => !params.billing_details?.[name])
  if (missing === undefined) return
  const param = `billing_details[${missing}]`
  throw invalidRequest(`Missing required param: ${param}.`, { code: 'parameter_missing', param })
}

/** Finds a PaymentMethod by its id, or makes one for an id such as `pm_card_visa`. */
export function resolvePaymentMethod(
  world: World,
  account: string,
  id: string,
  param = 'payment_method',
): PaymentMethodRecord {
  const published = testCardOfPaymentMethodId(id)
  if (published === undefined) return find(world.store.paymentMethods, account, id, 'PaymentMethod', param)
  const year = new Date(world.clock.now() * 1000).getUTCFullYear() + 1
  return createPaymentMethod(world, account, {
    type: 'card',
    card: { number: published.number, exp_month: 8, exp_year: year, cvc: '123' },
  })
}

type Behaviour = Pick<TestCard, 'charge' | 'attach' | 'authentication' | 'lookupFails' | 'refund'> & {
  readonly dispute?: TestCard['dispute'] | 'debit_not_authorized'
}

/** The behavior of the PaymentMethod's test card or of its type. */
export function behaviourOf(method: PaymentMethodRecord): Behaviour {
  switch (method.type) {
    case 'card': {
      const card = findTestCard(method.card_number)
      if (card === undefined) throw new Error(`${method.id} has no test card`)
      return card
    }
    case 'ideal':
      return { authentication: 'always' }
    case 'sepa_debit': {
      const isCalledBack = findTestDebit(method.iban ?? '')?.isCalledBack === true
      return { authentication: 'frictionless', ...(isCalledBack ? { dispute: 'debit_not_authorized' } : {}) }
    }
    case 'link':
      return { authentication: 'frictionless' }
  }
}

/** @throws ApiError 402 if the bank declines the card, 400 if the method was used up */
export function attachPaymentMethod(
  world: World,
  method: PaymentMethodRecord,
  customer: string,
): PaymentMethodRecord {
  if (method.customer === customer) return method
  if (method.customer !== null) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  if (method.consumed) throw methodUsedUp()
  const attached = world.store.paymentMethods.put({ ...method, customer })
  emit(world, method.account, 'payment_method.attached', renderPaymentMethod(attached))
  return attached
}

export function methodUsedUp(): ApiError {
  return invalidRequest(
    'The provided PaymentMethod was previously used with a PaymentIntent without Customer attachment, shared with a connected account without Customer attachment, or was detached from a Customer. It may not be used again. To use a PaymentMethod multiple times, you must attach it to a Customer first.',
    { code: 'payment_method_unexpected_state', param: 'payment_method' },
  )
}

const create = operation({
  method: 'POST',
  path: '/v1/payment_methods',
  params: paymentMethodParams,
  publishable: true,
  run: ({ world, account }, params) => renderPaymentMethod(createPaymentMethod(world, account, params)),
})

const retrieve = operation({
  method: 'GET',
  path: '/v1/payment_methods/{id}',
  params: z.strictObject({}),
  run: (context) =>
    renderPaymentMethod(resolvePaymentMethod(context.world, context.account, pathId(context))),
})

const attach = operation({
  method: 'POST',
  path: '/v1/payment_methods/{id}/attach',
  params: z.strictObject({ customer: text }),
  run(context, params) {
    const { world, account } = context
    const customer = findCustomer(world, account, params.customer)
    const method = resolvePaymentMethod(world, account, pathId(context))
    const refusal = behaviourOf(method).attach
    if (refusal !== undefined) {
      const { isBlocked: _isBlocked, ...error } = refusal
      throw new ApiError(402, { type: 'card_error', ...error })
    }
    return renderPaymentMethod(attachPaymentMethod(world, method, customer.id))
  },
})

const detach = operation({
  method: 'POST',
  path: '/v1/payment_methods/{id}/detach',
  params: z.strictObject({}),
  run(context) {
    const { world, account } = context
    const method = find(
      world.store.paymentMethods,
      account,
      pathId(context),
      'PaymentMethod',
      'payment_method',
    )
    if (method.customer === null) {
      throw invalidRequest(
        'The payment method you provided is not attached to a customer so detachment is impossible.',
      )
    }
    const customer = world.store.customers.get(method.customer)
    if (customer?.default_payment_method === method.id) {
      world.store.customers.put({ ...customer, default_payment_method: null })
    }
    const detached = world.store.paymentMethods.put({ ...method, customer: null, consumed: true })
    emit(world, account, 'payment_method.detached', renderPaymentMethod(detached), {
      customer: method.customer,
    })
    return renderPaymentMethod(detached)
  },
})

export const paymentMethodOperations: Operation[] = [create, retrieve, attach, detach]

/** The bank replaces a card with one that is valid for four more years, and notifies Stripe. */
export function renewCard(world: World, id: string): PaymentMethodRecord {
  const method = world.store.paymentMethods.get(id)
  if (method?.customer === undefined || method.customer === null) throw resourceMissing('PaymentMethod', id)
  const before = renderPaymentMethod(method)
  const renewed = world.store.paymentMethods.put({ ...method, exp_year: method.exp_year + 4 })
  const now = renderPaymentMethod(renewed)
  emit(world, renewed.account, 'payment_method.automatically_updated', now, { card: before['card'] ?? null })
  return renewed
}
