import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayText } from '#foundation/time/day-text.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { ask, changeCard, rowOf, wireOf } from '#payments/subscriptions/test-subscriptions.ts'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { changersOf, day, monthly } from './test-price-changes.ts'

let app: TestApp
let seller: TestSeller
let buyer: ReturnType<typeof changersOf>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  buyer = changersOf(app, seller)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

test('a buyer’s new price applies from the next payment and is emailed and logged', async () => {
  const ordered = await buyer.subscribed()
  const { currentPeriodEnd } = await rowOf(app, ordered)
  const from = currentPeriodEnd?.toISOString() ?? ''
  const answer = await buyer.change(ordered)
  expect([answer.status, answer.body]).toMatchObject([
    200,
    { total: 2400, nextChargeAt: from, priceChange: { total: 2400, from, former: { total: 1200 } } },
  ])
  expect(await buyer.page(ordered)).toContain('$24.00 every month instead of $12.00')
  const told = `From ${dayText(Date.parse(from))}: $24.00 every month instead of $12.00.`
  expect(await buyer.textsOf(ordered)).toEqual([expect.stringContaining(told)])
  expect(await buyer.totalsOf(ordered)).toEqual([1200])
  expect(await rowOf(app, ordered)).toMatchObject({ total: 1200 })
  await buyer.renew(ordered)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400, 2400])
  const title = 'A course in watercolor (Pro)'
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', title, total: 2400 })
  expect(wireOf(await ask(app, ordered, '')).priceChange).toBeNull()
  const renewals = await app.services.db
    .selectFrom('purchases')
    .select('priceId')
    .where('orderId', '=', ordered.purchaseId)
    .execute()
  expect(renewals.map(({ priceId }) => priceId)).toEqual([ordered.others[0]?.id, ordered.others[0]?.id])
  expect(await buyer.changesMailed(ordered)).toBe(1)
  const history = await app.services.db
    .selectFrom('purchaseTransitions')
    .select('cause')
    .where('purchaseId', '=', ordered.purchaseId)
    .where('event', '=', 'price_changed')
    .execute()
  expect(history).toEqual([{ cause: `asked by buyer: ${title}` }])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a buyer can change to a lower price and back, with the same quantity and tax', async () => {
  const ordered = await buyer.subscribed(
    { quantityMax: 5, amount: 24, prices: [{ label: 'Small', amount: 9.5, ...monthly }] },
    { quantity: 3 },
  )
  expect((await buyer.change(ordered, { total: 2850 })).status).toBe(200)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([7200, 2850])
  expect((await buyer.change(ordered, { price: ordered.form, total: 7200 })).status).toBe(200)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([7200, 2850, 7200])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a buyer can undo a price change until it takes effect', async () => {
  const ordered = await buyer.subscribed()
  await buyer.change(ordered)
  await buyer.later(day)
  expect(wireOf(await buyer.undo(ordered))).toMatchObject({ total: 1200, priceChange: null })
  expect(wireOf(await buyer.undo(ordered))).toMatchObject({ total: 1200, priceChange: null })
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 1200])
  const [changed] = (await rowOf(app, ordered)).agreedPrices?.slice(1) ?? []
  expect((await buyer.undo(ordered, changed?.id)).body).toMatchObject({ code: 'price_change_begun' })
  expect((await buyer.change(ordered, { after: null })).body).toMatchObject({ code: 'price_change_differs' })
  const [, kept = ''] = await buyer.textsOf(ordered)
  expect(kept).toContain('You are staying on “A course in watercolor (Basic)” at $12.00 every month.')
  expect((await buyer.change(ordered)).status).toBe(200)
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 1200, 2400])
})

// Proves plan-change.
test('a price change with a different amount or day than shown is rejected', async () => {
  const ordered = await buyer.subscribed()
  expect((await buyer.change(ordered, { total: 2300 })).body).toMatchObject({ code: 'price_change_differs' })
  const from = new Date().toISOString()
  expect((await buyer.change(ordered, { from })).body).toMatchObject({ code: 'price_change_differs' })
  expect((await rowOf(app, ordered)).agreedPrices).toBeNull()
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 1200])
})

