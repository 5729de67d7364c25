import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { listOpenDifferences } from '#payments/purchases/records/book-differences.ts'
import { ask, invoicesOf, rowOf, wireOf } from '#payments/subscriptions/test-subscriptions.ts'
import { lostEvents, setFaults, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { changersOf, hour, type Subscribed } from './test-price-changes.ts'

let app: TestApp
let buyer: ReturnType<typeof changersOf>

beforeAll(async () => {
  app = await startTestApp()
  buyer = changersOf(app, await signUpSeller(app))
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

test('simultaneous clicks in several tabs change the price only once', async () => {
  const ordered = await buyer.subscribed()
  const answers = await Promise.all([buyer.change(ordered), buyer.change(ordered), buyer.change(ordered)])
  expect(answers.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  await buyer.later(hour)
  await buyer.checkAll()
  expect((await buyer.change(ordered)).status).toBe(200)
  expect((await rowOf(app, ordered)).agreedPrices).toHaveLength(2)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
  expect(await buyer.changesMailed(ordered)).toBe(1)
})

// Proves plan-change.
test.for(['cut_before', 'cut_after'] as const)(
  'after a lost response (%s), reconciliation sets the price on Stripe and emails the buyer once',
  async (kind) => {
    const ordered = await buyer.subscribed()
    const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind } }]
    await setFaults(app, { ...lostEvents, calls })
    expect(wireOf(await buyer.change(ordered)).priceChange).toMatchObject({ from: null })
    expect(await buyer.page(ordered)).toContain('You are switching to “')
    expect(await buyer.changesMailed(ordered)).toBe(0)
    await setFaults(app, lostEvents)
    await buyer.later(5 * 60_000)
    await buyer.checkAll()
    expect(await buyer.changesMailed(ordered)).toBe(1)
    await buyer.renew(ordered)
    expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
    expect(await reconcileAccounts(app.services)).toEqual([])
  },
)

test('a price change that reaches Stripe after a renewal applies to the next one', async () => {
  const ordered = await buyer.subscribed()
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  await buyer.change(ordered)
  await setFaults(app, lostEvents)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 1200])
  const { currentPeriodEnd, agreedPrices } = await rowOf(app, ordered)
  expect(agreedPrices?.at(-1)?.from).toBe(currentPeriodEnd?.toISOString())
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 1200, 2400])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('even if a response is lost for a whole cycle, the agreed amounts are charged', async () => {
  const ordered = await buyer.subscribed()
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind: 'cut_after' } }]
  await setFaults(app, { ...lostEvents, calls })
  await buyer.change(ordered)
  await setFaults(app, lostEvents)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
  const texts = await buyer.textsOf(ordered)
  expect(texts).toHaveLength(1)
  expect(texts[0]).toContain('$24.00 every month instead of $12.00')
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('the last payment with a coupon’s discount is correct, even if it is recorded together with a new price', async () => {
  const ordered = await buyer.subscribed({}, {}, async (form) => ({
    coupon: (await addCoupon(app, form, { percentage: '50', lasts: 'cycles', cycles: 2 })).code,
  }))
  const untilRenewal = async () => {
    const { currentPeriodEnd } = await rowOf(app, ordered)
    return (currentPeriodEnd?.getTime() ?? 0) - app.clock.now().getTime()
  }
  // Stripe charges the invoice for the last reduced payment an hour later.
  await buyer.later((await untilRenewal()) + 60_000)
  expect((await buyer.change(ordered)).body).toMatchObject({ code: 'price_change_differs' })
  expect((await buyer.change(ordered)).status).toBe(200)
  await buyer.later((await untilRenewal()) + 2 * hour)
  await buyer.checkAll()

  expect(await buyer.totalsOf(ordered)).toEqual([600, 600, 2400])
  const [, late] = await app.services.db
    .selectFrom('purchases')
    .innerJoin('purchaseLines', 'purchaseLines.purchaseId', 'purchases.id')
    .select(['purchaseLines.discountAmount', (eb) => eb('couponCode', 'is not', null).as('hasCoupon')])
    .where('formId', '=', ordered.form)
    .orderBy('createdAt')
    .execute()
  expect(late).toEqual({ hasCoupon: true, discountAmount: 600 })
  expect(await listOpenDifferences(app.services.db, 10)).toEqual([])
  expect(await rowOf(app, ordered)).toMatchObject({ total: 2400, discountAmount: 0, discountCycles: null })
})

