import { afterAll, beforeAll, expect, test } from 'vitest'
import { setFaults, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { cycleStart } from './payment-calendar.ts'
import { invoicesOf, moveTo, purchasesOf, rowOf, subscribe, type Ordered } from './test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  // What comes of it must not depend on events.
  await setFaults(app, { events: [{ type: '*', fault: { kind: 'drop' } }] })
})
afterAll(async () => app.close())

const day = 86_400_000

type Plan = {
  readonly billingPeriod: 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'
  readonly billingInterval: number
  readonly cancelAfter: number
}
const of = (billingPeriod: Plan['billingPeriod'], cancelAfter: number, billingInterval = 1): Plan => ({
  billingPeriod,
  billingInterval,
  cancelAfter,
})

/** Each start with plans that begin on it; the clock only goes forward. */
const starts: readonly (readonly [string, readonly Plan[]])[] = [
  ['2027-01-29T10:20:30Z', [of('Monthly', 2), of('Monthly', 3), of('Daily', 12)]],
  ['2027-01-30T23:59:59Z', [of('Monthly', 3), of('Weekly', 3)]],
  ['2027-01-31T00:00:00Z', [of('Monthly', 12), of('Monthly', 1), of('Weekly', 36), of('Daily', 1)]],
  ['2028-02-29T12:00:00Z', [of('Yearly', 3), of('Monthly', 36), of('Yearly', 1), of('Monthly', 2, 3)]],
]

test('exactly as many invoices are paid as the plan has cycles, from any day of the month', async () => {
  const all: { ordered: Ordered; plan: Plan; start: Date }[] = []
  for (const [at, plans] of starts) {
    const start = new Date(at)
    await moveTo(app, start)
    for (const plan of plans) all.push({ ordered: await subscribe(app, seller, plan), plan, start })
    await checkSubscriptions(app.parts)
  }
  await moveTo(app, new Date('2031-06-01T00:00:00Z'))
  await checkSubscriptions(app.parts)

  for (const { ordered, plan, start } of all) {
    const label = `${plan.cancelAfter} × ${plan.billingInterval} ${plan.billingPeriod} from ${start.toISOString()}`
    const invoices = await invoicesOf(app, ordered)
    const row = await rowOf(app, ordered)
    const purchases = await purchasesOf(app, ordered)
    const paid = invoices.map(({ status, amount_paid: amount }) => [status, amount])
    const end = cycleStart(plan, row.billingCycleAnchor?.getTime() ?? 0, plan.cancelAfter)
    expect([label, paid]).toEqual([label, Array.from({ length: plan.cancelAfter }, () => ['paid', 4900])])
    expect([label, purchases.length, row.paidCycles]).toEqual([label, plan.cancelAfter, plan.cancelAfter])
    expect([label, row.status, row.endedAt?.getTime()]).toEqual([label, 'canceled', end])
    expect(new Set(purchases.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(plan.cancelAfter)
  }
}, 60_000)

test('a plan without an end goes on, and each renewal is a purchase', async () => {
  const start = app.clock.now()
  const ordered = await subscribe(app, seller, of('Monthly', 0))
  await moveTo(app, new Date(start.getTime() + 400 * day))
  await checkSubscriptions(app.parts)

  const row = await rowOf(app, ordered)
  expect(row).toMatchObject({ status: 'active', paidCycles: 14, cancelAt: null })
  const purchases = await purchasesOf(app, ordered)
  expect(purchases.map(({ kind }) => kind)).toEqual(['order', ...Array.from({ length: 13 }, () => 'renewal')])
})

test('an end that is set too late at the provider is set right by the daily job', async () => {
  const ordered = await subscribe(app, seller, of('Monthly', 3))
  await checkSubscriptions(app.parts)
  const row = await rowOf(app, ordered)
  const { stripeAccountId: account, stripeSubscriptionId: id, cancelAt } = row
  const late = new Date((cancelAt?.getTime() ?? 0) + 3 * day)
  await app.parts.provider.changeEnd(account, id ?? '', { cancelAt: late })
  await moveTo(app, new Date(app.clock.now().getTime() + day + 60_000))
  await checkSubscriptions(app.parts)

  expect((await app.parts.provider.retrieveSubscription(account, id ?? '')).cancelAt).toEqual(cancelAt)
})

test('when every cycle is paid and an invoice was made all the same, it is never charged', async () => {
  const ordered = await subscribe(app, seller, of('Daily', 2))
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)
  await checkSubscriptions(app.parts)
  const late = new Date(app.clock.now().getTime() + 10 * day)
  await app.parts.provider.changeEnd(account, id ?? '', { cancelAt: late })
  // Nobody looks until the third invoice is a draft.
  await moveTo(app, new Date(app.clock.now().getTime() + 2 * day + 600_000))
  await checkSubscriptions(app.parts)
  await moveTo(app, new Date(app.clock.now().getTime() + 3 * day))

  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['draft', 'paid', 'paid'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 2 })
})
