import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { clientOf, failure, readySeller, startBench, until, type Bench } from '#testing.ts'

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
})
beforeEach(async () => {
  await bench.control('POST', '/reset')
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

const script = (fault: object, more: object = { times: 1 }) =>
  bench.control('PUT', '/faults', {
    calls: [{ method: 'POST', path: '/v1/payment_intents', fault, ...more }],
  })

const pay = (key: string, timeout = 5000) =>
  bench.stripe.paymentIntents.create(
    {
      amount: 4999,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    { stripeAccount: seller, idempotencyKey: key, timeout },
  )

const charges = async () => (await bench.control('GET', '/charges')).data ?? []

describe('faults of calls', () => {
  it('a connection cut before the effect charges nothing, and the same key can then charge', async () => {
    // Twice, because the SDK retries one connection reset.
    await script({ kind: 'cut_before' }, { times: 2 })
    expect(await failure(pay('k'))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await charges()).toHaveLength(0)
    await pay('k')
    expect(await charges()).toHaveLength(1)
  })

  it('a connection cut after the effect lets the same key find the charge', async () => {
    await script({ kind: 'cut_after' }, { times: 2 })
    expect(await failure(pay('k'))).toMatchObject({ type: 'StripeConnectionError' })
    expect(await charges()).toHaveLength(1)
    const again = await pay('k')
    expect(again.latest_charge).toBe((await charges())[0]?.id)
    expect(await charges()).toHaveLength(1)
  })

  it.each([
    ['timeout_before', 0],
    ['timeout_after', 1],
  ])('the fault %s leaves %d charges', async (kind, count) => {
    await script({ kind })
    await failure(pay('k', 200))
    expect(await charges()).toHaveLength(count)
  })

  it('a 500 repeats for the same key unless the script says it was not stored', async () => {
    await script({ kind: 'error', status: 500 })
    expect(await failure(pay('k'))).toMatchObject({ statusCode: 500 })
    expect(await failure(pay('k'))).toMatchObject({ statusCode: 500 })
    await script({ kind: 'error', status: 500, stored: false })
    await failure(pay('l'))
    expect((await pay('l')).status).toBe('succeeded')
  })

  it('a fault can respond with 429, which the SDK does not retry', async () => {
    await script({ kind: 'rate_limit' })
    const stripe = clientOf(bench.sandbox, undefined, 2)
    const limited = stripe.paymentIntents.create({ amount: 500, currency: 'usd' }, { stripeAccount: seller })
    expect(await failure(limited)).toMatchObject({ type: 'StripeRateLimitError', statusCode: 429 })
  })

  it('a fault can affect only the nth call', async () => {
    await script({ kind: 'error', status: 400 }, { nth: 2 })
    await pay('a')
    await failure(pay('b'))
    await pay('c')
    expect(await charges()).toHaveLength(2)
  })

  it('a fault can hold back a response after the effect until it is released', async () => {
    await script({ kind: 'hold_after' })
    const held = pay('k')
    await until(async () => (await bench.control('GET', '/requests')).data?.[0]?.status === 'held')
    expect(await charges()).toHaveLength(1)
    await bench.control('POST', '/faults/release')
    expect((await held).status).toBe('succeeded')
  })

  it('a request held before its effect does nothing if its client disconnects', async () => {
    await script({ kind: 'hold_before' })
    await failure(pay('k', 200))
    await until(async () => (await bench.control('GET', '/requests')).data?.[0]?.status === 'cut')
    expect(await charges()).toHaveLength(0)
    expect((await pay('k')).status).toBe('succeeded')
  })

  it('a slow request takes effect even if its client has disconnected', async () => {
    await script({ kind: 'slow', ms: 400 })
    await failure(pay('k', 100))
    expect(await charges()).toHaveLength(0)
    await until(async () => (await charges()).length === 1)
  })
})
