import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { ask, checkAll, rowOf, subscribe, wireOf } from './test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

/** The seller has taken away our access to their account at the provider. */
async function disconnect(): Promise<void> {
  const error = {
    type: 'invalid_request_error',
    code: 'account_invalid',
    message: 'No access to this account',
  }
  const fault = { kind: 'error', status: 403, body: { error } }
  const paths = ['/v1/*', '/v1/*/*', '/v1/*/*/*']
  await setFaults(app, { ...lostEvents, calls: paths.map((path) => ({ method: '*', path, fault })) })
}

test('who cancels where the seller has disconnected their account is answered by what was recorded', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await disconnect()
  const canceled = await ask(app, ordered, '/cancel')
  const read = await ask(app, ordered, '')
  await setFaults(app, lostEvents)
  await checkAll(app)

  expect(canceled.status).toBe(200)
  expect([canceled, read].map((answer) => wireOf(answer).canCancel)).toEqual([false, false])
  expect(await rowOf(app, ordered)).toMatchObject({ cancellation: 'period_end', cancelAtPeriodEnd: true })
})

test('a seller who has disconnected their account is told the same', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await disconnect()
  const canceled = await call(app, 'POST', `/api/sales/${ordered.purchaseId}/subscription/cancel`, {
    token: seller.token,
    body: { at: 'now' },
  })

  expect([canceled.status, (await rowOf(app, ordered)).cancellation]).toEqual([200, 'now'])
})
