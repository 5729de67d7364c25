import { Stripe } from 'stripe'
import { assertOutsideTransaction } from '#foundation/db/database.ts'
import { declineOf } from '../charged-card.ts'
import { connectTimeOut } from './connect-in-time.ts'
import {
  AccountDisconnected,
  CardDeclined,
  IdempotencyKeyTaken,
  NotSendable,
  OutcomeUnknown,
  ProviderRefused,
  ProviderUnreachable,
} from '../errors.ts'
import { whileWatched } from './mark-sent.ts'
import { firstPause } from './retry-pace.ts'

/** The time limit for all attempts of a call, in milliseconds. It is below the browser's timeout of 10 seconds. */
const totalTime = 8_000
const shortestTry = 1_000
const mostTries = 3

const failuresThatOpen = 5
const openFor = 30_000

/** Makes one request through the SDK with these options. */
export type Request<T> = (options: { timeout: number; maxNetworkRetries: 0 }) => Promise<T>

/** Observes the outcomes of calls. `operation` is the name of the SDK's method. */
export type ProviderWatch = {
  /** Wraps a call to the provider with all its attempts. */
  readonly call: <T>(operation: string, work: () => Promise<T>) => Promise<T>
  readonly retried: (operation: string) => void
  readonly timedOut: (operation: string) => void
  /** Called when a call was rejected without being sent. */
  readonly heldBack: () => void
  /** Called when no calls will be sent for this many milliseconds. */
  readonly opened: (milliseconds: number) => void
}

const unwatched: ProviderWatch = {
  call: (_operation, work) => work(),
  retried: () => undefined,
  timedOut: () => undefined,
  heldBack: () => undefined,
  opened: () => undefined,
}

/**
 * Calls the provider: never inside a transaction, with up to three attempts within eight seconds, and with every
 * failure translated once. After five consecutive calls without a response, further calls are rejected for thirty
 * seconds without being sent. Then they are sent one at a time, each once, until one gets a response, so that a
 * recovering provider is not hit by all waiting requests. `within` is the time limit for this call in milliseconds, for
 * buyers who wait for several calls.
 */
export type ProviderCall = <T>(name: string, request: Request<T>, within?: number) => Promise<T>

export function createProviderCall(
  watch: ProviderWatch = unwatched,
  now: () => number = Date.now,
  pause = firstPause,
): ProviderCall {
  let failuresInRow = 0
  let closedUntil = 0
  let isAway = false
  let isProbed = false

  return async (name, request, within = totalTime) => {
    assertOutsideTransaction(`the card provider (${name})`)
    if (now() < closedUntil || isProbed) {
      watch.heldBack()
      throw new ProviderUnreachable()
    }
    const begunAt = now()
    const isProbe = isAway
    isProbed = isProbe
    try {
      const tries = isProbe ? 1 : mostTries
      const result = await watch.call(name, () => tryRepeatedly(name, request, begunAt + within, tries))
      resetFailures()
      return result
    } catch (failure) {
      if (failure instanceof OutcomeUnknown || failure instanceof ProviderUnreachable) {
        failuresInRow += 1
        if (isProbe || failuresInRow >= failuresThatOpen) holdBack(isProbe ? begunAt : now())
      } else {
        resetFailures()
      }
      throw failure
    } finally {
      if (isProbe) isProbed = false
    }
  }

  function resetFailures(): void {
    failuresInRow = 0
    isAway = false
  }

  /** Counted from the start of the test call, because otherwise a slow call would prolong the outage it tests for. */
  function holdBack(since: number): void {
    closedUntil = since + openFor
    isAway = true
    failuresInRow = 0
    watch.opened(closedUntil - now())
  }

  /** Throws the failure of the last attempt, but never "nothing happened" if an earlier attempt may have arrived. */
  async function tryRepeatedly<T>(
    name: string,
    request: Request<T>,
    deadline: number,
    tries: number,
  ): Promise<T> {
    let mayHaveArrived = false
    for (let attempt = 0; ; attempt += 1) {
      const one = { isSent: false }
      try {
        const timeout = Math.max(deadline - now(), shortestTry)
        const begin = () => request({ timeout, maxNetworkRetries: 0 })
        return await whileWatched(one, () => withoutStack(begin))
      } catch (error) {
        if (codeOf(error) === 'ETIMEDOUT') watch.timedOut(name)
        const failure = translate(error, one.isSent)
        mayHaveArrived ||= failure instanceof OutcomeUnknown
        const wait = waitBeforeRetry(error, pause * 2 ** attempt)
        if (attempt + 1 >= tries || wait === null || now() + wait + shortestTry > deadline) {
          throw mayHaveArrived && saysNothingOfEarlier(failure) ? new OutcomeUnknown(error) : failure
        }
        await new Promise((resolve) => setTimeout(resolve, wait))
        watch.retried(name)
      }
    }
  }
}

