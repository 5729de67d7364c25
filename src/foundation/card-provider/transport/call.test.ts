import { Stripe } from 'stripe'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { firstPause } from '#foundation/card-provider/transport/retry-pace.ts'
import { createProviderCall, type Request } from './call.ts'
import { NotSendable, OutcomeUnknown, ProviderRefused, ProviderUnreachable } from '../errors.ts'
import { markSent } from './mark-sent.ts'

const [second, minute] = [1_000, 60_000]
/** Calls the provider with the same pauses between retries as the product. */
const providerCall = () => createProviderCall(undefined, undefined, firstPause)

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const failure = (code: string) =>
  new Stripe.errors.StripeConnectionError({
    message: code,
    detail: Object.assign(new Error(code), { code }),
    type: 'api_error',
  })

/** A provider that never responds within the timeout. */
const silent: Request<never> = ({ timeout }) =>
  new Promise((_, reject) => {
    setTimeout(() => reject(failure('ETIMEDOUT')), timeout)
  })

/** How long the work took, and the error it failed with, if any. */
async function timed(work: Promise<unknown>): Promise<{ took: number; error: unknown }> {
  const begunAt = Date.now()
  const error = work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  const ended = error.then(() => Date.now() - begunAt)
  await vi.runAllTimersAsync()
  return { took: await ended, error: await error }
}

// Proves provider-calls.
test('a call to a provider that does not respond fails after eight seconds, including retries', async () => {
  const { took, error } = await timed(providerCall()('a charge', silent))

  expect([took, error]).toEqual([8 * second, expect.any(OutcomeUnknown)])
})

test('a call that fails immediately is tried three times with growing pauses in between', async () => {
  const sentAt: number[] = []
  const begunAt = Date.now()
  const { error } = await timed(
    providerCall()('a charge', () => {
      sentAt.push(Date.now() - begunAt)
      return Promise.reject(failure('ECONNREFUSED'))
    }),
  )

  expect([sentAt.length, error]).toEqual([3, expect.any(ProviderUnreachable)])
  expect(sentAt[1]).toBeGreaterThanOrEqual(200)
  expect(sentAt[2]).toBeGreaterThanOrEqual((sentAt[1] ?? 0) + 400)
})

function tooMany(retryAfter: string) {
  return new Stripe.errors.StripeRateLimitError({
    type: 'rate_limit_error',
    message: 'Too many requests',
    statusCode: 429,
    headers: { 'retry-after': retryAfter },
  })
}

// Proves provider-calls.
test('a rate-limited call waits as long as the provider asks', async () => {
  const sentAt: number[] = []
  const begunAt = Date.now()
  const { took, error } = await timed(
    providerCall()('a charge', () => {
      sentAt.push(Date.now() - begunAt)
      return sentAt.length === 1 ? Promise.reject(tooMany('3')) : Promise.resolve('charged')
    }),
  )

  expect([sentAt, took, error]).toEqual([[0, 3 * second], 3 * second, undefined])
})

test('a call is not retried if the requested pause exceeds its time limit', async () => {
  let sent = 0
  const { took, error } = await timed(
    providerCall()('a charge', () => {
      sent += 1
      return Promise.reject(tooMany('30'))
    }),
  )

  expect([sent, took, error]).toEqual([1, 0, expect.any(ProviderUnreachable)])
})

// Proves provider-calls.
test.each([
  'CONNECT_TIMED_OUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'CERT_HAS_EXPIRED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])('a call that fails with %s reports that nothing was charged', async (code) => {
  const { error } = await timed(providerCall()('a charge', () => Promise.reject(failure(code))))

  expect(error).toBeInstanceOf(ProviderUnreachable)
})

// Proves provider-calls.
test.each([
  { buyersEvery: second, how: 'rejects connections', request: () => Promise.reject(failure('ECONNREFUSED')) },
  { buyersEvery: minute, how: 'rejects connections', request: () => Promise.reject(failure('ECONNREFUSED')) },
  { buyersEvery: second, how: 'never answers', request: silent },
  { buyersEvery: minute, how: 'never answers', request: silent },
])(
  'a provider that $how is not overloaded, and buyers (one per $buyersEvery ms) can pay soon after it recovers',
  async ({ buyersEvery, request }) => {
    const call = providerCall()
    const isBackAt = Date.now() + 30 * minute
    let sent = 0
    let firstPaidAt = Number.POSITIVE_INFINITY
    const send: Request<unknown> = (options) => {
      if (Date.now() >= isBackAt) return Promise.resolve()
      sent += 1
      return request(options)
    }
    // A successful purchase takes two calls to the provider.
    const buy = async (): Promise<void> => {
      await call('a customer', send)
      await call('a charge', send)
      firstPaidAt = Math.min(firstPaidAt, Date.now())
    }
    let buyers = 0
    while (Date.now() < isBackAt) {
      buyers += 1
      void buy().catch(() => undefined)
      await vi.advanceTimersByTimeAsync(buyersEvery)
    }
    for (let waited = 0; waited < 31; waited += 1) {
      void buy().catch(() => undefined)
      await vi.advanceTimersByTimeAsync(second)
    }

    expect(sent / (2 * buyers)).toBeLessThan(1.2)
    expect(firstPaidAt - isBackAt).toBeLessThanOrEqual(30 * second)
  },
)

test('a request that the SDK cannot encode is rejected without being sent and never retried', async () => {
  let tries = 0
  const { error } = await timed(
    providerCall()('a tax rate', async () => {
      tries += 1
      return encodeURIComponent('\ud83c')
    }),
  )

  expect([tries, error]).toEqual([1, expect.any(NotSendable)])
  expect(error).toBeInstanceOf(ProviderRefused)
})

test('an error after a request was sent leaves the request’s outcome unknown', async () => {
  const { error } = await timed(
    providerCall()('a charge', async () => {
      markSent()
      throw new TypeError('The answer cannot be read')
    }),
  )

  expect(error).toEqual(expect.any(OutcomeUnknown))
})
