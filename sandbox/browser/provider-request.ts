import { isRecord } from './record.ts'
import { connectionError, type ProviderError } from './provider-error.ts'

/** Sends requests from the browser to the sandbox's API, with a publishable key and for its account. */
export type ProviderClient = {
  readonly origin: string
  readonly publishableKey: string
  readonly stripeAccount: string | undefined
}

export type ProviderAnswer =
  | { readonly object: Readonly<Record<string, unknown>> }
  | { readonly error: ProviderError }

const apiVersion = '2026-10-28.endive'

export function getObject(
  client: ProviderClient,
  path: string,
  query: Readonly<Record<string, string>>,
): Promise<ProviderAnswer> {
  return send(client, `${path}?${new URLSearchParams(query).toString()}`, { method: 'GET' })
}

export function postForm(
  client: ProviderClient,
  path: string,
  fields: Readonly<Record<string, unknown>>,
): Promise<ProviderAnswer> {
  return send(client, path, { method: 'POST', body: encodeForm(fields) })
}

/** Encodes nested fields in Stripe's notation, `card[exp_month]=12`. Leaves out undefined and null. */
export function encodeForm(fields: Readonly<Record<string, unknown>>): URLSearchParams {
  const form = new URLSearchParams()
  appendFields(form, '', fields)
  return form
}

function appendFields(
  form: URLSearchParams,
  prefix: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  for (const [name, value] of Object.entries(fields)) {
    const key = prefix === '' ? name : `${prefix}[${name}]`
    if (isRecord(value)) appendFields(form, key, value)
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      form.append(key, String(value))
  }
}

async function send(client: ProviderClient, path: string, request: RequestInit): Promise<ProviderAnswer> {
  const headers = new Headers({
    authorization: `Bearer ${client.publishableKey}`,
    'stripe-version': apiVersion,
  })
  if (client.stripeAccount !== undefined) headers.set('stripe-account', client.stripeAccount)
  try {
    const response = await fetch(client.origin + path, { ...request, headers, credentials: 'omit' })
    return answerOf(response.ok, await response.json())
  } catch {
    return { error: connectionError }
  }
}

function answerOf(isOk: boolean, body: unknown): ProviderAnswer {
  if (!isRecord(body)) return { error: connectionError }
  if (isOk) return { object: body }
  const { error } = body
  return { error: isProviderError(error) ? error : connectionError }
}

export function isProviderError(value: unknown): value is ProviderError {
  return isRecord(value) && typeof value['type'] === 'string' && typeof value['message'] === 'string'
}