/**
 * For each request the SDK captures a stack trace in case it fails. This takes longer than building the body, and our
 * own error has a stack trace anyway. The SDK's method captures its trace before it returns.
 */
function withoutStack<T>(begin: () => T): T {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 0
  try {
    return begin()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/** Whether a failed attempt leaves the outcome of an earlier one open. A declined card or a used key does not. */
function saysNothingOfEarlier(failure: unknown): boolean {
  return failure instanceof ProviderUnreachable || failure instanceof ProviderRefused
}

/** The milliseconds to wait before repeating the request with the same key, or null to give up. */
function waitBeforeRetry(error: unknown, pause: number): number | null {
  const backoff = pause + Math.random() * pause
  if (error instanceof Stripe.errors.StripeConnectionError) return backoff
  if (!(error instanceof Stripe.errors.StripeError)) return null
  const shouldRetry = error.headers?.['stripe-should-retry']
  if (shouldRetry === 'false') return null
  const status = error.statusCode ?? 0
  if (status !== 409 && status !== 429 && status < 500 && shouldRetry !== 'true') return null
  const retryAfter = Number(error.headers?.['retry-after'])
  return retryAfter > 0 ? Math.max(retryAfter * 1000, backoff) : backoff
}

function translate(error: unknown, isSent: boolean): unknown {
  if (error instanceof Stripe.errors.StripeCardError) {
    const reason = error.decline_code ?? error.code ?? 'card_declined'
    const intentId = error.payment_intent?.id ?? error.setup_intent?.id
    return new CardDeclined(reason, error.message, intentId, declineOf(error))
  }
  if (error instanceof Stripe.errors.StripeIdempotencyError) return new IdempotencyKeyTaken(error.message)
  if (error instanceof Stripe.errors.StripeConnectionError) {
    return connectFailures.has(codeOf(error) ?? '')
      ? new ProviderUnreachable(error)
      : new OutcomeUnknown(error)
  }
  if (error instanceof Stripe.errors.StripeRateLimitError) return new ProviderUnreachable(error)
  if (!(error instanceof Stripe.errors.StripeError)) {
    // The SDK rejects text that cannot be encoded, such as half an emoji, so such a request is never sent.
    return isSent ? new OutcomeUnknown(error) : new NotSendable(error)
  }
  const status = error.statusCode ?? 0
  if (status === 424 || status >= 500) return new OutcomeUnknown(error, true)
  if (status === 409) return new OutcomeUnknown(error)
  const code = error.code ?? error.rawType ?? 'refused'
  const isDisconnected = status === 403 && code === 'account_invalid'
  return new (isDisconnected ? AccountDisconnected : ProviderRefused)(code, error.message, error.param)
}

/**
 * The error codes of a connection that was never established or whose certificate was rejected, so that no
 * request was sent over it.
 */
const connectFailures = new Set([
  connectTimeOut,
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** The error code of a failed connection, or undefined for other failures. */
function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Stripe.errors.StripeConnectionError)) return undefined
  const { detail } = error
  return typeof detail === 'object' && 'code' in detail && typeof detail.code === 'string'
    ? detail.code
    : undefined
}
