import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/test-paying.ts'
import { compareBooks } from '#payments/books/compare-books.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { reconcile } from '#payments/purchases/reconcile.ts'
import {
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import {
  ask,
  asSeller,
  changeCard,
  invoicesOf,
  mailsOf,
  moveTo,
  payOff as pressPayOff,
  purchasesOf,
  rowOf,
  wireOf,
  type Ordered,
} from './test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
const noEvents = { events: [{ type: '*', fault: { kind: 'drop' } }] }
beforeEach(() => setFaults(app, noEvents))

const hour = 3_600_000

async function plan(fields: object = {}, payment: object = {}): Promise<Ordered> {
  const form = await asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 70,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 3,
      ...fields,
    }),
  )
  const email = `planner-${(buyers += 1)}@example.com`
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, ...payment }))
  await checkAll()
  return { form, purchaseId, secret }
}

async function checkAll(): Promise<void> {
  while ((await checkSubscriptions(app.services)) > 0);
}

const later = (milliseconds: number) => moveTo(app, new Date(app.clock.now().getTime() + milliseconds))

/** All that the plan could still bring: each month's renewal, and what was left open. */
async function untilTheEnd(ordered: Ordered): Promise<void> {
  for (let round = 0; round < 6; round += 1) {
    await reconcile(app.services)
    await checkAll()
    await later(20 * 24 * hour)
    await reconcile(app.services)
    await checkAll()
  }
  await rowOf(app, ordered)
}

const payOff = (ordered: Ordered, total: number) => pressPayOff(app, ordered, total)
const totalsOf = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).filter(({ status }) => status === 'paid').map(({ total }) => total)
const sumOf = async (ordered: Ordered) => (await totalsOf(ordered)).reduce((sum, total) => sum + total, 0)
const readPlan = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))

test('the rest of a plan is paid at once, and nothing is charged after it', async () => {
  const ordered = await plan()
  expect((await readPlan(ordered)).payoff).toEqual({ payments: 2, total: 14_000, withoutDiscount: 14_000 })
  const answer = await payOff(ordered, 14_000)
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      status: 'paid',
      clientSecret: null,
      subscription: { status: 'canceled', isPaidEarly: true, payoff: null },
    },
  ])
  await untilTheEnd(ordered)
  expect(await totalsOf(ordered)).toEqual([7000, 14_000])
  expect((await invoicesOf(app, ordered)).map(({ total }) => total)).toEqual([7000])
  const mails = await mailsOf(app, ordered)
  expect(mails.filter((kind) => kind === 'receipt')).toHaveLength(2)
  expect(await compareBooks(app.services)).toEqual([])
})

test('what its seller takes off is said from the beginning, and a coupon and tax are in it', async () => {
  const ordered = await plan({ payoffDiscount: 10 })
  expect((await readPlan(ordered)).payoff).toEqual({ payments: 2, total: 12_600, withoutDiscount: 14_000 })
  expect((await payOff(ordered, 14_000)).body).toMatchObject({
    code: 'payoff_changed',
    details: { total: 12_600 },
  })
  expect((await payOff(ordered, 12_600)).status).toBe(200)
  expect(await totalsOf(ordered)).toEqual([7000, 12_600])

  const form = await asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 70,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 4,
    }),
  )
  const { code } = await addCoupon(app, form, { percentage: '50', lasts: 'cycles', cycles: 2 })
  const email = `planner-${(buyers += 1)}@example.com`
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, coupon: code }))
  await checkAll()
  const reduced = { form, purchaseId, secret }
  expect((await readPlan(reduced)).payoff?.total).toBe(3500 + 7000 + 7000)
})

test('a card that is declined leaves the plan as it was, and it can be tried again', async () => {
  const ordered = await plan()
  const before = await rowOf(app, ordered)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const declined = await payOff(ordered, 14_000)
  expect([declined.status, declined.body]).toMatchObject([402, { code: 'payment_refused' }])
  await reconcile(app.services)
  await checkAll()
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: false,
    cancelAt: before.cancelAt,
    payoffPurchaseId: null,
  })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  expect((await payOff(ordered, 14_000)).status).toBe(200)
  await untilTheEnd(ordered)
  expect(await totalsOf(ordered)).toEqual([7000, 14_000])
})

test('declined for good, the plan goes on to its last payment', async () => {
  const ordered = await plan()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  expect((await payOff(ordered, 14_000)).status).toBe(402)
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(ordered)
  expect(await totalsOf(ordered)).toEqual([7000, 7000, 7000])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 3 })
})

test('two presses pay once', async () => {
  const ordered = await plan()
  const answers = await Promise.all([
    payOff(ordered, 14_000),
    payOff(ordered, 14_000),
    payOff(ordered, 14_000),
  ])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  await untilTheEnd(ordered)
  expect(await sumOf(ordered)).toBe(21_000)
  expect(await compareBooks(app.services)).toEqual([])
})

test('a renewal that is under way, or is about to begin, is waited for', async () => {
  const ordered = await plan()
  const { currentPeriodEnd } = await rowOf(app, ordered)
  const end = currentPeriodEnd?.getTime() ?? 0
  await moveTo(app, new Date(end - hour))
  expect((await payOff(ordered, 14_000)).body).toMatchObject({ code: 'payoff_unavailable' })
  await moveTo(app, new Date(end + 60_000))
  expect((await payOff(ordered, 14_000)).body).toMatchObject({ code: 'payoff_unavailable' })
  await moveTo(app, new Date(end + 8_000_000))
  await checkAll()
  expect((await payOff(ordered, 14_000)).body).toMatchObject({
    code: 'payoff_changed',
    details: { total: 7000 },
  })
  expect((await payOff(ordered, 7000)).status).toBe(200)
  await untilTheEnd(ordered)
  expect(await totalsOf(ordered)).toEqual([7000, 7000, 7000])
})

test('who has canceled, and whose payments do not end, has nothing to pay early', async () => {
  const canceled = await plan()
  await ask(app, canceled, '/cancel')
  expect((await payOff(canceled, 14_000)).status).toBe(409)
  const endless = await plan({ cancelAfter: 0 })
  expect((await readPlan(endless)).payoff).toBeNull()
})

const steps = [
  ['holding renewals', 'POST', '/v1/subscriptions/*'],
  ['charging the rest', 'POST', '/v1/payment_intents'],
  ['ending the subscription', 'DELETE', '/v1/subscriptions/*'],
] as const

test.for(
  steps.flatMap((step) => (['cut_before', 'cut_after'] as const).map((kind) => [...step, kind] as const)),
)(
  'where the answer to %s is lost (%s %s, %s), the agreed price is charged and no cent more',
  async ([, method, path, kind]) => {
    const ordered = await plan()
    await setFaults(app, { ...noEvents, calls: [{ method, path, times: 9, fault: { kind } }] })
    await payOff(ordered, 14_000)
    await setFaults(app, noEvents)
    await later(100_000)
    await untilTheEnd(ordered)
    expect(await sumOf(ordered)).toBe(21_000)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
    expect(await compareBooks(app.services)).toEqual([])
  },
)
