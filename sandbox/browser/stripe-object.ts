import { CardElement } from './card-element.ts'
import { createElements, type Elements } from './elements.ts'
import type { PaymentMethodResult } from './frame-messages.ts'
import {
  authenticateIntent,
  confirmIntent,
  intentOf,
  needsAction,
  retrieveIntent,
  type IntentKind,
  type IntentResult,
} from './intents.ts'
import { integrationError, type ProviderError } from './provider-error.ts'
import type { ProviderClient } from './provider-request.ts'
import { isRecord } from './record.ts'

/** The object that a page works with; every method resolves to a result or to `{error}`. */
type StripeObject = {
  readonly elements: (options?: unknown) => Elements
  readonly createPaymentMethod: (data: unknown) => Promise<PaymentMethodResult>
  readonly confirmCardPayment: (
    clientSecret: unknown,
    data?: unknown,
    options?: unknown,
  ) => Promise<IntentResult>
  readonly confirmCardSetup: (
    clientSecret: unknown,
    data?: unknown,
    options?: unknown,
  ) => Promise<IntentResult>
  readonly handleNextAction: (options: unknown) => Promise<IntentResult>
  readonly retrievePaymentIntent: (clientSecret: unknown) => Promise<IntentResult>
  readonly retrieveSetupIntent: (clientSecret: unknown) => Promise<IntentResult>
  readonly createToken: () => Promise<{ error: ProviderError }>
  readonly registerAppInfo: (wrapper: unknown) => void
  readonly _registerWrapper: (wrapper: unknown) => void
}

export function createStripe(origin: string, key: unknown, options: unknown): StripeObject {
  const client = { origin, publishableKey: publishableKeyOf(key), stripeAccount: accountOf(options) }
  return {
    elements: () => createElements(client),
    createPaymentMethod: async (data) => paymentMethodOf('createPaymentMethod', data),
    confirmCardPayment: (...given) => confirm(client, 'confirmCardPayment', 'payment', given),
    confirmCardSetup: (...given) => confirm(client, 'confirmCardSetup', 'setup', given),
    handleNextAction: (given) => handleNextAction(client, given),
    retrievePaymentIntent: (secret) => retrieve(client, 'retrievePaymentIntent', 'payment', secret),
    retrieveSetupIntent: (secret) => retrieve(client, 'retrieveSetupIntent', 'setup', secret),
    createToken: () => Promise.resolve({ error: noTokens }),
    registerAppInfo: () => undefined,
    _registerWrapper: () => undefined,
  }
}

const noTokens: ProviderError = {
  type: 'invalid_request_error',
  message: 'The sandbox does not create tokens. Create a PaymentMethod instead.',
}

function publishableKeyOf(key: unknown): string {
  if (typeof key !== 'string' || key === '')
    throw integrationError('Missing value for Stripe(): apiKey should be a string.')
  if (!key.startsWith('pk_'))
    throw integrationError(
      'You should not use your secret key with Stripe.js. Please pass a publishable key instead.',
    )
  return key
}

function accountOf(options: unknown): string | undefined {
  const account = isRecord(options) ? options['stripeAccount'] : undefined
  if (account === undefined || typeof account === 'string') return account
  throw integrationError('Invalid value for Stripe(): stripeAccount should be a string.')
}

/** Makes a payment method from `{type: 'card', card: element, billing_details, metadata}`. */
function paymentMethodOf(method: string, data: unknown): Promise<PaymentMethodResult> {
  const { card, billing_details: billingDetails, metadata } = isRecord(data) ? data : {}
  if (card instanceof CardElement) return card.createPaymentMethod(billingDetails, metadata)
  throw integrationError(`Invalid value for ${method}: card should be an object or element.`)
}

async function confirm(
  client: ProviderClient,
  method: string,
  kind: IntentKind,
  [clientSecret, data, options]: readonly unknown[],
): Promise<IntentResult> {
  const intent = intentOf(method, clientSecret, kind)
  const handlesActions = !(isRecord(options) && options['handleActions'] === false)
  if (data === undefined && handlesActions) {
    // A page may come here with an intent that its server has confirmed and that only waits for the buyer.
    const answer = await retrieveIntent(client, intent)
    if ('object' in answer && needsAction(answer.object))
      return authenticateIntent(client, intent, answer.object)
  }
  const { payment_method: given, ...parameters } = isRecord(data) ? data : {}
  if (!isRecord(given))
    return confirmIntent(client, intent, { ...parameters, payment_method: given }, handlesActions)
  const made = await paymentMethodOf(method, given)
  if ('error' in made) return made
  const paymentMethod = made.paymentMethod['id']
  return confirmIntent(client, intent, { ...parameters, payment_method: paymentMethod }, handlesActions)
}

async function handleNextAction(client: ProviderClient, options: unknown): Promise<IntentResult> {
  const clientSecret = isRecord(options) ? options['clientSecret'] : undefined
  const intent = intentOf('handleNextAction', clientSecret, 'payment', 'setup')
  const answer = await retrieveIntent(client, intent)
  if ('error' in answer) return answer
  if (!needsAction(answer.object))
    throw integrationError('handleNextAction: The intent supplied is not in the requires_action state.')
  return authenticateIntent(client, intent, answer.object)
}

async function retrieve(
  client: ProviderClient,
  method: string,
  kind: IntentKind,
  clientSecret: unknown,
): Promise<IntentResult> {
  const intent = intentOf(method, clientSecret, kind)
  const answer = await retrieveIntent(client, intent)
  if ('error' in answer) return answer
  const { object } = answer
  // The last error of an intent that waits for another card is no failure of looking it up.
  return kind === 'payment' ? { paymentIntent: object } : { setupIntent: object }
}
