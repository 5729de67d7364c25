import { sql } from 'kysely'
import { Stripe } from 'stripe'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { purchaseOutcome } from '#payments/purchases/contract.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { whileSettling } from '#payments/purchases/settle/settle-purchase.ts'
import {
  answerBank,
  askProvider,
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { workOffEvents } from './work-event.ts'

const stripe = new Stripe('sk_test_unused')
const connectPath = '/api/webhooks/stripe-connect'

let app: TestApp
let seller: TestSeller
let form: string
let keys = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  form = await createTestForm(app, seller)
  // These tests make their own deliveries.
  await setFaults(app, lostEvents)
})

const pay = async (paymentMethodId = 'pm_card_visa') => {
  const answer = await call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: 'bea@example.com', name: 'Bea Novak', paymentMethodId },
    headers: { 'idempotency-key': `webhook-key-${(keys += 1)}` },
  })
  return purchaseOutcome.parse(answer.body)
}

const statusOf = async (id: string) =>
  (await app.services.db.selectFrom('purchases').select('status').where('id', '=', id).executeTakeFirst())
    ?.status

/** The sandbox's newest event of this type. */
async function newestEvent(type: string): Promise<unknown> {
  const response = await fetch(`${app.sandbox.url}/sandbox/events`)
  const { data } = z
    .object({ data: z.array(z.looseObject({ type: z.string() })) })
    .parse(await response.json())
  return data.find((event) => event.type === type)
}

async function deliver(event: unknown, { secret = 'whsec_test_connect', path = connectPath, at = 0 } = {}) {
  const payload = typeof event === 'string' ? event : JSON.stringify(event)
  const signature = stripe.webhooks.generateTestHeaderString({
    payload,
    secret,
    ...(at === 0 ? {} : { timestamp: at }),
  })
  return call(app, 'POST', path, { body: payload, headers: { 'stripe-signature': signature } })
}

const storedEvents = () => app.services.db.selectFrom('webhookEvents').selectAll().execute()

// Proves webhook-once.
test('a webhook delivered twice is stored and processed once', async () => {
  await pay()
  const event = await newestEvent('payment_intent.succeeded')
  const before = (await storedEvents()).length
  const statuses = [await deliver(event), await deliver(event)].map(({ status }) => status)
  await workOffEvents(app.services)

  expect(statuses).toEqual([200, 200])
  const events = await storedEvents()
  expect(events).toHaveLength(before + 1)
  const { id } = z.object({ id: z.string() }).parse(event)
  expect(events.find((stored) => stored.id === id)?.doneAt).toBeInstanceOf(Date)
})

test('a paid purchase’s event takes one SQL statement, and an unused one takes none', async () => {
  await pay()
  const payload = JSON.stringify(await newestEvent('payment_intent.succeeded'))
  const other = JSON.stringify(await newestEvent('payment_intent.created'))
  const sign = (text: string) =>
    stripe.webhooks.generateTestHeaderString({ payload: text, secret: 'whsec_test_connect' })
  const take = async (text: string) =>
    app.server.inject({
      method: 'POST',
      url: connectPath,
      payload: text,
      headers: { host: new URL(app.url).host, 'stripe-signature': sign(text) },
    })
  // Other tests leave retries behind.
  await app.services.db.deleteFrom('webhookEvents').execute()
  const own = await countStatements(async () => {
    await take(payload)
  })
  const stored = await storedEvents()
  const ignored = await countStatements(() => take(other))

  expect(own.statements).toHaveLength(1)
  expect(stored).toMatchObject([{ outcome: 'done', attempts: 0, nextAttemptAt: null }])
  expect(await workOffEvents(app.services)).toBe(0)
  expect(ignored.result.statusCode).toBe(200)
  expect(ignored.statements).toEqual([])
})

test('an event for a purchase that is being settled waits and is then processed', async () => {
  const { purchaseId } = await pay()
  const event = z.looseObject({ id: z.string() }).parse(await newestEvent('payment_intent.succeeded'))
  const { db } = app.services
  await db.updateTable('purchases').set({ status: 'unknown' }).where('id', '=', purchaseId).execute()
  let delivered: Promise<unknown> | undefined
  await whileSettling(purchaseId, async () => {
    delivered = deliver(event)
    await deliver({ ...event, id: 'evt_other', data: { object: { id: 'pi_other' } } })
    expect((await storedEvents()).map(({ id }) => id)).not.toContain(event.id)
    await db.updateTable('purchases').set({ status: 'paid' }).where('id', '=', purchaseId).execute()
  })
  await delivered
  expect((await storedEvents()).find(({ id }) => id === event.id)).toMatchObject({
    outcome: 'done',
    attempts: 0,
  })
})

