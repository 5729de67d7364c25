// @module-tag long moves clocks by a quarter of a year
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { randomFrom } from '#foundation/values/random.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import {
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { cancelSubscription } from '../end/cancel-subscription.ts'
import { pauses } from '../pause/test-pauses.ts'
import {
  asSeller,
  changeCard,
  checkAll,
  later,
  moveTo,
  purchasesOf,
  renew,
  rowOf,
  subscribe,
  type Ordered,
} from '../test-subscriptions.ts'
import { listAhead } from './read-ahead.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const day = 86_400_000
/** `SUBSCRIPTIONS` adds this many random ones, and `SEED` chooses others. */
const more = Number(process.env['SUBSCRIPTIONS'] ?? 0)
const random = randomFrom(Number(process.env['SEED'] ?? 1))

function anyRecurrence() {
  const billingPeriod = random.pick(['Daily', 'Weekly', 'Monthly', 'Monthly', 'Yearly'])
  return {
    billingPeriod,
    billingInterval: billingPeriod === 'Daily' ? 5 + random.below(40) : 1 + random.below(3),
    cancelAfter: random.chance(0.4) ? 2 + random.below(12) : 0,
    amount: (100 + random.below(9000)) / 100,
  }
}

/** A time that is half a day away from every renewal in these tests. */
const [days, compared] = [91, 89.5 * day]

/** A future payment as text for comparison: whose it is, on which day, what it is for and how much it is. */
const lineOf = (name: string, at: Date, total: number) => `${at.toISOString().slice(0, 10)} ${name} ${total}`

async function listed(names: ReadonlyMap<string, string>) {
  const { sellerId } = await rowOf(app, { purchaseId: [...names.keys()][0] ?? '' })
  const from = app.clock.now()
  const span = { from, until: new Date(from.getTime() + days * day) }
  return (await listAhead(app.services.db, { sellerId, currency: 'usd' }, span)).flatMap((one) => {
    const name = names.get(one.orderId)
    return name === undefined ? [] : [{ ...one, name }]
  })
}

test('exactly the announced future payments are charged, except those that failed or were canceled', async () => {
  // Noon, because payments are charged within hours of their time and should be charged on that day.
  await moveTo(app, new Date((Math.ceil(app.clock.now().getTime() / day) + 0.5) * day))
  const bought = new Map<string, Ordered>()
  const buy = async (name: string, recurrence: object, payment: object = {}) => {
    const ordered = await subscribe(app, seller, { amount: 20, ...recurrence }, payment)
    bought.set(name, ordered)
    return ordered
  }
  await buy('monthly', {})
  await buy('weekly', { billingPeriod: 'Weekly', amount: 7.77 })
  await buy('ten days', { billingPeriod: 'Daily', billingInterval: 10, amount: 3 })
  await buy('quarterly', { billingInterval: 3, amount: 55 })
  await buy('yearly', { billingPeriod: 'Yearly', amount: 99 })
  await buy('plan', { cancelAfter: 3 })
  await buy('long plan', { cancelAfter: 9 })
  for (let one = 1; one <= more; one += 1) await buy(`one more, ${one}`, anyRecurrence())
  const paused = await buy('paused', {})
  const skipped = await buy('skipped', {})
  const leaving = await buy('leaving', {})
  const failing = await buy('failing', {})
  const canceling = await buy('canceling', {})
  const form = await asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 24,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      trialDays: 14,
    }),
  )
  const tried = outcomeOf(await pay(app, form, { consents: await trialConsents(app, form) }))
  bought.set('trial', { form, purchaseId: tried.purchaseId, secret: tried.secret })
  const reduced = await asSeller(app, () =>
    createTestForm(app, seller, { amount: 40, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }),
  )
  const { code: coupon } = await asSeller(app, () =>
    addCoupon(app, reduced, { percentage: '25', lasts: 'cycles', cycles: 2 }),
  )
  const cheap = outcomeOf(await pay(app, reduced, { coupon, email: 'reduced@example.com' }))
  bought.set('reduced', { form: reduced, purchaseId: cheap.purchaseId, secret: cheap.secret })
  await checkAll(app)
  await pauses(app).pause(paused, 2)
  await pauses(app).skip(skipped)
  await cancelSubscription(app.services, await rowOf(app, leaving), 'period_end', 'buyer')
  await checkAll(app)

  const names = new Map([...bought].map(([name, { purchaseId }]) => [purchaseId, name]))
  const lines = await listed(names)
  const kindsOf = (name: string) =>
    [...new Set(lines.filter((one) => one.name === name).map(({ kind }) => kind))].toSorted()
  expect([
    kindsOf('plan'),
    kindsOf('paused'),
    kindsOf('leaving'),
    kindsOf('trial'),
    kindsOf('yearly'),
  ]).toEqual([
    ['instalment', 'last_payment'],
    ['pause_end', 'renewal'].filter((kind) => kindsOf('paused').some((one) => one === kind)),
    ['end'],
    ['renewal', 'trial_end'],
    [],
  ])

  const before = app.clock.now()
  const until = new Date(before.getTime() + compared)
  await changeCard(app, seller, failing, 'pm_card_chargeCustomerFail')
  for (let passed = 0; passed < days; passed += 1) {
    if (passed === 40)
      await cancelSubscription(app.services, await rowOf(app, canceling), 'period_end', 'buyer')
    await later(app, day)
    await checkAll(app)
  }

  const charged: string[] = []
  for (const [name, ordered] of bought) {
    for (const { kind, paidAt, total } of await purchasesOf(app, ordered)) {
      if (kind === 'renewal' && paidAt !== null && paidAt > before && paidAt < until)
        charged.push(lineOf(name, paidAt, total))
    }
  }
  const due = lines
    .filter(({ kind, at }) => kind !== 'end' && at < until)
    .map(({ name, at, total }) => lineOf(name, at, total))
  const missing = due.filter((line) => !charged.includes(line))
  expect(charged.filter((line) => !due.includes(line))).toEqual([])
  const unpaid = (name: string, from: number) =>
    due
      .filter((line) => line.includes(` ${name} `))
      .toSorted()
      .filter((_, index) => index >= from)
  expect(missing.toSorted()).toEqual([...unpaid('failing', 0), ...unpaid('canceling', 1)].toSorted())
  expect(charged.length).toBeGreaterThan(30)
})

test('a declined payment is listed again on the day of its next try', async () => {
  const ordered = await subscribe(app, seller, { amount: 12 })
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await renew(app, ordered)
  const { nextPaymentAttempt } = await rowOf(app, ordered)
  const [first, second] = await listed(new Map([[ordered.purchaseId, 'declined']]))
  expect(first).toMatchObject({ kind: 'retry', total: 1200, at: nextPaymentAttempt })
  expect(second).toMatchObject({ kind: 'renewal', total: 1200 })
})
