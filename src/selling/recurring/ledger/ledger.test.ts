import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { pauses } from '#payments/subscriptions/pause/test-pauses.ts'
import { newId } from '#foundation/db/new-id.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import { cancelSubscription } from '#payments/subscriptions/end/cancel-subscription.ts'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import {
  ask,
  changeCard,
  checkAll,
  later,
  moveTo,
  renew,
  rowOf,
  subscribe,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { readBridges } from '../bridge/read-bridge.ts'
import type { Bridge } from '../contract.ts'
import { monthsUntil } from '../months.ts'
import { countChanges, isCounted } from './count-changes.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  await setFaults(app, lostEvents)
  seller = await signUpSeller(app)
})

/**
 * An order's movements so far. The hour is for the sandbox's clock, which runs on while the product's does not, so that
 * an end at Stripe can be later than the product's time.
 */
async function movements({ purchaseId }: Ordered): Promise<string[]> {
  while ((await countChanges(app.services)) > 0);
  const rows = await app.services.db
    .selectFrom('recurringMovements')
    .select(['at', 'kind', 'because', 'net', 'heads'])
    .where('orderId', '=', purchaseId)
    .where('at', '<=', new Date(app.clock.now().getTime() + 3_600_000))
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ kind, because, net, heads }) =>
    [kind, because, net, heads].filter((part) => part !== null).join(' '),
  )
}

async function endNow(ordered: Ordered): Promise<void> {
  await cancelSubscription(app.services, await rowOf(app, ordered), 'now', 'seller')
  await checkAll(app)
}

test('a renewal with another amount and a cancellation are recorded as MRR changes', async () => {
  const form = await createTestForm(app, seller, {
    amount: 20,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
  })
  const { code: coupon } = await addCoupon(app, form, { percentage: '25', lasts: 'cycles', cycles: 2 })
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { coupon }))
  const ordered = { form, purchaseId, secret }
  for (let month = 0; month < 3; month += 1) await renew(app, ordered)
  await ask(app, ordered, '/cancel')
  expect(await movements(ordered)).toEqual(['new 1500 1', 'more 500 0'])
  await renew(app, ordered)
  expect(await movements(ordered)).toEqual(['new 1500 1', 'more 500 0', 'gone asked -2000 -1'])
})

test('a trial counts in the MRR from its first full payment, and installments never count', async () => {
  const form = await createTestForm(app, seller, {
    amount: 10,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { consents: await trialConsents(app, form) }))
  const trial = { form, purchaseId, secret }
  const plan = await subscribe(app, seller, { amount: 10, cancelAfter: 3 })
  await checkAll(app)
  expect([await movements(trial), await movements(plan)]).toEqual([[], []])
  await renew(app, trial)
  expect(await movements(trial)).toEqual(['new 1000 1'])
})

test('a subscription with a declined card counts in the MRR while the card is retried, until the subscription ends', async () => {
  const ordered = await subscribe(app, seller, { amount: 12 })
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await renew(app, ordered)
  expect((await rowOf(app, ordered)).status).toBe('past_due')
  expect(await movements(ordered)).toEqual(['new 1200 1'])
  for (let week = 0; week < 6; week += 1) {
    await later(app, 7 * 86_400_000)
    await checkAll(app)
  }
  expect(await movements(ordered)).toEqual(['new 1200 1', 'gone failed -1200 -1'])
})

test('a pause removes a subscription from the MRR, and its next payment brings it back', async () => {
  const of = pauses(app)
  const ordered = await subscribe(app, seller, { amount: 12 })
  await checkAll(app)
  await of.pause(ordered, 2)
  expect(await movements(ordered)).toEqual(['new 1200 1'])
  const { pauseFrom, pauseUntil } = await rowOf(app, ordered)
  await moveTo(app, new Date((pauseFrom?.getTime() ?? 0) + 86_400_000))
  await checkAll(app)
  expect(await movements(ordered)).toEqual(['new 1200 1', 'paused -1200 -1'])
  await moveTo(app, new Date((pauseUntil?.getTime() ?? 0) + 8_000_000))
  await checkAll(app)
  expect(await movements(ordered)).toEqual(['new 1200 1', 'paused -1200 -1', 'back 1200 1'])
  await of.pause(ordered, 3)
  const again = await rowOf(app, ordered)
  await moveTo(app, new Date((again.pauseFrom?.getTime() ?? 0) + 86_400_000))
  await checkAll(app)
  await ask(app, ordered, '/cancel')
  await checkAll(app)
  expect((await movements(ordered)).slice(3)).toEqual([
    'paused -1200 -1',
    'paused 1200 1',
    'gone asked -1200 -1',
  ])
})

test('a buyer who returns within 90 days counts as returned, and a refunded last payment is given as the reason for an end', async () => {
  const first = await subscribe(app, seller, { amount: 12 }, { email: 'bea@example.com' })
  await checkAll(app)
  await refundPurchase(app.services, first.purchaseId, {
    amount: null,
    idempotencyKey: newId(),
    requestedBy: 'seller',
  })
  await endNow(first)
  await later(app, 3_600_000)
  expect(await movements(first)).toEqual(['new 1200 1', 'gone refunded -1200 -1'])
  await later(app, 30 * 86_400_000)
  const { purchaseId, secret } = outcomeOf(await pay(app, first.form, { email: 'Bea@example.com' }))
  await checkAll(app)
  expect(await movements({ form: first.form, purchaseId, secret })).toEqual(['back 1200 1'])
  const { received } = await app.services.db
    .selectFrom('recurringStarts')
    .select('received')
    .where('orderId', '=', first.purchaseId)
    .executeTakeFirstOrThrow()
  expect(received).toBe(0)
})

test('each month’s changes lead from its start to its end, which is the next month’s start', async () => {
  const prices = [
    { amount: 10 },
    { amount: 99.99, billingPeriod: 'Yearly' },
    { amount: 7.77, billingPeriod: 'Weekly' },
    { amount: 100, billingPeriod: 'Yearly', quantityMax: 9 },
  ]
  const ordered: Ordered[] = []
  for (const price of prices) ordered.push(await subscribe(app, seller, price))
  const [, yearly] = ordered
  await checkAll(app)
  await later(app, 40 * 86_400_000)
  await checkAll(app)
  if (yearly !== undefined) await endNow(yearly)
  await checkAll(app)
  await later(app, 86_400_000)
  const { sellerId } = await rowOf(app, { purchaseId: ordered[0]?.purchaseId ?? '' })
  expect(await isCounted(app.services.db, sellerId)).toBe(true)
  const months = monthsUntil(app.clock.now(), 'Europe/Berlin')
  const [own] = await readBridges(app.services.db, app.services.db, { sellerId }, months)
  expect(own?.months).toHaveLength(24)
  let before: Bridge['begin'] = { amount: 0, heads: 0 }
  for (const { begin, moved, end } of own?.months ?? []) {
    expect(begin).toEqual(before)
    const sum = (name: 'amount' | 'heads') => moved.reduce((total, one) => total + one[name], begin[name])
    expect({ amount: sum('amount'), heads: sum('heads') }).toEqual(end)
    before = end
  }
  // 10.00 a month, 7.77 a week and 100.00 a year: 10 + 33.785… + 8.333…
  expect(before).toEqual({ amount: 5212, heads: 3 })
})
