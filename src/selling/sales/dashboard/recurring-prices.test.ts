import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { checkAll, moveTo, subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { salesContract } from '../contract.ts'
import type { Dashboard } from './dashboard-wire.ts'
import { readDashboard } from './read-dashboard.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

async function numbersOf({ token }: TestSeller): Promise<Dashboard> {
  const { body } = await call(app, 'GET', '/api/sales/dashboard?range=7d', { token })
  return salesContract.getDashboard.ok.schema.parse(body)
}

async function sellerOf(form: string): Promise<string> {
  const forms = app.services.db.selectFrom('forms').select('sellerId').where('id', '=', form)
  return (await forms.executeTakeFirstOrThrow()).sellerId
}

test('a renewal counts as revenue but not as an order', async () => {
  const seller = await signUpSeller(app)
  const ordered = await subscribe(app, seller, { billingPeriod: 'Daily', cancelAfter: 2 })
  await checkSubscriptions(app.services)
  const first = await numbersOf(seller)
  await moveTo(app, new Date(app.clock.now().getTime() + 26 * 3_600_000))
  await checkAll(app)
  const sellerId = await sellerOf(ordered.form)
  const second = await readDashboard(app.services, sellerId, { range: '7d', zone: 'UTC' })
  await moveTo(app, new Date(app.clock.now().getTime() + 26 * 3_600_000))
  await checkAll(app)
  const third = await readDashboard(app.services, sellerId, { range: '7d', zone: 'UTC' })
  app.clock.set(new Date())

  expect(first.subscriptions).toMatchObject({ active: 1, started: 1, ended: 0 })
  expect(second.currencies[0]?.current).toMatchObject({ gross: 9800, purchases: 2, orders: 1, renewals: 1 })
  expect(second.activity.current.orders).toBe(1)
  expect(third.subscriptions).toMatchObject({ active: 0, started: 1, ended: 1, previousStarted: 0 })
})

test('a subscription whose first payment is declined has neither started nor ended', async () => {
  const seller = await signUpSeller(app)
  const recurring = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const form = await createTestForm(app, seller, recurring)
  const declined = await pay(app, form, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  await pay(app, form)
  await checkSubscriptions(app.services)
  // Another test may have moved Stripe's clock.
  app.clock.advance(3 * 86_400)
  const { subscriptions } = await readDashboard(app.services, await sellerOf(form), {
    range: '7d',
    zone: 'UTC',
  })
  app.clock.set(new Date())

  expect(declined.status).toBe(402)
  expect(subscriptions).toMatchObject({ active: 1, started: 1, ended: 0 })
})

test('each subscription counts once, as in the sales list', async () => {
  const seller = await signUpSeller(app)
  const states = [
    { status: 'active' },
    { status: 'active', cancellation: 'resume', cancelAtPeriodEnd: true },
    { status: 'active', cancelAtPeriodEnd: true },
    { status: 'trialing' },
    { status: 'trialing', cancellation: 'period_end' },
    { status: 'past_due', cancelAtPeriodEnd: true },
    { status: 'canceled' },
  ] as const
  for (const state of states) {
    const { purchaseId } = await subscribe(app, seller)
    // The checks of other tests ignore this form.
    const changed = { ...state, nextCheckAt: null }
    await app.services.db
      .updateTable('subscriptions')
      .set(changed)
      .where('orderId', '=', purchaseId)
      .execute()
  }
  const listed = async (state: string) => {
    const { body } = await call(app, 'GET', `/api/sales?subscription=${state}`, { token: seller.token })
    return salesContract.listSales.ok.schema.parse(body).data.length
  }
  const { active, trialing, canceling, pastDue } = (await numbersOf(seller)).subscriptions

  expect({ active, trialing, canceling, pastDue }).toEqual({
    active: 2,
    trialing: 1,
    canceling: 2,
    pastDue: 1,
  })
  expect(await Promise.all(['active', 'trialing', 'canceling', 'past_due'].map(listed))).toEqual([2, 1, 2, 1])
})
