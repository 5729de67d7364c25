import type { Consent } from '#buying/consumer-law/asked-consent.ts'
import type { PurchaseOutcome } from '#payments/purchases/contract.ts'
import { languageHeader } from '#foundation/language/languages.ts'
import { pageLanguage } from '#foundation/language/words.ts'
import { readResumed } from '../resume/resumed.ts'
import { isRecord } from './is-record.ts'
import { visitSource } from './visit-source.ts'

/**
 * The three API calls of the payment page. Responses are read by hand, so that the page needs no schema
 * library. An unreadable response counts as no response.
 */

export type PayBody = {
  readonly form: string
  /** The id of one of the form's prices. Missing if it has only one. */
  readonly price?: string | undefined
  /** The quantity. Missing means one. */
  readonly quantity?: number | undefined
  /** The amount that the buyer entered for one unit, in minor units. Missing if the price is fixed. */
  readonly amount?: number | undefined
  readonly bumps: readonly string[]
  readonly email: string
  readonly name: string
  readonly paymentMethodId: string | null
  /** The token from the provider's fields or from a wallet, instead of a card's id. */
  readonly confirmationToken?: string
  readonly quote: string
  /** Confirms that the buyer wants to buy the form again. */
  readonly isRepeat: boolean
  /** A coupon's code, and the promise for it. */
  readonly coupon?: string
  readonly couponPromise?: string
  /** The amount due today according to the page, in minor units. */
  readonly due?: number
  /** Starts a subscription without its trial, with the first full payment. */
  readonly withoutTrial?: boolean
  /** The consents the buyer ticked. */
  readonly consents?: readonly Consent[]
  /** The answers to the form's questions as typed, by slug. Missing if it has none. */
  readonly answers?: Readonly<Record<string, readonly string[]>>
  /** The buyer's details as typed. Missing if the form asks for none. */
  readonly details?: Readonly<Record<string, string>>
  /** The solution to the server's challenge, if there was one. */
  readonly proof?: string
}

/** The server rejected the request, and nothing was charged. */
export type Refusal = {
  readonly status: number
  readonly code: string
  readonly message: string
  readonly errors: Readonly<Record<string, string>>
  /** Whether the price has changed. */
  readonly isRepriced: boolean
  /** The provider's reason for a declined card. */
  readonly reason: string
  readonly waitSeconds: number
  /** The challenge to solve before the same request is accepted, or empty if there is none. */
  readonly challenge: string
  /** The purchase that failed. Missing if none was started. */
  readonly purchase?: Pick<PurchaseOutcome, 'purchaseId' | 'secret'>
}

export type Answer =
  | { readonly kind: 'outcome'; readonly outcome: PurchaseOutcome }
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  /** It is unknown whether anything was charged. `waitSeconds` is how long the server asks the page to wait, or 0. */
  | { readonly kind: 'no-answer'; readonly waitSeconds: number }

export type PayApi = {
  readonly payForm: (body: PayBody, key: string) => Promise<Answer>
  readonly getPurchaseState: (purchaseId: string, secret: string) => Promise<Answer>
  /** Cancels a purchase that is waiting for the buyer's bank. */
  readonly cancelPurchase: (purchaseId: string, secret: string) => Promise<Answer>
}

const timeout = 10_000

export const payApi: PayApi = {
  payForm: (body, key) =>
    payBy('/api/stripe/pay-form', { ...body, source: visitSource(), resume: readResumed()?.key }, key),
  getPurchaseState: (purchaseId, secret) =>
    post(`/api/stripe/purchases/${encodeURIComponent(purchaseId)}/state`, { secret }, {}),
  cancelPurchase: (purchaseId, secret) =>
    post(`/api/stripe/purchases/${encodeURIComponent(purchaseId)}/cancel`, { secret }, {}),
}

/** Pays under an idempotency key: the same key means the same payment, however often it is sent. */
export function payBy(path: string, body: unknown, key: string): Promise<Answer> {
  return post(path, body, { 'idempotency-key': key })
}

async function post(path: string, body: unknown, headers: Record<string, string>): Promise<Answer> {
  const reply = await send(path, body, headers)
  if (reply === null) return { kind: 'no-answer', waitSeconds: 0 }
  return readAnswer(reply.status, reply.waitSeconds, reply.json)
}

type Reply = { readonly status: number; readonly waitSeconds: number; readonly json: unknown }

/** Calls the API as a buyer, or returns null if there is no readable response. */
export async function send(
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply | null> {
  try {
    const response = await fetch(path, {
      method: 'POST',
      credentials: 'include',
      headers: { ...headers, 'content-type': 'application/json', [languageHeader]: pageLanguage() },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeout),
    })
    const wait = Number(response.headers.get('retry-after'))
    const json: unknown = await response.json()
    return { status: response.status, waitSeconds: Number.isFinite(wait) ? wait : 0, json }
  } catch {
    return null
  }
}

/**
 * Reads a response. Among the server's errors, only 503 means that nothing was charged, unless the database is
 * unavailable, because that can happen after the charge. "In progress" does not mean that the request was rejected.
 */
export function readAnswer(status: number, waitSeconds: number, body: unknown): Answer {
  const unknown = { kind: 'no-answer', waitSeconds } as const
  if (status < 400) {
    const outcome = readOutcome(body)
    return outcome === null ? unknown : { kind: 'outcome', outcome }
  }
  if (status >= 500 && status !== 503) return unknown
  if (!isRecord(body) || typeof body['message'] !== 'string') return unknown
  const details = isRecord(body['details']) ? body['details'] : {}
  if (status === 409 && waitSeconds > 0) {
    const outcome = readOutcome({ ...details, status: 'processing' })
    return outcome === null ? unknown : { kind: 'outcome', outcome }
  }
  const code = textOf(body['code'])
  if (code === 'unavailable') return unknown
  return {
    kind: 'refused',
    refusal: {
      status,
      code,
      message: body['message'],
      errors: readErrors(body['errors']),
      isRepriced: isRecord(details['quote']),
      reason: textOf(details['reason']) || code,
      waitSeconds,
      challenge: textOf(details['challenge']),
      ...purchaseIn(details),
    },
  }
}

function readOutcome(body: unknown): PurchaseOutcome | null {
  if (!isRecord(body)) return null
  const { status, purchaseId, secret } = body
  if (typeof purchaseId !== 'string' || typeof secret !== 'string') return null
  if (status === 'paid') {
    const { successMessage, redirectUrl, paidWith } = body
    return {
      status,
      purchaseId,
      secret,
      successMessage: textOf(successMessage) || null,
      redirectUrl: textOf(redirectUrl) || null,
      paidWith: textOf(paidWith) || null,
    }
  }
  if (status === 'requires_action') {
    const clientSecret = textOf(body['clientSecret'])
    return clientSecret === '' ? null : { status, purchaseId, secret, clientSecret }
  }
  if (status === 'processing') {
    return { status, purchaseId, secret, settlesBy: textOf(body['settlesBy']) || null }
  }
  if (status === 'failed') {
    const [reason, message] = [textOf(body['reason']), textOf(body['message'])]
    return { status, purchaseId, secret, reason, message, method: textOf(body['method']) || null }
  }
  return null
}

function purchaseIn({ purchaseId, secret }: Readonly<Record<string, unknown>>): Pick<Refusal, 'purchase'> {
  const isNamed = typeof purchaseId === 'string' && typeof secret === 'string'
  return isNamed ? { purchase: { purchaseId, secret } } : {}
}

function readErrors(value: unknown): Record<string, string> {
  if (!isRecord(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([field, message]) => [field, textOf(message)]))
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
