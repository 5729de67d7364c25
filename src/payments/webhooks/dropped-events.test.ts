import { pino } from 'pino'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { workOffEvents } from './work-event.ts'

const stripe = new Stripe('sk_test_unused')

let app: TestApp
let seller: TestSeller
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(() => app.close())

/** Delivers an event to the endpoint for connected accounts. */
function deliver(event: object) {
  const payload = JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test_connect' })
  const path = '/api/webhooks/stripe-connect'
  return call(app, 'POST', path, { body: payload, headers: { 'stripe-signature': signature } })
}

const storedEvents = () => app.services.db.selectFrom('webhookEvents').selectAll().execute()

test.each([
  ['in live mode', { livemode: true, account: 'acct_live' }],
  ['for the platform at the connected accounts’ endpoint', { livemode: false }],
])('an event %s is acknowledged and dropped', async (_, facts) => {
  const before = (await storedEvents()).length
  const event = { id: 'evt_elsewhere', object: 'event', type: 'customer.subscription.updated', ...facts }
  const answer = await deliver({ ...event, data: { object: { id: 'sub_elsewhere' } } })

  expect(answer.status).toBe(200)
  expect(await storedEvents()).toHaveLength(before)
})

test('an event whose object stays unreadable is dropped after three days with an alarm', async () => {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const object = { id: 'ch_never_there', payment_intent: 'pi_never_there' }
  const event = { id: 'evt_unreadable', object: 'event', type: 'charge.refunded', livemode: false }
  await deliver({ ...event, account: seller.account, data: { object } })
  const outcomes: (string | null | undefined)[] = []
  for (const days of [0, 2.9, 0.2]) {
    app.clock.advance(days * 24 * 3600)
    await workOffEvents({ ...app.services, log })
    outcomes.push((await storedEvents()).find(({ id }) => id === event.id)?.outcome)
  }

  expect(outcomes).toEqual([null, null, 'failed'])
  expect(
    lines.filter((line) => line.includes('webhook event given up') && line.includes(event.id)),
  ).toHaveLength(1)
})

test('an event with an unknown purchase is dropped after an hour', async () => {
  const object = { id: 'pi_unknown', object: 'payment_intent', metadata: { purchase: newId() } }
  const event = { id: 'evt_unknown', object: 'event', type: 'payment_intent.canceled', livemode: false }
  await deliver({ ...event, account: seller.account, data: { object } })
  const outcomes: (string | null | undefined)[] = []
  for (const minutes of [0, 59, 2]) {
    app.clock.advance(minutes * 60)
    await workOffEvents(app.services)
    outcomes.push((await storedEvents()).find(({ id }) => id === event.id)?.outcome)
  }

  expect(outcomes).toEqual([null, null, 'fits nothing'])
})
