import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { mailTextOf } from '../notices/test-notices.ts'
import { checkAll, rowOf, subscribe, wireOf, type Ordered } from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const post = ({ purchaseId }: Ordered, act: string, by: TestSeller, body?: object) =>
  call(app, 'POST', `/api/sales/${purchaseId}/subscription/${act}`, {
    token: by.token,
    ...(body && { body }),
  })

const listed = async (subscription: string) => {
  const { body } = await call(app, 'GET', `/api/sales?subscription=${subscription}`, { token: seller.token })
  return JSON.stringify(body)
}

test('a seller can pause a buyer’s subscription, even where buyers cannot, and undo the pause', async () => {
  const ordered = await subscribe(app, seller, { allowsPause: false })
  await checkAll(app)
  const next = (await rowOf(app, ordered)).currentPeriodEnd?.toISOString() ?? ''
  const paused = await post(ordered, 'pause', seller, { payments: 2, next })
  expect(wireOf(paused).pause).toMatchObject({ from: next, by: 'seller', isSkip: false })
  expect(await mailTextOf(app, ordered, 'subscription_paused')).toContain('has paused')
  expect(await listed('paused')).toContain(ordered.purchaseId)
  expect(await listed('active')).not.toContain(ordered.purchaseId)
  const numbers = await call(app, 'GET', '/api/sales/dashboard', { token: seller.token })
  expect(dashboard.parse(numbers.body).subscriptions).toMatchObject({ paused: 1 })
  const again = await post(ordered, 'pause', seller, { payments: 4, next })
  expect([again.status, again.body]).toMatchObject([409, { message: 'It is already paused.' }])
  expect(wireOf(await post(ordered, 'unpause', seller)).pause).toBeNull()
  expect(await listed('active')).toContain(ordered.purchaseId)
})

test.for([
  [{ billingPeriod: 'Yearly' }, 'closer to the next payment'],
  [{ billingPeriod: 'Monthly', billingInterval: 6 }, 'A pause can last up to a year.'],
  [{ billingPeriod: 'Yearly', billingInterval: 2 }, 'A pause can last up to a year.'],
] as const)('a seller reads why %j cannot be paused for three payments', async ([recurrence, why]) => {
  const ordered = await subscribe(app, seller, recurrence)
  await checkAll(app)
  const next = (await rowOf(app, ordered)).currentPeriodEnd?.toISOString() ?? ''
  const refused = await post(ordered, 'pause', seller, { payments: 3, next })
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([409, expect.stringContaining(why)])
})

test('another seller cannot pause a subscription', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  const next = (await rowOf(app, ordered)).currentPeriodEnd?.toISOString() ?? ''
  const stranger = await signUpSeller(app)
  expect((await post(ordered, 'pause', stranger, { payments: 1, next })).status).toBe(404)
  expect(await rowOf(app, ordered)).toMatchObject({ pauseUntil: null })
})
