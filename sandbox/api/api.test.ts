import { Stripe } from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  clientOf,
  failure,
  publishableKey,
  readySeller,
  secretKey,
  startBench,
  until,
  type Bench,
} from '#testing.ts'

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
  seller = await readySeller(bench)
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

function raw(
  method: string,
  path: string,
  options: { body?: string; headers?: Record<string, string> } = {},
) {
  return fetch(`${bench.sandbox.url}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${secretKey}`,
      'content-type': 'application/x-www-form-urlencoded',
      ...options.headers,
    },
    ...(options.body === undefined ? {} : { body: options.body }),
  })
}

describe('keys and accounts', () => {
  it('a missing or wrong key is rejected with 401', async () => {
    expect((await raw('GET', '/v1/payment_intents', { headers: { authorization: '' } })).status).toBe(401)
    const error = await failure(clientOf(bench.sandbox, 'sk_test_wrong').paymentIntents.list())
    expect(error).toBeInstanceOf(Stripe.errors.StripeAuthenticationError)
  })

  it('the secret key is accepted as the user name of basic authentication', async () => {
    const authorization = `Basic ${Buffer.from(`${secretKey}:`).toString('base64')}`
    expect((await raw('GET', '/v1/payment_intents', { headers: { authorization } })).status).toBe(200)
  })

  it('an unknown account is rejected with 403', async () => {
    const error = await failure(bench.stripe.paymentIntents.list({}, { stripeAccount: 'acct_unknown' }))
    expect(error).toMatchObject({ type: 'StripePermissionError', code: 'account_invalid' })
  })

  it('an account’s objects are not found on another account', async () => {
    const customer = await bench.stripe.customers.create({}, { stripeAccount: seller })
    const other = await readySeller(bench)
    const error = await failure(bench.stripe.customers.retrieve(customer.id, {}, { stripeAccount: other }))
    expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' })
    expect(await failure(bench.stripe.customers.retrieve(customer.id))).toMatchObject({ statusCode: 404 })
  })

  it('an account cannot charge before its onboarding is complete', async () => {
    const account = await bench.stripe.accounts.create({ country: 'DE' })
    expect(account).toMatchObject({
      details_submitted: false,
      charges_enabled: false,
      default_currency: 'eur',
    })
    const charged = bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'eur' },
      { stripeAccount: account.id },
    )
    expect(await failure(charged)).toMatchObject({ statusCode: 400 })
  })

  it('a restricted account cannot charge', async () => {
    const account = await readySeller(bench)
    await bench.control('POST', `/accounts/${account}/restrict`)
    const charged = bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { stripeAccount: account },
    )
    expect(await failure(charged)).toMatchObject({ statusCode: 400 })
    expect(await bench.stripe.accounts.retrieve(account)).toMatchObject({
      details_submitted: true,
      charges_enabled: false,
    })
  })

  it('an account gets a link to its onboarding', async () => {
    const link = await bench.stripe.accountLinks.create({
      account: seller,
      type: 'account_onboarding',
      refresh_url: 'http://localhost:3000/refresh',
      return_url: 'http://localhost:3000/return',
    })
    expect(link.url.startsWith(`${bench.sandbox.url}/onboarding/`)).toBe(true)
  })
})