// Proves webhook-signature.
test.each([
  ['another secret', { secret: 'whsec_someone_else' }],
  ['the platform’s secret', { secret: 'whsec_test_platform' }],
  ['an old signature', { at: Math.floor(Date.now() / 1000) - 301 }],
])('a webhook signed with %s is rejected and not stored', async (_, how) => {
  const before = (await storedEvents()).length
  const event = { id: 'evt_forged', object: 'event', type: 'payment_intent.succeeded', data: { object: {} } }
  const answer = await deliver(event, how)

  expect(answer.status).toBe(400)
  expect(await storedEvents()).toHaveLength(before)
})

// Proves webhook-signature.
test('a webhook without a signature or changed after signing is rejected', async () => {
  const bare = await call(app, 'POST', connectPath, { body: '{}' })
  const payload = JSON.stringify({ id: 'evt_1', object: 'event' })
  const signature = stripe.webhooks.generateTestHeaderString({ payload, secret: 'whsec_test_connect' })
  const changed = await call(app, 'POST', connectPath, {
    body: payload.replace('evt_1', 'evt_2'),
    headers: { 'stripe-signature': signature },
  })

  expect([bare.status, changed.status]).toEqual([400, 400])
})

test('an event is stored even if PostgreSQL cannot store some of its characters', async () => {
  const object = String.raw`{ "id": "pi_of_nobody", "text": "a\u0000b \ud800 \\u0000 \u00e9" }`
  const { status } = await deliver(
    `{ "object": "event", "id": "evt_odd", "type": "payment_intent.succeeded", "account": "acct_odd", "data": { "object": ${object} } }`,
  )
  const stored = (await storedEvents()).find(({ id }) => id === 'evt_odd')
  const text = String.raw`a${'\ufffd'}b ${'\ufffd'} \u0000 é`
  expect([status, stored?.payload]).toMatchObject([200, { data: { object: { text } } }])
})

test('a webhook marks a purchase paid if Stripe’s response was lost', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  const { purchaseId } = await pay()
  expect(await statusOf(purchaseId)).toBe('unknown')
  await setFaults(app, { calls: [], ...lostEvents })
  await deliver(await newestEvent('payment_intent.succeeded'))
  await workOffEvents(app.services)

  expect(await statusOf(purchaseId)).toBe('paid')
})

// Proves webhook-once.
test('an event is marked done in the same transaction as its effects', async () => {
  const { db } = app.services
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  const { purchaseId } = await pay()
  await setFaults(app, { calls: [], ...lostEvents })
  await deliver(await newestEvent('payment_intent.succeeded'))
  // The database fails to mark the event as done, as if the process were killed at that moment.
  await sql`create function refuse_done() returns trigger language plpgsql as 'begin raise exception ''killed''; end'`.execute(
    db,
  )
  await sql`create trigger refuse_done before update on webhook_events for each row when (new.done_at is not null) execute function refuse_done()`.execute(
    db,
  )
  try {
    await workOffEvents(app.services)
    expect(await statusOf(purchaseId)).toBe('unknown')
  } finally {
    await sql`drop trigger refuse_done on webhook_events`.execute(db)
    await sql`drop function refuse_done()`.execute(db)
  }
  app.clock.advance(10)
  await workOffEvents(app.services)

  expect(await statusOf(purchaseId)).toBe('paid')
})

// Proves unknown-charge.
test('with every webhook lost, the reconciler marks the purchase paid', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  const { purchaseId } = await pay()
  await setFaults(app, { calls: [], ...lostEvents })
  app.clock.advance(10)
  await reconcile(app.services)

  expect(await statusOf(purchaseId)).toBe('paid')
})

// Proves one-winner.
test('a webhook that arrives before Stripe’s response marks the purchase paid once', async () => {
  await setFaults(app, { events: [{ type: 'payment_intent.succeeded', fault: { kind: 'before_answer' } }] })
  const outcome = await pay()
  await workOffEvents(app.services)
  const history = await app.services.db
    .selectFrom('purchaseTransitions')
    .select('status')
    .where('purchaseId', '=', outcome.purchaseId)
    .orderBy('id')
    .execute()

  expect(outcome.status).toBe('paid')
  expect(history.map(({ status }) => status)).toEqual(['created', 'paid'])
})

