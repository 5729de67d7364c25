import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { failure, idOf, publishableKey, readySeller, startBench, until, type Bench } from '#testing.ts'
import { card, debit, ideal, link } from './test-methods.ts'

let bench: Bench
let seller: string
const returnUrl = 'http://localhost:3000/back'

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

type Fields = Readonly<Record<string, string>>

const send = async (path: string, fields: Fields, key = publishableKey) => {
  const response = await fetch(`${bench.sandbox.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'stripe-account': seller },
    body: new URLSearchParams(fields),
  })
  return z.record(z.string(), z.unknown()).parse(await response.json())
}

const tokenOf = async (fields: Fields): Promise<string> =>
  z
    .object({ id: z.string().startsWith('ctoken_') })
    .parse(await send('/v1/confirmation_tokens', { return_url: returnUrl, ...fields })).id

const on = () => ({ stripeAccount: seller })

const pay = (confirmation_token: string, more: object = {}) =>
  bench.stripe.paymentIntents.create(
    { amount: 4999, currency: 'eur', confirmation_token, confirm: true, ...more },
    on(),
  )

const read = (id: string, more: object = {}) => bench.stripe.paymentIntents.retrieve(id, more, on())

const customer = async () => (await bench.stripe.customers.create({ email: 'ada@example.com' }, on())).id

describe('a confirmation token', () => {
  it('a confirmation token shows its payment method and pays once', async () => {
    const token = await tokenOf({ ...card, wallet: 'google_pay' })
    const seen = await bench.stripe.confirmationTokens.retrieve(token, {}, on())
    expect(seen).toMatchObject({
      payment_intent: null,
      payment_method_preview: { type: 'card', card: { last4: '4242', wallet: { type: 'google_pay' } } },
      return_url: returnUrl,
    })
    const intent = await pay(token, { expand: ['payment_method'] })
    expect(intent).toMatchObject({
      status: 'succeeded',
      payment_method: { card: { wallet: { type: 'google_pay', dynamic_last4: '4242' } } },
    })
    expect(await bench.stripe.confirmationTokens.retrieve(token, {}, on())).toMatchObject({
      payment_intent: intent.id,
    })
    expect(await failure(pay(token))).toMatchObject({ statusCode: 400, param: 'confirmation_token' })
  })

  it('a confirmation token belongs to its account and lasts twelve hours', async () => {
    const token = await tokenOf(card)
    const other = await readySeller(bench)
    const elsewhere = bench.stripe.confirmationTokens.retrieve(token, {}, { stripeAccount: other })
    expect(await failure(elsewhere)).toMatchObject({ code: 'resource_missing' })
    await bench.control('POST', '/clock', { advance: 12 * 3600 + 1 })
    expect((await failure(pay(token))).message).toMatch(/expired/)
  })

  it('a confirmation token can be made only in the browser and excludes other payment methods', async () => {
    const answer = await send('/v1/confirmation_tokens', card, 'sk_test_of_the_tests')
    expect(answer['error']).toMatchObject({ type: 'invalid_request_error' })
    const both = pay(await tokenOf(card), { payment_method: 'pm_card_visa' })
    expect((await failure(both)).message).toMatch(/only specify one/)
    const unconfirmed = pay(await tokenOf(card), { confirm: false })
    expect(await failure(unconfirmed)).toMatchObject({ param: 'confirmation_token' })
  })

  it('a confirmation token and its intent must agree on whether to save the method', async () => {
    const options = { payment_method_options: { card: { setup_future_usage: 'off_session' } } }
    const plain = await tokenOf(card)
    expect(await failure(pay(plain, options))).toMatchObject({
      param: 'payment_method_options[card][setup_future_usage]',
    })
    const asked = { ...card, 'payment_method_options[card][setup_future_usage]': 'off_session' }
    const buyerId = await customer()
    const paid = await pay(await tokenOf(asked), {
      ...options,
      customer: buyerId,
      expand: ['payment_method'],
    })
    expect(paid).toMatchObject({ status: 'succeeded', payment_method: { customer: buyerId } })
  })

  it('a confirmation token’s card can require authentication', async () => {
    const token = await tokenOf({ ...card, 'payment_method_data[card][number]': '4000000000003220' })
    const intent = await pay(token)
    expect(intent).toMatchObject({ status: 'requires_action', next_action: { type: 'use_stripe_sdk' } })
  })
})

describe('the payment methods of an intent', () => {
  const types = async (params: object) => {
    const intent = await bench.stripe.paymentIntents.create({ amount: 500, currency: 'eur', ...params }, on())
    return intent.payment_method_types
  }

  it('an intent’s payment methods depend on its currency and on allowed redirects', async () => {
    expect(await types({})).toEqual(['card', 'link', 'sepa_debit', 'ideal'])
    expect(await types({ currency: 'usd' })).toEqual(['card', 'link'])
    expect(await types({ automatic_payment_methods: { enabled: true, allow_redirects: 'never' } })).toEqual([
      'card',
      'link',
      'sepa_debit',
    ])
  })

  it('saving the method for later excludes methods that cannot be reused', async () => {
    expect(await types({ setup_future_usage: 'off_session' })).toEqual(['card', 'link', 'sepa_debit'])
    const single = { setup_future_usage: 'off_session' }
    expect(await types({ payment_method_options: { card: single, link: single } })).toHaveLength(4)
  })

  it('a confirmation token cannot add a method that its intent excludes', async () => {
    expect(await failure(pay(await tokenOf(ideal), { currency: 'usd' }))).toMatchObject({
      code: 'payment_intent_incompatible_payment_method',
    })
  })
})

describe('a bank redirect', () => {
  const decide = async (intent: { id: string; client_secret: string | null }, action: string) =>
    fetch(`${bench.sandbox.url}/redirect/authorize`, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({
        payment_intent: intent.id,
        client_secret: intent.client_secret ?? '',
        action,
      }),
    })

  it('a bank redirect includes the return URL', async () => {
    const intent = await pay(await tokenOf(ideal))
    expect(intent).toMatchObject({
      status: 'requires_action',
      next_action: { type: 'redirect_to_url', redirect_to_url: { return_url: returnUrl } },
    })
    const page = await fetch(intent.next_action?.redirect_to_url?.url ?? '')
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('49.99 EUR')])
  })

  it.each([
    ['authorize', 'succeeded', 'succeeded'],
    ['fail', 'requires_payment_method', 'failed'],
    ['later', 'requires_action', 'pending'],
  ])(
    'a buyer who chose to %s at the bank returns to an intent that is %s',
    async (action, status, redirectStatus) => {
      const intent = await pay(await tokenOf(ideal))
      const answer = await decide(intent, action)
      const back = new URL(answer.headers.get('location') ?? '')
      expect([answer.status, back.origin + back.pathname, back.searchParams.get('redirect_status')]).toEqual([
        303,
        returnUrl,
        redirectStatus,
      ])
      expect((await read(intent.id)).status).toBe(status)
    },
  )

  it('a bank redirect pays even if the buyer does not return', async () => {
    const intent = await pay(await tokenOf(ideal))
    expect((await decide(intent, 'authorize_and_stay')).status).toBe(200)
    expect(await read(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'succeeded',
      latest_charge: { payment_method_details: { type: 'ideal' } },
    })
  })

  it('a buyer who closes the bank’s page leaves the payment undecided', async () => {
    const intent = await pay(await tokenOf(ideal))
    expect((await decide(intent, 'close')).status).toBe(200)
    expect((await read(intent.id)).status).toBe('requires_action')
  })

  it('a bank redirect can be decided only with the secret and only once', async () => {
    const intent = await pay(await tokenOf(ideal))
    expect((await decide({ ...intent, client_secret: 'guessed' }, 'authorize')).status).toBe(404)
    await decide(intent, 'authorize')
    await decide(intent, 'fail')
    expect((await read(intent.id)).status).toBe('succeeded')
  })

  it('a method used for a bank redirect cannot be charged again', async () => {
    const intent = await pay(await tokenOf(ideal), { customer: await customer() })
    await decide(intent, 'authorize')
    const method = idOf((await read(intent.id)).payment_method)
    const again = bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'eur', payment_method: method, confirm: true, return_url: returnUrl },
      on(),
    )
    expect(await failure(again)).toMatchObject({ code: 'payment_method_unexpected_state' })
  })
})

describe('a debit', () => {
  it('a debit and its fee are processing until the money arrives', async () => {
    const intent = await pay(await tokenOf(debit('DE08370400440532013003')), { application_fee_amount: 100 })
    expect(intent).toMatchObject({ status: 'processing', amount_received: 0 })
    expect(await read(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      latest_charge: { status: 'pending', paid: false, application_fee: null },
    })
    await bench.control('POST', '/clock', { advance: 181 })
    expect(await read(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'succeeded',
      amount_received: 4999,
      latest_charge: {
        status: 'succeeded',
        application_fee_amount: 100,
        payment_method_details: { type: 'sepa_debit', sepa_debit: { last4: '3003' } },
      },
    })
  })

  it('a debit from an account that cannot pay is returned', async () => {
    const intent = await pay(await tokenOf(debit('DE78370400440532013004')))
    await bench.control('POST', '/clock', { advance: 181 })
    expect(await read(intent.id, { expand: ['latest_charge'] })).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'payment_intent_payment_attempt_failed' },
      latest_charge: { status: 'failed' },
    })
  })

  it('a debit can be reversed and accepts no evidence', async () => {
    const intent = await pay(await tokenOf(debit('DE35370400440532013002')))
    await bench.control('POST', '/clock', { advance: 10 })
    const { data } = await bench.stripe.disputes.list({ payment_intent: intent.id }, on())
    expect(data).toMatchObject([{ reason: 'debit_not_authorized', status: 'lost' }])
  })

  it('a debit sends an event for each step', async () => {
    const { delivered } = bench.inbox
    await bench.sandbox.untilDelivered()
    delivered.length = 0
    await pay(await tokenOf(debit()))
    await bench.control('POST', '/clock', { advance: 10 })
    const types = () =>
      delivered.map(({ body }) => z.object({ type: z.string() }).parse(JSON.parse(body)).type)
    await until(() => delivered.length === 5)
    expect(types().toSorted()).toEqual([
      'charge.pending',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.processing',
      'payment_intent.succeeded',
    ])
  })

  it('a debit needs a known account, a debtor and a consent', async () => {
    const wrong = await send('/v1/confirmation_tokens', debit('DE00'))
    expect(wrong['error']).toMatchObject({ code: 'invalid_bank_account_iban' })
    const { 'payment_method_data[billing_details][name]': _name, ...nameless } = debit()
    const unnamed = await send('/v1/confirmation_tokens', nameless)
    expect(unnamed['error']).toMatchObject({ param: 'billing_details[name]' })
    const method = await bench.stripe.paymentMethods.create(
      {
        type: 'sepa_debit',
        sepa_debit: { iban: 'DE89370400440532013000' },
        billing_details: { name: 'Ada', email: 'ada@example.com' },
      },
      on(),
    )
    const silent = bench.stripe.paymentIntents.create(
      { amount: 500, currency: 'eur', payment_method: method.id, confirm: true, return_url: returnUrl },
      on(),
    )
    expect(await failure(silent)).toMatchObject({ param: 'mandate_data' })
  })

  it('a debit can be saved and then renews a subscription', async () => {
    const product = await bench.stripe.products.create({ name: 'Club' }, on())
    const price = await bench.stripe.prices.create(
      { product: product.id, currency: 'eur', unit_amount: 900, recurring: { interval: 'month' } },
      on(),
    )
    const started = await bench.stripe.subscriptions.create(
      {
        customer: await customer(),
        items: [{ price: price.id }],
        payment_behavior: 'default_incomplete',
        payment_settings: { save_default_payment_method: 'on_subscription' },
        expand: ['latest_invoice.confirmation_secret'],
      },
      on(),
    )
    const invoice = z
      .object({ confirmation_secret: z.object({ client_secret: z.string() }) })
      .parse(started.latest_invoice)
    const [id = ''] = invoice.confirmation_secret.client_secret.split('_secret_')
    const token = await tokenOf({ ...debit(), setup_future_usage: 'off_session' })
    const confirmed = await bench.stripe.paymentIntents.confirm(id, { confirmation_token: token }, on())
    const status = async () => (await bench.stripe.subscriptions.retrieve(started.id, {}, on())).status
    expect([confirmed.status, await status()]).toEqual(['processing', 'active'])
    await bench.control('POST', '/clock', { advance: 32 * 24 * 3600 })
    await bench.control('POST', '/clock', { advance: 2 * 3600 })
    const invoices = await bench.stripe.invoices.list({ subscription: started.id }, on())
    expect([await status(), invoices.data.map((one) => one.status)]).toEqual(['active', ['paid', 'paid']])
  })
})

it('Link pays immediately and can be charged again later', async () => {
  const asked = { ...link, 'payment_method_options[link][setup_future_usage]': 'off_session' }
  const buyerId = await customer()
  const options = { payment_method_options: { link: { setup_future_usage: 'off_session' } } }
  const paid = await pay(await tokenOf(asked), { ...options, currency: 'usd', customer: buyerId })
  const again = await bench.stripe.paymentIntents.create(
    {
      amount: 500,
      currency: 'usd',
      customer: buyerId,
      payment_method: idOf(paid.payment_method),
      confirm: true,
      off_session: true,
      return_url: returnUrl,
      expand: ['payment_method'],
    },
    on(),
  )
  expect([paid.status, again.status]).toEqual(['succeeded', 'succeeded'])
  expect(again.payment_method).toMatchObject({ type: 'link', link: { email: 'ada@example.com' } })
})