test.for([
  ['the seller does not allow it', { allowsPriceChange: false }, {}],
  ['the price is hidden', { prices: [{ label: 'Pro', amount: 24, ...monthly, state: 'hidden' }] }, {}],
  [
    'the price is no longer sold',
    { prices: [{ label: 'Pro', amount: 24, ...monthly, state: 'retired' }] },
    {},
  ],
  [
    'the price ends after some payments',
    { prices: [{ label: 'Pro', amount: 24, ...monthly, cancelAfter: 3 }] },
    {},
  ],
  ['the price is one-time', { prices: [{ label: 'Pro', amount: 24 }] }, {}],
  [
    'the price has longer cycles',
    { prices: [{ label: 'Pro', amount: 24, ...monthly, billingPeriod: 'Yearly' }] },
    {},
  ],
  ['the plan ends after some payments', { cancelAfter: 3 }, {}],
] as const)('a price change is not offered if %s', async ([, fields]) => {
  const ordered = await buyer.subscribed(fields)
  expect((await buyer.change(ordered)).body).toMatchObject({ code: 'price_change_unavailable' })
  expect(await buyer.page(ordered)).not.toContain('instead of')
})

test('a canceled, past due, reduced or paused subscription cannot change its price', async () => {
  const canceled = await buyer.subscribed()
  await ask(app, canceled, '/cancel')
  expect((await buyer.change(canceled)).status).toBe(409)

  const paused = await buyer.subscribed()
  await buyer.edit(paused.form, { isPaused: true })
  expect((await buyer.change(paused)).status).toBe(409)

  const reduced = await buyer.subscribed({}, {}, async (form) => ({
    coupon: (await addCoupon(app, form, { percentage: '50', lasts: 'cycles', cycles: 2 })).code,
  }))
  expect((await buyer.change(reduced)).status).toBe(409)
  await buyer.renew(reduced)
  expect((await buyer.change(reduced)).status).toBe(200)
  await buyer.renew(reduced)
  expect(await buyer.totalsOf(reduced)).toEqual([600, 600, 2400])

  const failing = await buyer.subscribed()
  await changeCard(app, seller, failing, 'pm_card_chargeCustomerFail')
  await buyer.renew(failing)
  expect(await rowOf(app, failing)).toMatchObject({ status: 'past_due' })
  expect((await buyer.change(failing)).status).toBe(409)
  await changeCard(app, seller, failing, 'pm_card_visa')
  expect((await buyer.change(failing)).status).toBe(200)
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('an agreed price change remains even if the seller removes that price', async () => {
  const ordered = await buyer.subscribed()
  await buyer.change(ordered)
  await buyer.edit(ordered.form, { prices: [], allowsPriceChange: false })
  await buyer.renew(ordered)
  expect(await buyer.totalsOf(ordered)).toEqual([1200, 2400])
})

test('resuming a canceled subscription restores its price change', async () => {
  const ordered = await buyer.subscribed()
  await buyer.change(ordered)
  expect(wireOf(await ask(app, ordered, '/cancel'))).toMatchObject({ nextChargeAt: null })
  const resumed = wireOf(await ask(app, ordered, '/resume'))
  expect(resumed.total).toBe(2400)
  expect(resumed.nextChargeAt).not.toBeNull()
  await ask(app, ordered, '/cancel')
  await buyer.later(40 * day)
  await buyer.checkAll()
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await buyer.totalsOf(ordered)).toEqual([1200])
})

test('a price change requires the buyer’s secret', async () => {
  const ordered = await buyer.subscribed()
  const stranger = { ...ordered, secret: 'x' }
  expect((await buyer.change(stranger)).status).toBe(404)
  expect((await buyer.undo(stranger)).status).toBe(404)
  expect((await rowOf(app, ordered)).agreedPrices).toBeNull()
})

test('over a year of price changes, each payment is as agreed', { tags: 'long' }, async () => {
  const ordered = await buyer.subscribed()
  const expected = [1200]
  for (let month = 1; month <= 12; month += 1) {
    const present = expected.at(-1)
    if (month % 3 === 0) {
      const isUp = present === 1200
      const target = isUp ? {} : { price: ordered.form, total: 1200 }
      expect((await buyer.change(ordered, target)).status).toBe(200)
      if (month % 6 === 0) await buyer.undo(ordered)
      expected.push(month % 6 === 0 ? (present ?? 0) : isUp ? 2400 : 1200)
    } else expected.push(present ?? 0)
    await buyer.renew(ordered)
  }
  expect(await buyer.totalsOf(ordered)).toEqual(expected)
  expect(await reconcileAccounts(app.services)).toEqual([])
})
