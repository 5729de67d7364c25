import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { cycleStart } from '../payment-calendar.ts'
import {
  changeCard,
  checkAll,
  invoicesOf,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  // The outcome must not depend on events.
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const day = 86_400_000

type Recurrence = {
  readonly billingPeriod: 'Daily' | 'Weekly' | 'Monthly' | 'Yearly'
  readonly billingInterval: number
  readonly cancelAfter: number
}
const of = (
  billingPeriod: Recurrence['billingPeriod'],
  cancelAfter: number,
  billingInterval = 1,
): Recurrence => ({
  billingPeriod,
  billingInterval,
  cancelAfter,
})

const periods = ['Daily', 'Weekly', 'Monthly', 'Yearly'] as const
const recurrences = [1, 2, 3, 12, 36].flatMap((cancelAfter) =>
  periods.map((period) => of(period, cancelAfter)),
)
/**
 * The month, day and time at which the test starts. `npm run faults` combines ends of months and the leap day with
 * every recurrence.
 */
const days = ['01-29T10:20:30Z', '01-30T23:59:59Z', '01-31T00:00:00Z', '02-29T12:00:00Z']
const isLong = process.env['CYCLES'] === 'all'
const starts = days.map((time, index) => ({
  time,
  begun: [
    ...recurrences.filter((_, number) => isLong || (number + Math.floor(number / 4)) % 4 === index),
    ...(index === 3 ? [of('Monthly', 5, 3), of('Weekly', 4, 2), of('Monthly', 2, 36)] : []),
  ],
}))

/** Moves to the next such day. The clock only moves forward, and tests run in any order. */
async function moveToNext(time: string): Promise<Date> {
  for (let year = app.clock.now().getUTCFullYear(); ; year += 1) {
    const next = new Date(`${year}-${time}`)
    const isThere = next.toISOString().slice(5, 10) === time.slice(0, 5)
    if (!isThere || next <= app.clock.now()) continue
    await moveTo(app, next)
    return next
  }
}

// Proves invoice-count.
test(
  'a plan is charged exactly its agreed number of times from any day of the month',
  { tags: 'long' },
  async () => {
    const all: { ordered: Ordered; recurrence: Recurrence; start: Date }[] = []
    for (const { time, begun } of starts) {
      const start = await moveToNext(time)
      for (const recurrence of begun)
        all.push({ ordered: await subscribe(app, seller, recurrence), recurrence, start })
      await checkAll(app)
    }
    await moveTo(app, new Date(app.clock.now().getTime() + 37 * 366 * day))
    await checkAll(app)

    for (const { ordered, recurrence, start } of all) {
      const label = `${recurrence.cancelAfter} × ${recurrence.billingInterval} ${recurrence.billingPeriod} from ${start.toISOString()}`
      const invoices = await invoicesOf(app, ordered)
      const row = await rowOf(app, ordered)
      const purchases = await purchasesOf(app, ordered)
      const paid = invoices.map(({ status, amount_paid: amount }) => [status, amount])
      const end = cycleStart(recurrence, row.billingCycleAnchor?.getTime() ?? 0, recurrence.cancelAfter)
      expect([label, paid]).toEqual([
        label,
        Array.from({ length: recurrence.cancelAfter }, () => ['paid', 4900]),
      ])
      expect([label, purchases.length, row.paidCycles]).toEqual([
        label,
        recurrence.cancelAfter,
        recurrence.cancelAfter,
      ])
      expect([label, row.status, row.endedAt?.getTime()]).toEqual([label, 'canceled', end])
      expect(new Set(purchases.map(({ paymentIntentId }) => paymentIntentId)).size).toBe(
        recurrence.cancelAfter,
      )
    }
  },
)

test('a subscription without an end continues, and each renewal is a purchase', async () => {
  const start = app.clock.now()
  const ordered = await subscribe(app, seller, of('Monthly', 0))
  await moveTo(app, new Date(start.getTime() + 400 * day))
  await checkAll(app)

  const row = await rowOf(app, ordered)
  await app.services.provider.endSubscription(row.stripeAccountId, row.stripeSubscriptionId ?? '')
  expect(row).toMatchObject({ status: 'active', paidCycles: 14, cancelAt: null })
  const purchases = await purchasesOf(app, ordered)
  expect(purchases.map(({ kind }) => kind)).toEqual(['order', ...Array.from({ length: 13 }, () => 'renewal')])
})

test('the daily job corrects an end date that is too late on Stripe', async () => {
  const ordered = await subscribe(app, seller, of('Monthly', 3))
  await checkAll(app)
  const row = await rowOf(app, ordered)
  const { stripeAccountId: account, stripeSubscriptionId: id, cancelAt } = row
  const late = new Date((cancelAt?.getTime() ?? 0) + 3 * day)
  await app.services.provider.changeEnd(account, id ?? '', { cancelAt: late })
  await moveTo(app, new Date(app.clock.now().getTime() + day + 60_000))
  await checkAll(app)

  expect((await app.services.provider.retrieveSubscription(account, id ?? '')).cancelAt).toEqual(cancelAt)
})

// Proves invoice-count.
test('an invoice created after the last payment is never charged', async () => {
  const ordered = await subscribe(app, seller, of('Daily', 2))
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)
  await checkAll(app)
  const late = new Date(app.clock.now().getTime() + 10 * day)
  await app.services.provider.changeEnd(account, id ?? '', { cancelAt: late })
  // When this check runs, the third invoice is a draft.
  await moveTo(app, new Date(app.clock.now().getTime() + 2 * day + 600_000))
  await checkAll(app)
  await moveTo(app, new Date(app.clock.now().getTime() + 3 * day))

  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['draft', 'paid', 'paid'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 2 })
})

test.each([
  ['01-31T08:00:00Z', of('Monthly', 3)],
  ['02-29T08:00:00Z', of('Yearly', 3)],
])('a renewal from %s that is declined and then paid counts as one payment', async (time, recurrence) => {
  await moveToNext(time)
  const ordered = await subscribe(app, seller, recurrence)
  await checkAll(app)
  const { billingCycleAnchor, currentPeriodEnd } = await rowOf(app, ordered)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 2 * 3_600_000))
  await checkAll(app)
  const declined = await rowOf(app, ordered)
  await changeCard(app, seller, ordered, 'pm_card_visa')
  const end = cycleStart(recurrence, billingCycleAnchor?.getTime() ?? 0, recurrence.cancelAfter)
  await moveTo(app, new Date(end + 40 * day))
  await checkAll(app)

  expect(declined).toMatchObject({ status: 'past_due', paidCycles: 1 })
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'canceled',
    paidCycles: 3,
    endedAt: new Date(end),
  })
})