describe('a publishable key', () => {
  const card = { number: '4242424242424242', exp_month: 12, exp_year: 2034, cvc: '123' }

  it('a publishable key can only make a PaymentMethod and confirm an intent with its secret', async () => {
    const browser = clientOf(bench.sandbox, publishableKey)
    const method = await browser.paymentMethods.create({ type: 'card', card }, { stripeAccount: seller })
    const intent = await bench.stripe.paymentIntents.create(
      { amount: 700, currency: 'usd' },
      { stripeAccount: seller },
    )
    const paid = await raw('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': seller },
      body: `client_secret=${intent.client_secret}&payment_method=${method.id}`,
    })
    expect(await paid.json()).toMatchObject({ status: 'succeeded', client_secret: intent.client_secret })
    expect(await failure(browser.paymentIntents.list({}, { stripeAccount: seller }))).toMatchObject({
      statusCode: 401,
    })
  })

  it('a publishable key can read an intent only with the intent’s secret', async () => {
    const intent = await bench.stripe.paymentIntents.create(
      { amount: 700, currency: 'usd' },
      { stripeAccount: seller },
    )
    const path = `/v1/payment_intents/${intent.id}?key=${publishableKey}`
    const headers = { authorization: '', 'stripe-account': seller }
    expect((await raw('GET', path, { headers })).status).toBe(400)
    expect((await raw('GET', `${path}&client_secret=wrong`, { headers })).status).toBe(400)
    const seen: unknown = await (
      await raw('GET', `${path}&client_secret=${intent.client_secret}`, { headers })
    ).json()
    expect(seen).toMatchObject({ id: intent.id, amount: 700 })
    expect(seen).not.toHaveProperty('metadata')
  })

  it('a decline for a publishable key omits the seller’s private fields', async () => {
    const intent = await bench.stripe.paymentIntents.create(
      { amount: 700, currency: 'usd', metadata: { secret: 'of the seller' } },
      { stripeAccount: seller },
    )
    const declined = await raw('POST', `/v1/payment_intents/${intent.id}/confirm`, {
      headers: { authorization: `Bearer ${publishableKey}`, 'stripe-account': seller },
      body: `client_secret=${intent.client_secret}&payment_method=pm_card_visa_chargeDeclined`,
    })
    expect(declined.status).toBe(402)
    expect(await declined.text()).not.toContain('of the seller')
  })

  it.each([
    [{ number: '4242424242424241' }, 'incorrect_number'],
    [{ exp_month: 13 }, 'invalid_expiry_month'],
    [{ exp_year: 2020 }, 'invalid_expiry_year'],
    [{ cvc: '12' }, 'invalid_cvc'],
    [{ number: '4111111111111111' }, 'card_declined'],
  ])('the invalid card %o gets the error %s', async (wrong, code) => {
    const made = bench.stripe.paymentMethods.create({ type: 'card', card: { ...card, ...wrong } })
    expect(await failure(made)).toMatchObject({ statusCode: 402, code })
  })

  it('only the application’s page can read responses across origins', async () => {
    const asked = await raw('OPTIONS', '/v1/payment_methods', {
      headers: { origin: 'http://localhost:3000' },
    })
    expect(asked.status).toBe(204)
    expect(asked.headers.get('access-control-allow-origin')).toBe('http://localhost:3000')
    const stranger = await raw('OPTIONS', '/v1/payment_methods', {
      headers: { origin: 'https://example.com' },
    })
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull()
  })
})

describe('parameters', () => {
  it('card parameters are not stored', async () => {
    await bench.stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 1, exp_year: 2035, cvc: '987' },
    })
    const { data } = await bench.control('GET', '/requests')
    expect(data?.[0]?.params).toMatchObject({ card: { last4: '4242', exp_month: '1' } })
    expect(JSON.stringify(data)).not.toMatch(/4242424242424242|"987"/)
  })

  it('parameters are accepted only in form encoding', async () => {
    const headers = { 'content-type': 'application/json' }
    expect((await raw('POST', '/v1/customers', { headers, body: '{"email":"a@example.com"}' })).status).toBe(
      400,
    )
  })

  it.each([
    ['POST', '/v1/payment_intents', 'currency=usd', 'parameter_missing', 'amount'],
    ['POST', '/v1/payment_intents', 'amount=500&currency=', 'parameter_invalid_empty', 'currency'],
    ['POST', '/v1/customers', 'email=nonsense', 'email_invalid', 'email'],
    ['POST', '/v1/customers', 'address[planet]=Mars', 'parameter_unknown', 'address[planet]'],
    ['GET', '/v1/refunds?colour=red', '', 'parameter_unknown', 'colour'],
    ['POST', '/v1/customers', '__proto__[x]=1', 'parameter_unknown', '__proto__'],
  ])('the request %s %s %s gets the error %s', async (method, path, body, code, param) => {
    const answer = await raw(method, path, method === 'POST' ? { body } : {})
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { type: 'invalid_request_error', code, param } })
  })

  it.each([
    ['GET', '/v1/unicorns'],
    ['GET', '/v1/charges'],
    ['DELETE', '/v1/customers/cus_1'],
  ])('unknown paths get 404 and a request id: %s %s', async (method, path) => {
    const answer = await raw(method, path)
    expect(answer.status).toBe(404)
    expect(answer.headers.get('request-id')).toMatch(/^req_/)
  })

  it('a list is paginated, newest first', async () => {
    const on = { stripeAccount: seller }
    const customer = (await bench.stripe.customers.create({}, on)).id
    const made: string[] = []
    for (const amount of [500, 600, 700]) {
      made.unshift((await bench.stripe.paymentIntents.create({ amount, currency: 'usd', customer }, on)).id)
    }
    const first = await bench.stripe.paymentIntents.list({ customer, limit: 2 }, on)
    expect(first).toMatchObject({ has_more: true, data: [{ id: made[0] }, { id: made[1] }] })
    const rest = { customer, starting_after: made[1] ?? '' }
    expect(await bench.stripe.paymentIntents.list(rest, on)).toMatchObject({
      has_more: false,
      data: [{ id: made[2] }],
    })
  })
})

