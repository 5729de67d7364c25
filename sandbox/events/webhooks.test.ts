import type Stripe from 'stripe'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  connectSecret,
  failure,
  platformSecret,
  readySeller,
  startBench,
  until,
  type Bench,
  type Delivered,
} from '#testing.ts'

let bench: Bench
let seller: string

beforeAll(async () => {
  bench = await startBench()
})
beforeEach(async () => {
  await bench.control('POST', '/reset')
  bench.inbox.delivered.length = 0
  seller = await readySeller(bench)
  await until(() => bench.inbox.delivered.length === 1)
  bench.inbox.delivered.length = 0
})
afterAll(async () => {
  const violations = bench.sandbox.violations()
  await bench.close()
  expect(violations).toEqual([])
})

const pay = (more: object = {}) =>
  bench.stripe.paymentIntents.create(
    {
      amount: 4999,
      currency: 'usd',
      payment_method: 'pm_card_visa',
      confirm: true,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      ...more,
    },
    { stripeAccount: seller },
  )

function opened({ body, signature, connect }: Delivered): Stripe.Event {
  return bench.stripe.webhooks.constructEvent(body, signature, connect ? connectSecret : platformSecret)
}

const types = () => bench.inbox.delivered.map((one) => opened(one).type)

describe('webhooks', () => {
  it('webhooks report a payment to the connected endpoint and its fee to the platform', async () => {
    const intent = await pay({ application_fee_amount: 50 })
    await until(() => bench.inbox.delivered.length === 4)
    expect(types().toSorted()).toEqual([
      'application_fee.created',
      'charge.succeeded',
      'payment_intent.created',
      'payment_intent.succeeded',
    ])
    for (const one of bench.inbox.delivered) {
      const event = opened(one)
      expect(event.account).toBe(one.connect ? seller : undefined)
      expect(event.request?.id).toBe(intent.lastResponse.requestId)
    }
    const fee = bench.inbox.delivered.find((one) => !one.connect)
    expect(fee && opened(fee).type).toBe('application_fee.created')
  })

  it('webhooks report a decline', async () => {
    await failure(pay({ payment_method: 'pm_card_visa_chargeDeclined' }))
    await until(() => bench.inbox.delivered.length === 3)
    expect(types().toSorted()).toEqual([
      'charge.failed',
      'payment_intent.created',
      'payment_intent.payment_failed',
    ])
  })

  it('an endpoint receives only the event types it lists', async () => {
    const events = ['payment_intent.succeeded', 'charge.refunded']
    const url = `${bench.inbox.url}/connect`
    const picky = await startBench({ webhooks: [{ url, secret: connectSecret, connect: true, events }] })
    const account = await readySeller(picky)
    await picky.stripe.paymentIntents.create(
      {
        amount: 4999,
        currency: 'usd',
        payment_method: 'pm_card_visa',
        confirm: true,
        automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
      },
      { stripeAccount: account },
    )
    await picky.sandbox.untilDelivered()
    const { data } = await picky.stripe.webhookEndpoints.list()
    await picky.close()

    expect(types()).toEqual(['payment_intent.succeeded'])
    expect(data.map((endpoint) => endpoint.enabled_events)).toEqual([events])
  })

  it('webhooks are retried with a new signature until the endpoint accepts them', async () => {
    bench.inbox.answerWith(500)
    await pay()
    await until(() => bench.inbox.delivered.length >= 3)
    bench.inbox.answerWith(200)
    await until(() => bench.inbox.delivered.length === 6)
    const ids = new Set(bench.inbox.delivered.map((one) => opened(one).id))
    expect(ids.size).toBe(3)
    const { data } = await bench.control('GET', '/events')
    expect(data?.every((event) => event.pending_webhooks === 0)).toBe(true)
  })
})

const script = (type: string, fault: object) => bench.control('PUT', '/faults', { events: [{ type, fault }] })

describe('faults of events', () => {
  it('a fault can drop an event', async () => {
    await script('payment_intent.succeeded', { kind: 'drop' })
    await pay()
    await until(() => bench.inbox.delivered.length === 2)
    expect(types()).not.toContain('payment_intent.succeeded')
  })

  it('a fault can deliver an event more than once', async () => {
    await script('payment_intent.succeeded', { kind: 'duplicate', times: 2 })
    await pay()
    await until(() => bench.inbox.delivered.length === 5)
    expect(types().filter((type) => type === 'payment_intent.succeeded')).toHaveLength(3)
  })

  it('a fault can send a forged event in addition to the real one', async () => {
    await script('charge.succeeded', { kind: 'forge' })
    await pay()
    await until(() => bench.inbox.delivered.length === 4)
    const forged = bench.inbox.delivered.filter((one) => {
      try {
        opened(one)
        return false
      } catch {
        return true
      }
    })
    expect(forged).toHaveLength(1)
  })

  it('a fault can deliver an event before the call gets its response', async () => {
    await script('payment_intent.succeeded', { kind: 'before_answer' })
    await pay()
    expect(types()).toContain('payment_intent.succeeded')
  })

  it('a fault can delay an event', async () => {
    await script('*', { kind: 'delay', ms: 300 })
    await script('payment_intent.succeeded', { kind: 'delay', ms: 300 })
    await pay()
    await until(() => bench.inbox.delivered.length === 2)
    await until(() => types().at(-1) === 'payment_intent.succeeded')
  })

  it('a fault shuffles events by its seed without losing any', async () => {
    await bench.control('PUT', '/faults', {
      events: [{ type: '*', fault: { kind: 'reorder' }, seed: 3 }],
    })
    await pay()
    await until(() => bench.inbox.delivered.length === 3)
    expect(new Set(types()).size).toBe(3)
  })
})
