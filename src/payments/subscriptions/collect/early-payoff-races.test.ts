// @module-tag long races
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { newId } from '#foundation/db/new-id.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  call,
  createTestForm,
  sandboxList,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  asSeller,
  checkAll,
  moveTo,
  purchasesOf,
  rowOf,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'

/** How many plans are paid off while they renew. The variable RACES raises this. */
const races = Number(process.env['RACES'] ?? 12)
const hour = 3_600_000
const agreed = 21_000
/** How many times the first click got each status. */
const outcomes = new Map<number, number>()

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** Moves only the provider's clock, as when a response takes long. */
async function moveProvider(time: number): Promise<void> {
  await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ to: Math.floor(time / 1000) }),
  })
}

/** Clicks the button, and clicks it again if the amount has changed. */
async function payOffEarly({ purchaseId, secret }: Ordered, index: number): Promise<void> {
  const press = (path: string, body: object = {}) =>
    call(app, 'POST', `/api/stripe/purchases/${purchaseId}/subscription${path}`, {
      body: { secret, ...body },
      headers: {
        'idempotency-key': newId(),
        'x-forwarded-for': `198.51.${Math.floor(index / 200)}.${index % 200}`,
      },
    })
  await wait(Math.random() * 1_500)
  const { payoff } = wireOf(await press(''))
  if (payoff === null) return
  const { status } = await press('/pay-off', { total: payoff.total })
  outcomes.set(status, (outcomes.get(status) ?? 0) + 1)
  if (status === 200) return
  const after = wireOf(await press(''))
  if (after.payoff !== null) await press('/pay-off', { total: after.payoff.total })
}

// Proves early-payoff.
test('an early payoff during a renewal charges exactly the agreed price', async () => {
  const form = await asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 70,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 3,
    }),
  )
  const plans: Ordered[] = []
  for (let count = 0; count < races; count += 1) {
    const email = `racer-${count}@example.com`
    const declines = count % 5 === 4 ? { paymentMethodId: 'pm_card_chargeCustomerFail' } : {}
    const answer = await pay(app, form, { email, ...declines })
    if (answer.status !== 200) continue
    const { purchaseId, secret } = outcomeOf(answer)
    plans.push({ form, purchaseId, secret })
  }
  await app.sandbox.untilDelivered()
  await checkAll(app)
  const ends = await Promise.all(
    plans.map(async (one) => (await rowOf(app, one)).currentPeriodEnd?.getTime() ?? 0),
  )
  const [first, last] = [Math.min(...ends), Math.max(...ends)]

  // By our clock, renewals are due in three hours, so no early payoff is rejected as too late.
  app.clock.set(new Date(first - 3 * hour))
  const renewing = async () => {
    for (const time of [first - 1000, (first + last) / 2, last + 1000, last + hour + 5000]) {
      await moveProvider(time)
      await Promise.all([checkAll(app), wait(300)])
    }
  }
  await Promise.all([renewing(), ...plans.map(payOffEarly)])

  for (let day = 1; day < 100; day += 11) {
    await moveTo(app, new Date(last + 2 * hour + day * 24 * hour))
    await app.sandbox.untilDelivered()
    await reconcile(app.services)
    await checkAll(app)
  }
  const charges = (await sandboxList(app, 'payment_intents')).filter(({ status }) => status === 'succeeded')
  expect(charges.reduce((sum, { amount = 0 }) => sum + amount, 0)).toBe(plans.length * agreed)
  for (const one of plans) {
    const paid = (await purchasesOf(app, one)).filter(({ status }) => status === 'paid')
    expect(paid.reduce((sum, { total }) => sum + total, 0)).toBe(agreed)
    expect((await rowOf(app, one)).status).toBe('canceled')
  }
  expect(await reconcileAccounts(app.services)).toEqual([])
  expect([...outcomes.keys()].filter((status) => status !== 200 && status !== 409 && status !== 503)).toEqual(
    [],
  )
})
