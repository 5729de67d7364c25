// @module-tag long: its receiver runs in a separate process.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { addEndpoint, sendAll } from './test-endpoints.ts'
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
test('an endpoint in a private network is rejected at its field', async () => {
  const body = { name: 'Course', url: 'https://169.254.169.254/', types: [], formIds: null, isThin: false }
  const answer = await call(app, 'POST', '/api/endpoints', { token: seller.token, body })
  expect([answer.status, answer.body]).toMatchObject([
    422,
    { errors: { url: 'Enter a host on the public internet, such as example.com' } },
  ])
})
