import { isRecord } from './errors.ts'

/** The message was not signed with the secret, or it is too old. Respond with 401. */
export class NotGenuine extends Error {
  override readonly name = 'NotGenuine'
}

/** Headers of a request, as `fetch` or Node provides them. */
export type GivenHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** What arrives at a webhook: an event, or the challenge with which Tillform checks a new webhook. */
export type Message = { readonly id: string; readonly type: string; readonly challenge?: string }

/** How old a message can be, in seconds. */
const tolerance = 300
const prefix = 'whsec_'

/**
 * Verifies a message according to Standard Webhooks and parses it. `body` is the text as it arrived, before any
 * parsing. With several secrets, one must match. Throws `NotGenuine`.
 */
export async function verifyMessage(
  body: string,
  headers: GivenHeaders,
  secret: string | readonly string[],
  now: number = Date.now(),
): Promise<Message> {
  const id = headerOf(headers, 'webhook-id')
  const time = headerOf(headers, 'webhook-timestamp')
  if (!/^\d+$/.test(time) || Math.abs(now / 1_000 - Number(time)) > tolerance)
    throw new NotGenuine('The message is too old, or its time is missing')
  const signed = new TextEncoder().encode(`${id}.${time}.${body}`)
  const given = headerOf(headers, 'webhook-signature').split(' ')
  const secrets = typeof secret === 'string' ? [secret] : secret
  const checks = secrets.map((one) => isSigned(one, signed, given))
  if (!(await Promise.all(checks)).includes(true)) throw new NotGenuine('The signature does not fit')
  const message: unknown = JSON.parse(body)
  if (!isMessage(message)) throw new NotGenuine('The message is not an event')
  return message
}

/** Uses WebCrypto, which compares signatures in constant time. */
async function isSigned(
  secret: string,
  signed: Uint8Array<ArrayBuffer>,
  given: readonly string[],
): Promise<boolean> {
  const bytes = fromBase64(secret.replace(prefix, ''))
  if (bytes === undefined) throw new TypeError('The secret must be the one that Tillform showed, whsec_…')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['verify'])
  for (const one of given) {
    const signature = one.startsWith('v1,') ? fromBase64(one.slice('v1,'.length)) : undefined
    if (signature !== undefined && (await crypto.subtle.verify('HMAC', key, signature, signed))) return true
  }
  return false
}

/**
 * Responds to a webhook’s requests: verifies each, returns challenges, and passes events on. Tillform sends an event
 * again if `onEvent` throws.
 */
export function answerMessages(
  secret: string | readonly string[],
  onEvent: (event: Message) => unknown,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      const message = await verifyMessage(await request.text(), request.headers, secret)
      if (message.challenge !== undefined) return new Response(message.challenge)
      await onEvent(message)
      return new Response('ok')
    } catch (error) {
      if (error instanceof NotGenuine) return new Response(error.message, { status: 401 })
      throw error
    }
  }
}

function headerOf(headers: GivenHeaders, name: string): string {
  if (isMap(headers)) return headers.get(name) ?? ''
  const value = headers[name]
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}

function isMap(headers: GivenHeaders): headers is { readonly get: (name: string) => string | null } {
  return typeof headers['get'] === 'function'
}

function isMessage(value: unknown): value is Message {
  if (!isRecord(value)) return false
  const { id, type, challenge } = value
  const isChallenge = challenge === undefined || typeof challenge === 'string'
  return typeof id === 'string' && typeof type === 'string' && isChallenge
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}