const create = (amount: number, idempotencyKey: string) =>
  bench.stripe.paymentIntents.create({ amount, currency: 'usd' }, { stripeAccount: seller, idempotencyKey })

const pay = (payment_method: string, key: string, amount = 500) =>
  bench.stripe.paymentIntents.create(
    {
      amount,
      currency: 'usd',
      payment_method,
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    },
    { stripeAccount: seller, idempotencyKey: key },
  )
describe('idempotency', () => {
  it('a repeated idempotency key gets the first response again', async () => {
    const first = await create(500, 'key-1')
    const second = await create(500, 'key-1')
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
  })

  it('an idempotency key cannot be reused for another amount or path', async () => {
    await create(500, 'key-2')
    expect(await failure(create(600, 'key-2'))).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
    })
    const elsewhere = bench.stripe.customers.create({}, { stripeAccount: seller, idempotencyKey: 'key-2' })
    expect(await failure(elsewhere)).toMatchObject({ type: 'StripeIdempotencyError' })
  })

  it('accounts do not share idempotency keys', async () => {
    const first = await create(500, 'key-3')
    const platform = await bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'usd' },
      { idempotencyKey: 'key-3' },
    )
    expect(platform.id).not.toBe(first.id)
  })

  it('a decline is stored for its idempotency key, but a request rejected before it began is not', async () => {
    const first = await failure(pay('pm_card_visa_chargeDeclined', 'key-4'))
    const second = await failure(pay('pm_card_visa_chargeDeclined', 'key-4'))
    expect(second.payment_intent?.id).toBe(first.payment_intent?.id)
    expect(await failure(pay('', 'key-5'))).toMatchObject({ code: 'parameter_invalid_empty' })
    expect((await pay('pm_card_visa', 'key-5')).status).toBe('succeeded')
  })

  it('a repeated request gets 409 while the first is running', async () => {
    await bench.control('PUT', '/faults', {
      calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'hold_before' } }],
    })
    const first = create(500, 'key-6')
    await until(async () => {
      const { data } = await bench.control('GET', '/requests')
      return data?.[0]?.status === 'held'
    })
    expect(await failure(create(500, 'key-6'))).toMatchObject({
      statusCode: 409,
      code: 'idempotency_key_in_use',
    })
    await bench.control('POST', '/faults/release')
    expect((await first).amount).toBe(500)
    await bench.control('PUT', '/faults', {})
  })

  it('an idempotency key expires after 24 hours', async () => {
    const first = await create(500, 'key-7')
    await bench.control('POST', '/clock', { advance: 24 * 3600 + 1 })
    expect((await create(500, 'key-7')).id).not.toBe(first.id)
  })
})
