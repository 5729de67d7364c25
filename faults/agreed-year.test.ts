import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { remindOfTrials } from '#payments/subscriptions/trial/remind-of-trials.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  mailsOf,
  moveTo,
  paidTotalsOf,
  payOffEarly,
  rowOf,
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

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const day = 86_400_000

/** Runs the background jobs until none is due. */
async function work(): Promise<void> {
  await reconcile(app.services)
  await remindOfTrials(app.services)
  await checkAll(app)
}

/** Moves the clock forward by a month in steps of three days and runs the jobs after each step. */
async function month(steps = 10): Promise<void> {
  for (let step = 0; step < steps; step += 1) {
    await moveTo(app, new Date(app.clock.now().getTime() + 3.05 * day))
    await work()
  }
}

test('over a year of trials, fees, coupons, declines and payoffs, buyers pay exactly the announced amounts', async () => {
  const form = await asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 100,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      cancelAfter: 10,
      trialDays: 14,
      setupAmount: 30,
      payoffDiscount: 10,
    }),
  )
  const { code } = await addCoupon(app, form, { percentage: '20', scope: 'form', lasts: 'cycles', cycles: 3 })
  const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_discover']
  const from = dayText(app.clock.now().getTime() + 14 * 86_400_000)
  const agreed = `$80.00 every month from ${from}, 3 times, then $100.00 every month, 7 times`
  const begin = async (name: string, index: number): Promise<Ordered> => {
    const { purchaseId, secret } = outcomeOf(
      await pay(app, form, {
        email: `${name}@example.com`,
        paymentMethodId: cards[index],
        coupon: code,
        consents: [{ kind: 'trial', text: `I agree that ${seller.name} will charge me ${agreed}.` }],
      }),
    )
    await work()
    return { form, purchaseId, secret }
  }
  const stays = await begin('stays', 0)
  const leaves = await begin('leaves', 1)
  const paysEarly = await begin('pays-early', 2)
  const isRefused = await begin('is-refused', 3)
  await ask(app, leaves, '/cancel')

  await month()
  await changeCard(app, seller, isRefused, 'pm_card_chargeCustomerFail')
  await month(5)
  expect(await rowOf(app, isRefused)).toMatchObject({ status: 'past_due' })
  await changeCard(app, seller, isRefused, 'pm_card_visa')
  await month(5)
  await month()
  await month()
  await month()
  const { paidCycles } = await rowOf(app, paysEarly)
  expect(paidCycles).toBe(5)
  const early = await payOffEarly(app, paysEarly, 45_000)
  expect(early.body).toMatchObject({ status: 'paid' })
  for (let count = 5; count < 12; count += 1) await month()

  const reduced = [8000, 8000, 8000]
  const whole = (count: number) => Array.from({ length: count }, () => 10_000)
  expect(await paidTotalsOf(app, stays)).toEqual([3000, ...reduced, ...whole(7)])
  expect(await paidTotalsOf(app, leaves)).toEqual([3000])
  expect(await paidTotalsOf(app, paysEarly)).toEqual([3000, ...reduced, ...whole(2), 45_000])
  expect(await paidTotalsOf(app, isRefused)).toEqual([3000, ...reduced, ...whole(7)])
  for (const one of [stays, leaves, paysEarly, isRefused]) {
    expect((await rowOf(app, one)).status).toBe('canceled')
    const reminders = (await mailsOf(app, one)).filter((kind) => kind === 'trial_ending')
    expect(reminders).toHaveLength(one === leaves ? 0 : 1)
  }
  expect(await reconcileAccounts(app.services)).toEqual([])
})
