import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { pruneAttempts } from '#payments/purchases/records/prune-attempts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { newId } from '#foundation/db/new-id.ts'
import { findPurchaseById } from '#payments/purchases/records/find-purchase.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  invoicesOf,
  later,
  mailsOf,
  moveTo,
  paidTotalsOf,
  payOffEarly as pressEarlyPayoff,
  rowOf,
  subscribe,
  untilTheEnd,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { payOffEarly as payOffDirectly } from './early-payoff.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const hour = 3_600_000

async function plan(fields: object = {}, payment: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 70, cancelAfter: 3, ...fields }, payment)
  await checkAll(app)
  return ordered
}

const payOffEarly = (ordered: Ordered, total: number) => pressEarlyPayoff(app, ordered, total)
const sumOf = async (ordered: Ordered) =>
  (await paidTotalsOf(app, ordered)).reduce((sum, total) => sum + total, 0)
const readPlan = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))

test('after an early payoff nothing more is charged', async () => {
  const ordered = await plan()
  expect((await readPlan(ordered)).payoff).toEqual({ payments: 2, total: 14_000, withoutDiscount: 14_000 })
  const answer = await payOffEarly(ordered, 14_000)
  expect([answer.status, answer.body]).toMatchObject([
    200,
    {
      status: 'paid',
      clientSecret: null,
      subscription: { status: 'canceled', payoffState: 'paid', payoff: null },
    },
  ])
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
  expect((await invoicesOf(app, ordered)).map(({ total }) => total)).toEqual([7000])
  const mails = await mailsOf(app, ordered)
  expect(mails.filter((kind) => kind === 'receipt')).toHaveLength(2)
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('an early payoff’s amount includes the seller’s discount and the buyer’s coupon', async () => {
  const ordered = await plan({ payoffDiscount: 10 })
  expect((await readPlan(ordered)).payoff).toEqual({ payments: 2, total: 12_600, withoutDiscount: 14_000 })
  expect((await payOffEarly(ordered, 14_000)).body).toMatchObject({
    code: 'payoff_changed',
    details: { total: 12_600 },
  })
  expect((await payOffEarly(ordered, 12_600)).status).toBe(200)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 12_600])

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
  await checkAll(app)
  const reduced = { form, purchaseId, secret }
  expect((await readPlan(reduced)).payoff?.total).toBe(3500 + 7000 + 7000)
})

test('a declined early payoff leaves the plan unchanged and can be tried again', async () => {
  const ordered = await plan()
  const before = await rowOf(app, ordered)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const declined = await payOffEarly(ordered, 14_000)
  expect([declined.status, declined.body]).toMatchObject([402, { code: 'payment_refused' }])
  await reconcile(app.services)
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'active',
    cancelAtPeriodEnd: false,
    cancelAt: before.cancelAt,
    payoffPurchaseId: null,
  })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  expect((await payOffEarly(ordered, 14_000)).status).toBe(200)
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

test('invoice details copied for a failed early payoff are deleted with it', async () => {
  const ordered = await plan()
  const { db } = app.services
  const details = { purchaseId: ordered.purchaseId, name: 'Bea Novak', updatedAt: app.clock.now() }
  await db.insertInto('buyerDetails').values(details).execute()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  expect((await payOffEarly(ordered, 14_000)).status).toBe(402)
  await reconcile(app.services)
  await checkAll(app)
  const copies = () =>
    db.selectFrom('buyerDetails').select('purchaseId').where('name', '=', 'Bea Novak').execute()
  const before = await copies()
  const inAMonth = new Date(app.clock.now().getTime() + 31 * 24 * hour)
  await pruneAttempts({ db, clock: { now: () => inAMonth } })
  expect([before.length, await copies()]).toEqual([2, [{ purchaseId: ordered.purchaseId }]])
})

test('a plan whose early payoff was declined continues to its last payment', async () => {
  const ordered = await plan()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  expect((await payOffEarly(ordered, 14_000)).status).toBe(402)
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 3 })
})

