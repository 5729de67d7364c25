import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from './test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, { calls: [], events: [] })
  form = await createTestForm(app, seller)
})

const refusalOf = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const answer = await pay(app, form, fields)
  return [answer.status, answer.status < 400 ? outcomeOf(answer).status : errorOf(answer).code]
}
const authenticated = { paymentMethodId: 'pm_card_authenticationRequired' }
const waitForBank = async () => {
  const outcome = outcomeOf(await pay(app, form, authenticated))
  if (outcome.status !== 'requires_action') throw new Error(`unexpected ${outcome.status}`)
  return outcome
}

// Proves second-purchase.
test('a buyer must confirm before buying the same form again', async () => {
  await pay(app, form)

  expect(await refusalOf()).toEqual([409, 'bought_before'])
  expect(await refusalOf({ email: 'BEA@example.com' })).toEqual([409, 'bought_before'])
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
  expect(await refusalOf({ isRepeat: true })).toEqual([200, 'paid'])
  expect((await booksOf(app, form)).charged).toEqual([4900, 4900])
})

test('another email, another form or a purchase two hours later needs no confirmation', async () => {
  await pay(app, form)

  expect(await refusalOf({ email: 'cid@example.com' })).toEqual([200, 'paid'])
  expect((await pay(app, await createTestForm(app, seller))).status).toBe(200)
  app.clock.advance(2 * 60 * 60 + 1)
  expect(await refusalOf()).toEqual([200, 'paid'])
})

test('a repeated request with the same key gets the earlier response', async () => {
  const key = newKey()
  const first = await pay(app, form, {}, key)
  await call(app, 'PATCH', `/api/forms/${form}`, {
    token: seller.token,
    body: { isDetailUpdate: false, amount: 59 },
  })

  expect((await pay(app, form, {}, key)).body).toEqual(first.body)
})

test('without a key, a buyer must confirm a repeated free purchase', async () => {
  const free = await createTestForm(app, seller, { amount: 0 })
  const take = async (fields: object) => pay(app, free, { paymentMethodId: null, ...fields }, null)
  const first = outcomeOf(await take({}))

  expect(errorOf(await take({})).code).toBe('bought_before')
  expect(errorOf(await take({ name: 'Bea N. Novak', bumps: [first.purchaseId] })).code).toBe('invalid_fields')
  expect(outcomeOf(await take({ isRepeat: true })).purchaseId).not.toBe(first.purchaseId)
  expect((await booksOf(app, free)).statuses).toEqual(['paid', 'paid'])
})

const setOnboarding = (onboardingStatus: 'completed' | 'restricted') =>
  app.services.db
    .updateTable('sellers')
    .set({ onboardingStatus })
    .where('stripeAccountId', '=', seller.account)
    .execute()

test.each([
  { name: 'the account was restricted', change: () => setOnboarding('restricted'), refusal: 409 },
  {
    name: 'the form was deleted',
    change: () => call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token }),
    refusal: 410,
  },
])('a repeated request returns the paid outcome even though $name', async (one) => {
  const [key, declinedKey] = [newKey(), newKey()]
  const declined = { paymentMethodId: 'pm_card_visa_chargeDeclined', email: 'cid@example.com' }
  const first = await pay(app, form, {}, key)
  await pay(app, form, declined, declinedKey)
  try {
    await one.change()
    const again = await pay(app, form, {}, key)
    const declinedAgain = await pay(app, form, declined, declinedKey)
    const otherBody = await pay(app, form, { name: 'Cid Novak' }, key)

    expect([again.status, again.body]).toEqual([200, first.body])
    expect([declinedAgain.status, otherBody.status]).toEqual([402, 422])
    expect((await pay(app, form)).status).toBe(one.refusal)
    expect((await booksOf(app, form)).charged).toEqual([4900])
  } finally {
    await setOnboarding('completed')
  }
})

test('a buyer can try again right after a decline', async () => {
  expect(await refusalOf({ paymentMethodId: 'pm_card_visa_chargeDeclined' })).toEqual([
    402,
    'payment_refused',
  ])
  expect(await refusalOf()).toEqual([200, 'paid'])
})

test('while the bank authenticates a payment, a second one is rejected', async () => {
  const waiting = await waitForBank()
  expect(await refusalOf({ isRepeat: true })).toEqual([409, 'payment_unsettled'])
  await answerBank(app, waiting.clientSecret, 'fail')
  await stateOf(app, waiting)

  expect(await refusalOf()).toEqual([200, 'paid'])
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

// Proves authentication-end.
test('a buyer who cancels an authentication can use another card right away', async () => {
  const { purchaseId, secret } = await waitForBank()
  const path = `/api/stripe/purchases/${purchaseId}/cancel`
  const guess = await call(app, 'POST', path, { body: { secret: 'guess' } })
  const given = outcomeOf(await call(app, 'POST', path, { body: { secret } }))

  expect([guess.status, given.status]).toEqual([404, 'failed'])
  expect(await refusalOf()).toEqual([200, 'paid'])
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test('canceling while Stripe is unreachable gives an unknown outcome and can be repeated', async () => {
  const { purchaseId, secret } = await waitForBank()
  const giveUp = () => call(app, 'POST', `/api/stripe/purchases/${purchaseId}/cancel`, { body: { secret } })
  await setFaults(app, {
    calls: [
      { method: 'POST', path: '/v1/payment_intents/*/cancel', times: 3, fault: { kind: 'cut_before' } },
      { method: 'GET', path: '/v1/payment_intents/*', times: 3, fault: { kind: 'cut_before' } },
    ],
  })
  const first = await giveUp()
  expect([first.status, outcomeOf(first)]).toMatchObject([200, { status: 'processing', settlesBy: null }])
  await setFaults(app, {})

  expect(outcomeOf(await giveUp())).toMatchObject({ status: 'failed', reason: 'canceled' })
})

test('an unfinished authentication stops blocking its buyer after an hour', async () => {
  await waitForBank()
  app.clock.advance(60 * 60 + 1)
  await reconcile(app.services)

  expect(await refusalOf()).toEqual([200, 'paid'])
})

// Proves second-purchase.
test('while an outcome is unknown, a second payment is rejected', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  await pay(app, form)

  expect(await refusalOf({ isRepeat: true })).toEqual([409, 'payment_unsettled'])
})

// Proves second-purchase.
test('only one of several simultaneous payments with different keys succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 8 }, () => pay(app, form)))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(7)
  expect((await booksOf(app, form)).charged).toEqual([4900])
})
