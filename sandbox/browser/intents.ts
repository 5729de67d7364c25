import { showAuthentication } from './frames/authentication-overlay.ts'
import { authenticationFailure, integrationError, type ProviderError } from './provider-error.ts'
import {
  getObject,
  isProviderError,
  postForm,
  type ProviderAnswer,
  type ProviderClient,
} from './provider-request.ts'
import { isRecord } from './record.ts'

type ProviderObject = Readonly<Record<string, unknown>>

const kinds = {
  payment: {
    result: 'paymentIntent',
    field: 'payment_intent',
    lastError: 'last_payment_error',
    path: '/v1/payment_intents',
    secret: /^(pi_[A-Za-z0-9]+)_secret_\w+$/,
    failureCode: 'payment_intent_authentication_failure',
  },
  setup: {
    result: 'setupIntent',
    field: 'setup_intent',
    lastError: 'last_setup_error',
    path: '/v1/setup_intents',
    secret: /^(seti_[A-Za-z0-9]+)_secret_\w+$/,
    failureCode: 'setup_intent_authentication_failure',
  },
} as const

export type IntentKind = keyof typeof kinds
type IntentResultName = (typeof kinds)[IntentKind]['result']

/** `{paymentIntent}` or `{setupIntent}` on success, `{error}` for problems of the buyer or the network. */
export type IntentResult =
  | { readonly error: ProviderError }
  | { readonly [name in IntentResultName]?: ProviderObject }

/** A PaymentIntent or SetupIntent whose client secret the page has. */
type Intent = {
  readonly kind: IntentKind
  readonly path: string
  readonly clientSecret: string
}

export function intentOf(method: string, clientSecret: unknown, ...allowed: IntentKind[]): Intent {
  if (typeof clientSecret === 'string')
    for (const kind of allowed) {
      const id = kinds[kind].secret.exec(clientSecret)?.[1]
      if (id !== undefined) return { kind, path: `${kinds[kind].path}/${id}`, clientSecret }
    }
  throw integrationError(
    `Invalid value for stripe.${method} intent secret: value should be a client secret of the form \${id}_secret_\${secret}.`,
  )
}

export function retrieveIntent(client: ProviderClient, intent: Intent): Promise<ProviderAnswer> {
  return getObject(client, intent.path, { client_secret: intent.clientSecret })
}

/** Confirms an intent with the given parameters and, unless turned off, guides the buyer through authentication. */
export async function confirmIntent(
  client: ProviderClient,
  intent: Intent,
  parameters: Readonly<Record<string, unknown>>,
  handlesActions: boolean,
): Promise<IntentResult> {
  const answer = await postForm(client, `${intent.path}/confirm`, {
    ...parameters,
    client_secret: intent.clientSecret,
    use_stripe_sdk: true,
  })
  if ('error' in answer) return answer
  return handlesActions && needsAction(answer.object)
    ? authenticateIntent(client, intent, answer.object)
    : resultOf(intent, answer.object)
}

export function needsAction(object: ProviderObject): boolean {
  return object['status'] === 'requires_action'
}

/** Shows the bank's page for an intent that requires authentication, and returns the intent's new state. */
export async function authenticateIntent(
  client: ProviderClient,
  intent: Intent,
  object: ProviderObject,
): Promise<IntentResult> {
  const elsewhere = redirectAddress(client, object)
  if (elsewhere !== undefined) {
    // The buyer leaves this page, so the promise never resolves.
    window.location.assign(elsewhere)
    return new Promise(() => undefined)
  }
  const address = authenticationAddress(client, object)
  if (address === undefined)
    throw integrationError('The next action of this intent cannot be handled on this page.')
  await showAuthentication(address)
  const answer = await retrieveIntent(client, intent)
  if ('error' in answer) return answer
  if (!needsAction(answer.object)) return resultOf(intent, answer.object)
  const { field, failureCode } = kinds[intent.kind]
  return { error: { ...authenticationFailure, code: failureCode, [field]: answer.object } }
}

function authenticationAddress(client: ProviderClient, object: ProviderObject): string | undefined {
  const address = actionIn(object, 'use_stripe_sdk')['stripe_js']
  return ownAddress(client, address, '/frames/authenticate')
}

function redirectAddress(client: ProviderClient, object: ProviderObject): string | undefined {
  return ownAddress(client, actionIn(object, 'redirect_to_url')['url'], '/redirect/authorize')
}

function actionIn(object: ProviderObject, kind: string): ProviderObject {
  const action = object['next_action']
  const details = isRecord(action) ? action[kind] : undefined
  return isRecord(details) ? details : {}
}

/** Changes a URL to the origin that loaded this script, because the sandbox can be reached by several host names. */
function ownAddress(client: ProviderClient, address: unknown, path: string): string | undefined {
  if (typeof address !== 'string') return undefined
  const { pathname, search } = new URL(address)
  return pathname === path ? client.origin + pathname + search : undefined
}

function resultOf(intent: Intent, object: ProviderObject): IntentResult {
  const { result, field, lastError } = kinds[intent.kind]
  const error = object[lastError]
  if (object['status'] === 'requires_payment_method' && isProviderError(error))
    return { error: { ...error, [field]: object } }
  return { [result]: object }
}
