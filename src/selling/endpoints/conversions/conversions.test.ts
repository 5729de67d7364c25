import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { asSeller } from '#payments/subscriptions/test-subscriptions.ts'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { waits } from '../retries.ts'
import { deliverAll, sendAll } from '../test-endpoints.ts'
import { conversionsContract } from './contract.ts'

const day = 24 * 3_600
let app: TestApp
let seller: TestSeller
let form: string
let shops = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('webhookEndpoints').execute()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const targets = '/api/conversion-targets'

/** Connects a new measurement id. Its last digit decides how the sandbox responds. */
async function connect(ending: number, sendsRenewals = false) {
  shops += 1
  const body = { kind: 'ga4', publicId: `g-shop${shops}x${ending}`, secret: ' top secret ', sendsRenewals }
  const answer = await call(app, 'POST', targets, { token: seller.token, body })
  expect(answer.status).toBe(201)
  return conversionsContract.connectTarget.ok.schema.parse(answer.body)
}

async function targetNow() {
  const { body } = await asSeller(app, () => call(app, 'GET', targets, { token: seller.token }))
  return conversionsContract.listTargets.ok.schema.parse(body).targets[0]
}

const arrivals = z.object({
  data: z.array(
    z.object({
      // With all fields, so that anything personal among them is seen.
      body: z.looseObject({
        client_id: z.string(),
        events: z.array(z.looseObject({ name: z.string(), params: z.record(z.string(), z.unknown()) })),
      }),
      problems: z.array(z.string()),
    }),
  ),
})

async function receivedBy({ publicId }: { readonly publicId: string }) {
  const answer = await fetch(`${app.config.adPlatformsUrl ?? ''}/received/${publicId}`)
  return arrivals.parse(await answer.json()).data
}

test('a purchase and its refund reach Google Analytics once, in its format and without anything personal', async () => {
  const target = await connect(1)
  expect(target).toMatchObject({ name: 'Google Analytics', state: 'on' })
  const id = await buy(app, form)
  await sendAll(app)
  await call(app, 'POST', `/api/sales/${id}/refunds`, { token: seller.token, body: { amount: 10 } })
  await sendAll(app)
  await sendAll(app)

  const received = await receivedBy(target)
  expect(received.flatMap(({ problems }) => problems)).toEqual([])
  expect(received.map(({ body }) => body)).toMatchObject([
    {
      consent: { ad_user_data: 'DENIED', ad_personalization: 'DENIED' },
      events: [{ name: 'purchase', params: { transaction_id: id, value: 49, currency: 'USD' } }],
    },
    { events: [{ name: 'refund', params: { transaction_id: id, value: 10, currency: 'USD' } }] },
  ])
  expect(JSON.stringify(received)).not.toMatch(/@|email|user_id|Novak/)
  const [first, second] = received
  expect(second?.body.client_id).toBe(first?.body.client_id)
  const sale = await call(app, 'GET', `/api/sales/${id}/sent-events`, { token: seller.token })
  expect(sale.body).toMatchObject({
    data: [
      { endpointName: 'Google Analytics', isWebhook: false, event: { type: 'purchase.refunded' } },
      { event: { type: 'purchase.paid' }, state: 'delivered', lastTry: { status: 204 } },
    ],
  })
})

test('amounts are in major units of their currency, and free orders are not sent', async () => {
  const target = await connect(1)
  const yen = await createTestForm(app, seller, { currency: 'jpy', amount: 4900 })
  const free = await createTestForm(app, seller, { amount: 0 })
  await buy(app, yen)
  await buy(app, free, null)
  await sendAll(app)

  const values = (await receivedBy(target)).map(({ body }) => body.events[0]?.params)
  expect(values).toMatchObject([{ value: 4900, currency: 'JPY' }])
})

test('a purchase is paid while Google is down, and is sent once it answers', async () => {
  const target = await connect(5)
  const id = await buy(app, form)
  await sendAll(app)
  expect(await targetNow()).toMatchObject({ waiting: 1, lastError: { status: 500, answer: 'out of order' } })

  const healthy = target.publicId.replace(/5$/, '1')
  const body = { publicId: healthy }
  const changed = await call(app, 'PATCH', `${targets}/${target.id}`, { token: seller.token, body })
  expect(changed.status).toBe(200)
  await sendAll(app)
  expect(await receivedBy({ publicId: healthy })).toMatchObject([
    { body: { events: [{ params: { transaction_id: id } }] }, problems: [] },
  ])
  expect(await targetNow()).toMatchObject({ state: 'on', waiting: 0, lastError: null })
})

test('a purchase that Google no longer dates correctly is given up', async () => {
  const target = await connect(7)
  await buy(app, form)
  await sendAll(app)
  expect(await targetNow()).toMatchObject({ waiting: 1, missed: 0 })
  app.clock.advance(3 * day + (waits[0] ?? 0))
  await deliverAll(app)

  expect(await receivedBy(target)).toEqual([])
  expect(await targetNow()).toMatchObject({ waiting: 0, missed: 1, lastError: { failure: 'too_old' } })
})

test('a test is checked by Google and not counted', async () => {
  const target = await connect(1)
  const answer = await call(app, 'POST', `${targets}/${target.id}/tests`, { token: seller.token })

  expect(answer.body).toMatchObject({ isAnswered: true, status: 200 })
  expect(await receivedBy(target)).toEqual([])
})

test('the secret is encrypted and never returned, and no other shop or webhook route reaches a target', async () => {
  const target = await connect(1)
  const row = await app.services.db
    .selectFrom('webhookEndpoints')
    .select('secret')
    .where('id', '=', target.id)
    .executeTakeFirstOrThrow()
  expect(row.secret).not.toContain('secret')
  expect(JSON.stringify(await targetNow())).not.toContain('top secret')
  const asWebhook = await call(app, 'DELETE', `/api/endpoints/${target.id}`, { token: seller.token })
  expect(asWebhook.status).toBe(404)
  const other = await signUpSeller(app)
  const strange = await call(app, 'DELETE', `${targets}/${target.id}`, { token: other.token })
  expect(strange.status).toBe(404)
  const wrong = { kind: 'ga4', publicId: 'UA-1234', secret: 'x', sendsRenewals: false }
  const refused = await call(app, 'POST', targets, { token: seller.token, body: wrong })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain('A measurement ID looks like G-AB12CD34EF')
})

test('a target that is off gets the purchases it missed when it is turned on', async () => {
  const target = await connect(1)
  const turn = (way: string) => call(app, 'POST', `${targets}/${target.id}/${way}`, { token: seller.token })
  expect((await turn('off')).body).toMatchObject({ state: 'off' })
  await buy(app, form)
  await sendAll(app)
  expect(await receivedBy(target)).toEqual([])
  expect((await turn('on')).body).toMatchObject({ state: 'on' })
  await deliverAll(app)
  expect(await receivedBy(target)).toHaveLength(1)
})
