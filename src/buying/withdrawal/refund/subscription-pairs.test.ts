// @module-tag long tests all pairs of events in a subscription
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { changersOf } from '#buying/price-changes/test-price-changes.ts'
import { recordDisputeByEvent, syncDisputes } from '#payments/disputes/record-dispute.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { pauses } from '#payments/subscriptions/pause/test-pauses.ts'
import {
  ask,
  checkAll,
  later,
  moveTo,
  payOffEarly,
  rowOf,
  subscribe,
  totalsOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  askProvider,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { returnedFor, withdraw, workOff } from '../test-withdrawals.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
})
afterAll(async () => app.close())
// The outcome must not depend on events.
beforeEach(() => setFaults(app, lostEvents))

const day = 86_400_000

const weekly = { amount: 24, billingPeriod: 'Weekly' }

async function begin(fields: object, payment: object): Promise<Ordered> {
  const ordered = await subscribe(app, seller, fields, payment)
  await checkAll(app)
  return ordered
}

/** What has happened to a subscription, and what is charged in the following weeks if nothing else happens. */
const states = {
  pausing: async (payment: object) => {
    const ordered = await begin(weekly, payment)
    await pauses(app).pause(ordered, 12)
    return { ordered, charged: [2400] }
  },
  resting: async (payment: object) => {
    const { ordered } = await states.pausing(payment)
    await later(app, 9 * day)
    await checkAll(app)
    return { ordered, charged: [2400] }
  },
  canceled: async (payment: object) => {
    const ordered = await begin(weekly, payment)
    await ask(app, ordered, '/cancel')
    return { ordered, charged: [2400] }
  },
  'changing plans': async (payment: object) => {
    const buyer = changersOf(app, seller)
    const ordered = await buyer.subscribed({}, payment)
    expect((await buyer.change(ordered)).status).toBe(200)
    return { ordered, charged: [1200, 2400] }
  },
  'paid off': async (payment: object) => {
    const ordered = await begin({ ...weekly, cancelAfter: 3 }, payment)
    expect((await payOffEarly(app, ordered, 4800)).status).toBe(200)
    await checkAll(app)
    return { ordered, charged: [2400, 4800] }
  },
} as const

const names = ['pausing', 'resting', 'canceled', 'changing plans', 'paid off'] as const

/** Five weeks, in which a monthly subscription renews once. */
async function fiveWeeks(): Promise<void> {
  for (let week = 0; week < 5; week += 1) {
    await later(app, 7 * day)
    await checkAll(app)
    await workOff(app)
  }
}

test.for(names)(
  '%s, then withdrawn from: it ends, all is refunded, and nothing more is charged',
  async (name) => {
    const { ordered } = await states[name]({})
    const paid = await totalsOf(app, ordered)
    await withdraw(app, ordered)
    await workOff(app)
    const back = await returnedFor(app, ordered.purchaseId)
    expect([(await rowOf(app, ordered)).status, back]).toEqual(['canceled', paid[0]])
    await fiveWeeks()
    expect(await totalsOf(app, ordered)).toEqual(paid)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', pauseUntil: null })
  },
)

test.for(names)('%s, then disputed: what was agreed stays', async (name) => {
  const { ordered, charged } = await states[name]({ paymentMethodId: 'pm_card_createDispute' })
  const { status, cancelAtPeriodEnd } = await rowOf(app, ordered)
  await syncDisputes(app.services, ordered.purchaseId)
  const dispute = await disputeOf(app, ordered.purchaseId)
  await askProvider(app, seller.account, `/v1/disputes/${dispute}`, {
    'evidence[uncategorized_text]': 'losing_evidence',
  })
  await recordDisputeByEvent(app.services, seller.account, dispute)
  expect(await rowOf(app, ordered)).toMatchObject({ status, cancelAtPeriodEnd })
  await fiveWeeks()
  expect(await totalsOf(app, ordered)).toEqual(charged)
})

test('a buyer who withdraws from a disputed subscription ends it, and gets money only from the bank', async () => {
  const ordered = await begin(weekly, { paymentMethodId: 'pm_card_createDispute' })
  await syncDisputes(app.services, ordered.purchaseId)
  await withdraw(app, ordered)
  await fiveWeeks()
  expect((await rowOf(app, ordered)).status).toBe('canceled')
  expect([await totalsOf(app, ordered), await returnedFor(app, ordered.purchaseId)]).toEqual([[2400], 0])
})

test('an installment plan cannot be changed to another price, whether or not it is paid off', async () => {
  const ordered = await begin({ ...weekly, cancelAfter: 3 }, {})
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  const change = { price: ordered.form, total: 2400, from: end?.toISOString(), after: null }
  expect((await ask(app, ordered, '/price', change)).status).toBe(409)
  expect((await payOffEarly(app, ordered, 4800)).status).toBe(200)
  expect((await ask(app, ordered, '/price', change)).status).toBe(409)
  await moveTo(app, new Date((end?.getTime() ?? 0) + day))
  await checkAll(app)
  expect(await totalsOf(app, ordered)).toEqual([2400, 4800])
})
