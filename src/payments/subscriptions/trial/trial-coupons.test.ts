import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorOf, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { asSeller, moveTo, purchasesOf, renew } from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  // The outcome must not depend on events.
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

const enteredCode = z.object({ promise: z.string() })

const enter = (form: string, code: string) =>
  call(app, 'POST', '/api/stripe/coupons', { body: { form, code, bumps: [] } })

/** The consent text on the page with the coupon code on that day. */
function agreed() {
  const from = dayText(app.clock.now().getTime() + 30 * 86_400_000)
  const paid = `$19.20 once, on ${from}, then $24.00 every month until I cancel`
  return [{ kind: 'trial', text: `I agree that ${seller.name} will charge me ${paid}.` }]
}

test('a coupon code is rejected on a day when Stripe would discount one payment too many', async () => {
  const year = app.clock.now().getUTCFullYear() + 1
  await moveTo(app, new Date(`${year}-08-30T23:55:00Z`))
  const terms = { amount: 24, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 30 }
  const form = await asSeller(app, () => createTestForm(app, seller, terms))
  const { id, code } = await addCoupon(app, form, { percentage: '20', lasts: 'once' })
  const { promise } = enteredCode.parse((await enter(form, code)).body)
  const means = { coupon: code, couponPromise: promise }
  const { purchaseId, secret } = outcomeOf(
    await pay(app, form, {
      ...means,
      email: 'day-before@example.com',
      consents: agreed(),
    }),
  )

  await moveTo(app, new Date(`${year}-08-31T00:05:00Z`))
  expect(errorOf(await enter(form, code)).message).toBe('This code is not valid for this purchase.')
  const promised = await pay(app, form, {
    ...means,
    email: 'same-day@example.com',
    paymentMethodId: 'pm_card_amex',
    consents: agreed(),
  })
  expect([promised.status, errorOf(promised).message]).toEqual([
    409,
    'This code cannot be used with a trial.',
  ])
  expect(await placesOf(app, id)).toMatchObject({ taken: 1 })

  const ordered = { form, purchaseId, secret }
  for (let month = 0; month < 3; month += 1) await renew(app, ordered)
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([0, 1920, 2400, 2400])
})
