// @module-tag long: its receiver runs in a separate process.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeKey } from '#accounts/api-keys/test-keys.ts'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { addEndpoint, collectAndPlan, deliverAll, sendAll } from './test-endpoints.ts'
import { watchEndpoints } from './watch-endpoints.ts'
import { startReceiver, type TestReceiver } from './test-receiver.ts'

let app: TestApp
let receiver: TestReceiver
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  receiver = await startReceiver()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  return () => receiver.stop()
})

test('a test message contains an example of the form, without a real buyer', async () => {
  const { id, secret } = await addEndpoint(app, seller, receiver.at('ok'))
  receiver.know(secret)
  const recurring = await createTestForm(app, seller, {
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
  })
  for (const body of [
    { type: 'purchase.refunded', formId: form },
    { type: 'renewal.paid', formId: recurring },
    { type: 'customer.merged', formId: null },
    { type: 'payout.failed', formId: null },
    { type: 'purchase.disputed', formId: null },
    { type: 'customer.erased', formId: null },
  ]) {
    const answer = await call(app, 'POST', `/api/endpoints/${id}/tests`, {
      token: seller.token,
      body,
    })
    expect(answer.body).toMatchObject({ isAnswered: true, status: 200, answer: 'thanks' })
  }
  const [, refunded] = await receiver.received()
  expect(refunded).toMatchObject({
    isSigned: true,
    body: {
      test: true,
      type: 'purchase.refunded',
      data: { purchase: { formId: form, email: 'test@example.com', total: 4900 }, refund: { total: 4900 } },
    },
  })
})

test('a new endpoint and a changed URL need a recent proof and a challenge', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('ok'))
  const path = `/api/endpoints/${id}`
  app.clock.advance(11 * 60)
  const body = { url: receiver.at('other') }
  const unproved = await call(app, 'PATCH', path, { token: seller.token, body })
  expect([unproved.status, unproved.body]).toMatchObject([403, { code: 'proof_required' }])
  await call(app, 'POST', '/api/account/proof', { token: seller.token, body: { password: 'correct-horse' } })
  expect((await call(app, 'PATCH', path, { token: seller.token, body })).body).toMatchObject({ state: 'off' })
  await buy(app, form)
  await sendAll(app)
  expect((await receiver.received()).map(({ type }) => type)).toEqual(['endpoint.verify'])
})

test('the owner is emailed when a member adds a webhook, redirects it or renews its secret', async () => {
  const member = await signUpMember(
    app,
    seller,
    await makeRole(app, 'developers', ['read', 'write', 'update'], { forTeams: true }),
  )
  const { id } = await addEndpoint(app, member, receiver.at('ok'))
  const change = (body: object, of = '', method: 'PATCH' | 'POST' = 'PATCH') =>
    call(app, method, `/api/endpoints/${id}${of}`, { token: member.token, body })
  await change({ name: 'Another name', url: receiver.at('ok') })
  await change({ url: receiver.at('other') })
  await change({}, '/secret', 'POST')
  const mails = await app.services.db
    .selectFrom('mails')
    .select(['userId', 'data'])
    .where('kind', '=', 'endpoint_changed')
    .where('about', 'like', `${id}%`)
    .orderBy('about')
    .execute()

  const acts = (of: TestSeller) => mails.filter(({ userId }) => userId === of.userId).map(({ data }) => data)
  expect(acts(seller)).toMatchObject([{ act: 'added' }, { act: 'redirected' }, { act: 'secret' }])
  expect(acts(member)).toHaveLength(3)
})

test('a seller gets 404 for another shop’s endpoints', async () => {
  const { id } = await addEndpoint(app, seller, receiver.at('ok'))
  const other = await signUpSeller(app)
  for (const [method, path] of [
    ['DELETE', ''],
    ['POST', '/off'],
    ['POST', '/secret'],
    ['GET', '/deliveries'],
  ] as const) {
    const answer = await call(app, method, `/api/endpoints/${id}${path}`, { token: other.token })
    expect(answer.status).toBe(404)
  }
})

// Proves private-networks.
test('an endpoint in a private network is rejected with a field error', async () => {
  const body = { name: 'Course', url: 'https://169.254.169.254/', types: [], formIds: null, isThin: false }
  const answer = await call(app, 'POST', '/api/endpoints', { token: seller.token, body })
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { errors: { url: 'Enter a host on the public internet, such as example.com' } },
  ])
})

/** The time limit for a call in milliseconds. On a busy machine, a call can take longer than ten seconds. */
const patiently = { patience: 120_000 }

// Proves willing-receivers.
test('an automation tool subscribes a URL with its API key, receives events and unsubscribes', async () => {
  const { key, apiKey } = await makeKey(app, seller, ['developers:write', 'sales:read'])
  const subscribe = (url: string, token = key) =>
    call(app, 'POST', '/api/hooks', { token, body: { url, types: ['purchase.paid'] } })
  expect((await subscribe(receiver.at('deaf'))).status).toBe(422)
  expect((await subscribe('https://169.254.169.254/')).status).toBe(422)
  expect((await subscribe(receiver.at('ok'), seller.token)).status).toBe(403)
  const reader = await makeKey(app, seller, ['developers:read'])
  expect((await subscribe(receiver.at('ok'), reader.key)).status).toBe(403)
  const blind = await makeKey(app, seller, ['developers:write'])
  expect((await subscribe(receiver.at('ok'), blind.key)).status).toBe(403)

  const made = await subscribe(receiver.at('ok'))
  const { id, secret } = z.object({ id: z.string(), secret: z.string() }).parse(made.body)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('userId')
    .where('kind', '=', 'endpoint_subscribed')
    .where('about', '=', id)
    .execute()
  expect(mails).toEqual([{ userId: seller.userId }])
  receiver.know(secret)
  await buy(app, form)
  await collectAndPlan(app)
  await deliverAll(app, patiently)
  const got = async () => (await receiver.received()).filter(({ type }) => type === 'purchase.paid')
  expect(await got()).toMatchObject([{ isSigned: true }])
  for (const token of [blind.key, seller.token])
    expect((await call(app, 'DELETE', `/api/hooks/${id}`, { token })).status).toBe(404)
  expect((await call(app, 'DELETE', `/api/hooks/${id}`, { token: key })).status).toBe(200)
  await buy(app, form)
  await collectAndPlan(app)
  await deliverAll(app, patiently)
  expect(await got()).toHaveLength(1)

  expect((await subscribe(receiver.at('ok'))).status).toBe(201)
  expect((await subscribe('https://hooks.zapier.com/hooks/standard/1/a')).status).toBe(201)
  await call(app, 'DELETE', `/api/keys/${apiKey.id}`, { token: seller.token })
  await watchEndpoints(app.services)
  expect((await call(app, 'GET', '/api/endpoints', { token: seller.token })).body).toEqual({ endpoints: [] })
})

test('a sample event has the form’s prices and an invented buyer', async () => {
  const { key } = await makeKey(app, seller, ['developers:read'])
  const { body } = await call(app, 'GET', '/api/events/sample?type=purchase.refunded', { token: key })
  expect(body).toMatchObject({
    type: 'purchase.refunded',
    test: true,
    data: { purchase: { formId: form, total: 4900, email: 'test@example.com' } },
  })
})
