import { CardElement } from './card/card-element.ts'
import { Elements } from './elements/elements.ts'
import type { Answer } from './frames/frame-messages.ts'
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

/** The result under its property name, or the error. */
type Result<Name extends string> =
  | { readonly [name in Name]: Readonly<Record<string, unknown>> }
  | { readonly error: ProviderError }

/** The object that a page uses. Every method resolves to a result or to `{error}`. */
type StripeObject = {
  readonly elements: (options?: unknown) => Elements
  readonly createPaymentMethod: (data: unknown) => Promise<Result<'paymentMethod'>>
  readonly createConfirmationToken: (options: unknown) => Promise<Result<'confirmationToken'>>
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
    elements: (given) => new Elements(client, given),
    createPaymentMethod: async (data) => paymentMethodOf('createPaymentMethod', data),
    createConfirmationToken: async (given) => confirmationTokenOf(given),
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
async function paymentMethodOf(method: string, data: unknown): Promise<Result<'paymentMethod'>> {
  const { card, billing_details: billingDetails, metadata } = isRecord(data) ? data : {}
  if (card instanceof CardElement)
    return named('paymentMethod', await card.createPaymentMethod(billingDetails, metadata))
  throw integrationError(`Invalid value for ${method}: card should be an object or element.`)
}

/** Makes a token from `{elements, params: {payment_method_data: {billing_details}, return_url}}`. */
async function confirmationTokenOf(options: unknown): Promise<Result<'confirmationToken'>> {
  const { elements, params } = isRecord(options) ? options : {}
  if (!(elements instanceof Elements))
    throw integrationError(
      'Invalid value for createConfirmationToken: elements should be an Elements object.',
    )
  const { payment_method_data: data, return_url: returnUrl } = isRecord(params) ? params : {}
  const billingDetails = isRecord(data) ? data['billing_details'] : undefined
  return named('confirmationToken', await elements.createConfirmationToken(billingDetails, returnUrl))
}

function named<Name extends string>(name: Name, answer: Answer): Result<Name>
function named(name: string, answer: Answer): object {
  return 'error' in answer ? answer : { [name]: answer.object }
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
    // The page can pass an intent that its server has already confirmed and that only waits for the buyer.
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
  // An intent that needs another card still has an old error, which this request must not report.
  return kind === 'payment' ? { paymentIntent: object } : { setupIntent: object }
}