// Proves one-winner.
test('a late event about an earlier state never undoes a payment', async () => {
  const { purchaseId } = await pay()
  const succeeded = z
    .looseObject({ data: z.looseObject({ object: z.looseObject({}) }) })
    .parse(await newestEvent('payment_intent.succeeded'))
  await deliver({ ...succeeded, id: 'evt_late', type: 'payment_intent.payment_failed' })
  await workOffEvents(app.services)
  expect(await statusOf(purchaseId)).toBe('paid')
})

test('a refund’s event that arrives before its payment’s event waits for it', async () => {
  const waiting = await pay('pm_card_authenticationRequired')
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  await answerBank(app, waiting.clientSecret)
  const paid = await newestEvent('payment_intent.succeeded')
  const [payment_intent = ''] = waiting.clientSecret.split('_secret_')
  await askProvider(app, seller.account, '/v1/refunds', { payment_intent, amount: '1000' })
  await deliver(await newestEvent('charge.refunded'))
  await workOffEvents(app.services)
  const before = await statusOf(waiting.purchaseId)
  await deliver(paid)
  await workOffEvents(app.services)
  app.clock.advance(60)
  await workOffEvents(app.services)
  expect([before, await statusOf(waiting.purchaseId)]).toEqual(['requires_action', 'partially_refunded'])
})

// Proves webhook-once.
test('an event with an unknown purchase is stored and retried', async () => {
  await pay()
  const event = z.looseObject({}).parse(await newestEvent('payment_intent.succeeded'))
  const [intent] = await sandboxList(app, 'payment_intents')
  const object = { ...intent, metadata: { purchase: '01a1f882-85a6-763a-997b-e9385dbf9804' } }
  await deliver({ ...event, id: 'evt_unknown', data: { object } })
  await workOffEvents(app.services)
  const find = async () => (await storedEvents()).find(({ id }) => id === 'evt_unknown')
  const first = await find()
  app.clock.advance(60)
  await workOffEvents(app.services)
  const second = await find()
  expect(first).toMatchObject({ doneAt: null, attempts: 1 })
  expect(second).toMatchObject({ doneAt: null, attempts: 2 })
})

test('an event for a charge made elsewhere is ignored', async () => {
  await pay()
  const event = z.looseObject({}).parse(await newestEvent('payment_intent.succeeded'))
  await deliver({ ...event, id: 'evt_elsewhere', data: { object: { id: 'pi_elsewhere', metadata: {} } } })
  await workOffEvents(app.services)
  expect((await storedEvents()).find(({ id }) => id === 'evt_elsewhere')?.outcome).toBe('done')
})

// Proves webhook-once.
test('an event whose processing fails is retried', async () => {
  const waiting = await pay('pm_card_authenticationRequired')
  await setFaults(app, {
    calls: [
      { method: 'GET', path: '/v1/payment_intents/*', times: 9, fault: { kind: 'error', status: 500 } },
    ],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  const [intent] = await sandboxList(app, 'payment_intents')
  await deliver({
    id: 'evt_retry',
    object: 'event',
    type: 'payment_intent.canceled',
    account: seller.account,
    data: { object: { ...intent } },
  })
  await workOffEvents(app.services)
  const failed = (await storedEvents()).find(({ id }) => id === 'evt_retry')
  await setFaults(app, { calls: [], ...lostEvents })
  app.clock.advance(60)
  await workOffEvents(app.services)
  const worked = (await storedEvents()).find(({ id }) => id === 'evt_retry')
  expect(failed).toMatchObject({ doneAt: null })
  expect(worked?.doneAt).not.toBeNull()
  expect(await statusOf(waiting.purchaseId)).toBe('requires_action')
})

test('an account restricted later cannot be paid until it is fixed', async () => {
  const other = await signUpSeller(app)
  form = await createTestForm(app, other)
  const event = {
    object: 'event',
    type: 'account.updated',
    account: other.account,
    data: { object: { id: other.account } },
  }
  await fetch(`${app.sandbox.url}/sandbox/accounts/${other.account}/restrict`, { method: 'POST' })
  await deliver({ ...event, id: 'evt_restricted' })
  await workOffEvents(app.services)
  const body = { form, email: 'bea@example.com', name: 'Bea', paymentMethodId: 'pm_card_visa' }
  const refused = await call(app, 'POST', '/api/stripe/pay-form', { body })
  await fetch(`${app.sandbox.url}/sandbox/accounts/${other.account}/complete`, { method: 'POST' })
  await deliver({ ...event, id: 'evt_mended' })
  await workOffEvents(app.services)
  const paid = await call(app, 'POST', '/api/stripe/pay-form', { body })
  expect([refused.status, paid.status]).toEqual([409, 200])
})