test('a price change is not recorded while Stripe is unreachable', async () => {
  const ordered = await buyer.subscribed()
  const calls = [{ method: 'GET', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  const answer = await buyer.change(ordered)
  expect([answer.status, answer.body]).toMatchObject([503, { code: 'provider_unreachable' }])
  await setFaults(app, lostEvents)
  expect((await rowOf(app, ordered)).agreedPrices).toBeNull()
})

test('a canceled subscription’s price change is emailed, and applied only if the buyer resumes', async () => {
  const ordered = await buyer.subscribed()
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  await buyer.change(ordered)
  await setFaults(app, lostEvents)
  expect((await ask(app, ordered, '/cancel')).status).toBe(200)
  await buyer.later(hour)
  await buyer.checkAll()
  expect(await buyer.textsOf(ordered)).toEqual([])
  expect((await buyer.undo(ordered)).body).toMatchObject({ code: 'price_change_differs' })
  expect((await ask(app, ordered, '/resume')).status).toBe(200)
  await buyer.later(hour)
  await buyer.checkAll()
  expect(await buyer.textsOf(ordered)).toHaveLength(1)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
})

test('a price change that is undone too late is charged only once', async () => {
  const ordered = await buyer.subscribed()
  await buyer.change(ordered)
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  const told = wireOf(await buyer.undo(ordered))
  expect(told.priceChange).toMatchObject({ total: 1200, from: null, former: { total: 1200 } })
  expect(await buyer.page(ordered)).toContain('Until we confirm it by email, your next payment may still')
  await setFaults(app, lostEvents)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
  expect((await buyer.textsOf(ordered)).at(-1)).toContain('$12.00 every month instead of $24.00')
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400, 1200])
  expect((await invoicesOf(app, ordered)).map(({ total }) => total)).toEqual([1200, 2400, 1200])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

// Proves plan-change.
test('price changes made during a renewal are charged as agreed', { tags: 'long' }, async () => {
  const plans: Subscribed[] = []
  for (let count = 0; count < 8; count += 1) plans.push(await buyer.subscribed())
  const rows = await Promise.all(plans.map((one) => rowOf(app, one)))
  const ends = rows.map(({ currentPeriodEnd }) => currentPeriodEnd?.getTime() ?? 0)
  const [first, last] = [Math.min(...ends), Math.max(...ends)]
  // Our clock is before the first renewal, while Stripe's clock passes the renewals one after another.
  app.clock.set(new Date(first - hour))
  const renewing = async () => {
    for (const time of [...ends, last + 1000, last + hour + 5000]) {
      await fetch(`${app.sandbox.url}/sandbox/clock`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ to: Math.ceil(time / 1000) }),
      })
      await buyer.checkAll()
    }
  }
  /** Clicks the button and returns the last price that the buyer saw. */
  const pressing = async (one: Subscribed, index: number): Promise<number> => {
    const answers = [await buyer.change(one)]
    if (index % 2 === 1) answers.push(await buyer.undo(one))
    const told = answers.findLast(({ status }) => status === 200)
    if (told === undefined) return 1200
    const { priceChange, total } = wireOf(told)
    return priceChange?.total ?? total
  }
  const [, ...agreed] = await Promise.all([renewing(), ...plans.map(pressing)])
  for (const hours of [3, 24, 24 * 33, 24 * 31]) {
    await buyer.later(hours * hour)
    await buyer.checkAll()
  }
  const paid = await Promise.all(plans.map(async (one) => (await rowOf(app, one)).total))
  expect(paid).toEqual(agreed)
  const differences = await app.services.db.selectFrom('bookDifferences').select('kind').execute()
  expect(differences).toEqual([])
  expect(await reconcileAccounts(app.services)).toEqual([])
})
