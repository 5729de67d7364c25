// @module-tag long races
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { ask, checkAll, rowOf, subscribe, type Ordered } from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const cancelAsSeller = ({ purchaseId }: Ordered, at: 'now' | 'period_end') =>
  call(app, 'POST', `/api/sales/${purchaseId}/subscription/cancel`, { token: seller.token, body: { at } })

test('a seller’s immediate end wins over a buyer’s simultaneous cancellation', async () => {
  for (let trial = 0; trial < 10; trial += 1) {
    const ordered = await subscribe(app, seller)
    const [ended] = await Promise.all([cancelAsSeller(ordered, 'now'), ask(app, ordered, '/cancel')])
    await checkAll(app)

    expect([trial, ended.status, (await rowOf(app, ordered)).status]).toEqual([trial, 200, 'canceled'])
  }
})

test('a buyer who resumes does not undo the seller’s simultaneous cancellation', async () => {
  for (let trial = 0; trial < 10; trial += 1) {
    const ordered = await subscribe(app, seller)
    await ask(app, ordered, '/cancel')
    const [canceled] = await Promise.all([
      cancelAsSeller(ordered, 'period_end'),
      ask(app, ordered, '/resume'),
    ])
    await checkAll(app)

    expect([trial, canceled.status]).toEqual([trial, 200])
    expect([trial, await rowOf(app, ordered)]).toMatchObject([
      trial,
      { cancellationBy: 'seller', cancelAtPeriodEnd: true },
    ])
  }
})