test('simultaneous clicks pay off a plan only once', async () => {
  const ordered = await plan()
  const answers = await Promise.all([
    payOffEarly(ordered, 14_000),
    payOffEarly(ordered, 14_000),
    payOffEarly(ordered, 14_000),
  ])
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(answers.filter(({ status }) => status !== 200 && status !== 409 && status !== 503)).toEqual([])
  await untilTheEnd(app)
  expect(await sumOf(ordered)).toBe(21_000)
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('an early payoff of a constantly changing plan asks the buyer to try again', async () => {
  const ordered = await plan()
  const { db } = app.services
  await setFaults(app, {
    ...lostEvents,
    calls: [{ method: 'GET', path: '/v1/subscriptions/*', fault: { kind: 'slow', ms: 30 } }],
  })
  const answering = { isOver: false }
  const pressing = payOffEarly(ordered, 14_000).finally(() => (answering.isOver = true))
  while (!answering.isOver) {
    await db
      .updateTable('subscriptions')
      .set((row) => ({ revision: row('revision', '+', 1) }))
      .where('orderId', '=', ordered.purchaseId)
      .execute()
  }
  const { status, body } = await pressing
  expect([status, body]).toMatchObject([503, { code: 'subscription_busy' }])
  await setFaults(app, lostEvents)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000])
  expect(await rowOf(app, ordered)).toMatchObject({ payoffPurchaseId: null, cancelAtPeriodEnd: false })
  expect((await payOffEarly(ordered, 14_000)).status).toBe(200)
})

test('an early payoff is unavailable around a renewal', async () => {
  const ordered = await plan()
  const { currentPeriodEnd } = await rowOf(app, ordered)
  const end = currentPeriodEnd?.getTime() ?? 0
  await moveTo(app, new Date(end - hour))
  expect((await payOffEarly(ordered, 14_000)).body).toMatchObject({ code: 'payoff_unavailable' })
  await moveTo(app, new Date(end + 60_000))
  expect((await payOffEarly(ordered, 14_000)).body).toMatchObject({ code: 'payoff_unavailable' })
  await moveTo(app, new Date(end + 8_000_000))
  await checkAll(app)
  expect((await payOffEarly(ordered, 14_000)).body).toMatchObject({
    code: 'payoff_changed',
    details: { total: 7000 },
  })
  expect((await payOffEarly(ordered, 7000)).status).toBe(200)
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
})

test('a canceled plan or an endless subscription cannot be paid off early', async () => {
  const canceled = await plan()
  await ask(app, canceled, '/cancel')
  expect((await payOffEarly(canceled, 14_000)).status).toBe(409)
  const endless = await plan({ cancelAfter: 0 })
  expect((await readPlan(endless)).payoff).toBeNull()
})

test('an early payoff while Stripe is unreachable charges nothing', async () => {
  const ordered = await plan()
  for (const path of ['/v1/subscriptions/*', '/v1/payment_methods/*']) {
    const calls = [{ method: 'GET', path, times: 9, fault: { kind: 'cut_before' } }]
    await setFaults(app, { ...lostEvents, calls })
    const answer = await payOffEarly(ordered, 14_000)
    expect([answer.status, answer.body]).toMatchObject([503, { code: 'provider_unreachable' }])
  }
  await setFaults(app, lostEvents)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', payoffPurchaseId: null })
})

test('a charged early payoff is reported as paid even if a later step fails', async () => {
  const ordered = await plan()
  const row = await rowOf(app, ordered)
  const order = await findPurchaseById(app.services.db, ordered.purchaseId)
  if (order === undefined) throw new Error('There is no order')
  const { provider } = app.services
  let reads = 0
  const failing: typeof provider = {
    ...provider,
    listInvoices(account, id, status) {
      reads += 1
      if (reads > 1) throw new Error('changes too fast to be read')
      return provider.listInvoices(account, id, status)
    },
  }
  const attempt = { network: '192.0.2.0', quoteId: null, proof: null, hasPaid: true }
  const services = { ...app.services, provider: failing }
  const paid = await payOffDirectly(services, row, order, { total: 14_000, key: newId(), attempt })
  expect([reads, paid.charged, paid.subscription]).toMatchObject([
    2,
    { purchase: { status: 'paid', total: 14_000 } },
    { payoffPaid: true },
  ])
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

const steps = [
  ['holding renewals', 'POST', '/v1/subscriptions/*'],
  ['charging the rest', 'POST', '/v1/payment_intents'],
  ['ending the subscription', 'DELETE', '/v1/subscriptions/*'],
] as const

// Proves early-payoff.
test.for(
  steps.flatMap((step) => (['cut_before', 'cut_after'] as const).map((kind) => [...step, kind] as const)),
)(
  'if a response to %s is lost (%s %s, %s), exactly the agreed price is charged',
  async ([, method, path, kind]) => {
    const ordered = await plan()
    await setFaults(app, { ...lostEvents, calls: [{ method, path, times: 9, fault: { kind } }] })
    await payOffEarly(ordered, 14_000)
    await setFaults(app, lostEvents)
    await later(app, 100_000)
    await untilTheEnd(app)
    expect(await sumOf(ordered)).toBe(21_000)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
    expect(await reconcileAccounts(app.services)).toEqual([])
  },
)
