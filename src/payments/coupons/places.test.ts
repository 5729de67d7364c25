import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payFormBody } from '#buying/checkout/contract.ts'
import { payForm } from '#buying/checkout/pay/pay-form.ts'
import { newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { isDatabaseUnavailable } from '#foundation/db/driver/unavailable.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
} from '#test-app.ts'
import { addCoupon, placesOf } from './test-coupons.ts'

let app: TestApp
let form: string

beforeAll(async () => {
  app = await startTestApp()
  form = await createTestForm(app, await signUpSeller(app))
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, { calls: [], events: [] })
})

const buyAs = async (number: number, coupon: string, key = newKey()) =>
  payForm(
    app.services,
    payFormBody.parse({
      form,
      coupon,
      email: `${coupon}-${number}@example.com`,
      name: 'Bea Novak',
      paymentMethodId: 'pm_card_visa',
    }),
    { key, network: `203.0.${Math.trunc(number / 250)}.${number % 250}`, locale: null },
  )

/** Repeats the request while the database is too busy, as the page does. */
async function buyPersistently(number: number, coupon: string) {
  const key = newKey()
  for (;;) {
    try {
      return await buyAs(number, coupon, key)
    } catch (error) {
      if (!isDatabaseUnavailable(error)) throw error
    }
  }
}

/** For 1,000 buyers and a limit of 100, run `CROWD=1000 npm run unit -- places`. */
const crowd = Number(process.env['CROWD'] ?? 60)

// Proves coupon-limit.
test('simultaneous buyers never exceed a coupon’s limit', async () => {
  const places = crowd / 10
  const { id, code } = await addCoupon(app, form, { maxRedemptions: places })
  const results = await Promise.allSettled(
    Array.from({ length: crowd }, (_, number) => buyPersistently(number, code)),
  )

  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
  expect(reasons.filter((reason) => !/reached its limit|not valid for this/.test(reason))).toEqual([])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(places)
  expect(await placesOf(app, id)).toEqual({
    taken: places,
    ofCode: places,
    states: Array.from({ length: places }, () => 'used'),
  })
})

test.for([
  ['before any charge', 'cut_before', 'released', 0],
  ['after the charges', 'cut_after', 'used', 4],
] as const)(
  'if Stripe’s responses are lost %s, coupon uses stay reserved until payments are known',
  async ([, kind, state, taken]) => {
    const { id, code } = await addCoupon(app, form, { maxRedemptions: 4 })
    const unanswered = { method: 'POST', path: '/v1/payment_intents', times: 12, fault: { kind } }
    const events = [{ type: '*', fault: { kind: 'drop' } }]
    await setFaults(app, { calls: [unanswered], events })
    await Promise.allSettled(Array.from({ length: 24 }, (_, number) => buyPersistently(number, code)))
    const held = Array.from({ length: 4 }, () => 'held')
    expect(await placesOf(app, id)).toEqual({ taken: 4, ofCode: 4, states: held })
    await setFaults(app, { events })
    app.clock.advance(120)
    while ((await reconcile(app.services)) > 0);
    expect(await placesOf(app, id)).toEqual({ taken, ofCode: taken, states: held.map(() => state) })
  },
)

test('a buyer paying in many windows can use a once-per-buyer code only once', async () => {
  const { id, code } = await addCoupon(app, form, { maxPerBuyer: 1 })
  const results = await Promise.allSettled(
    Array.from({ length: 8 }, (_, number) =>
      payForm(
        app.services,
        payFormBody.parse({
          form,
          coupon: code,
          email: `window+${number}@example.com`,
          name: 'Bea Novak',
          paymentMethodId: 'pm_card_amex',
        }),
        { key: newKey(), network: `198.51.100.${number}`, locale: null },
      ),
    ),
  )

  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['used'] })
})

// Proves coupon-limit.
test('an interrupted purchase releases its coupon once it can no longer be charged', async () => {
  const { id, code } = await addCoupon(app, form, { maxRedemptions: 1 })
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_before' } }],
  })
  const answer = outcomeOf(await pay(app, form, { coupon: code, email: 'died@example.com' }))
  expect(answer.status).toBe('processing')
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['held'] })
  await setFaults(app, { calls: [] })
  app.clock.advance(120)
  await reconcile(app.services)

  expect(await stateOf(app, answer)).toMatchObject({ status: 'failed', reason: 'canceled' })
  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })
})

test('an unfinished authentication reserves a coupon for twenty minutes', async () => {
  const { id, code } = await addCoupon(app, form, { maxRedemptions: 1 })
  const leave = async (email: string) =>
    outcomeOf(await pay(app, form, { coupon: code, email, paymentMethodId: 'pm_card_threeDSecure2Required' }))
  const gone = await leave('gone@example.com')
  app.clock.advance(19 * 60)
  await reconcile(app.services)
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['held'] })
  app.clock.advance(61)
  await reconcile(app.services)
  expect(await stateOf(app, gone)).toMatchObject({ status: 'failed', reason: 'canceled' })
  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })

  const late = await leave('late-after-all@example.com')
  if (late.status !== 'requires_action') throw new Error(late.status)
  await setFaults(app, lostEvents)
  await answerBank(app, late.clientSecret)
  app.clock.advance(20 * 60 + 1)
  await reconcile(app.services)
  expect(await stateOf(app, late)).toMatchObject({ status: 'paid' })
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['released', 'used'] })
})

test('a late payment counts as a coupon use even beyond the limit', async () => {
  const { id, code } = await addCoupon(app, form, { maxRedemptions: 1 })
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  const answer = outcomeOf(await pay(app, form, { coupon: code, email: 'late@example.com' }))
  await setFaults(app, { calls: [] })

  expect(await stateOf(app, answer)).toMatchObject({ status: 'paid' })
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['used'] })
})

test('a coupon code adds no more than six SQL statements to a purchase', async () => {
  const { code } = await addCoupon(app, form)
  const { statements } = await countStatements(() => buyAs(990, code))

  expect(statements.length).toBeLessThanOrEqual(11 + 6)
})
