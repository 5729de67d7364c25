import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { IdempotencyKeyTaken } from '#foundation/card-provider/errors.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  createTestForm,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { booksOf, errorOf, outcomeOf, pay, stateOf } from './test-paying.ts'

/** Stripe repeats the stored error for the same request for a day. */
const failsForGood = { kind: 'error', status: 500, stored: true }

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

// Proves intent-first, unknown-charge.
test('a payment whose response was lost stays unknown until Stripe’s outcome is read', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }],
  })
  const answer = outcomeOf(await pay(app, form))

  expect(answer.status).toBe('processing')
  expect(await stateOf(app, answer)).toMatchObject({ status: 'paid' })
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

test('a charge request that never reached Stripe is blocked there before its purchase is canceled', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_before' } }],
  })
  const answer = outcomeOf(await pay(app, form))
  expect(await stateOf(app, answer)).toMatchObject({ status: 'processing' })
  await setFaults(app, { calls: [] })
  app.clock.advance(120)
  await reconcile(app.services)

  expect(await stateOf(app, answer)).toMatchObject({ status: 'failed', reason: 'canceled' })
  const late = app.services.provider.charge(
    seller.account,
    {
      purchaseId: answer.purchaseId,
      customerId: 'cus_unknown',
      amount: 4900,
      currency: 'usd',
      applicationFeeAmount: 0,
      taxCalculation: null,
      paymentMethodId: 'pm_card_visa',
    },
    5_000,
  )
  await expect(late).rejects.toBeInstanceOf(IdempotencyKeyTaken)
  expect(await booksOf(app, form)).toEqual({ statuses: ['canceled'], charged: [] })
})

test('if Stripe keeps failing, the purchase fails without a charge', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: { kind: 'error', status: 500 } }],
  })
  const answer = outcomeOf(await pay(app, form))
  expect(answer.status).toBe('processing')
  app.clock.advance(120)
  await reconcile(app.services)

  expect(await booksOf(app, form)).toEqual({ statuses: ['canceled'], charged: [] })
})

// Proves provider-calls.
test('if Stripe is unreachable, the buyer reads that nothing was charged', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/customers', times: 9, fault: { kind: 'cut_before' } }],
  })
  const answer = await pay(app, form)

  expect(answer.status).toBe(503)
  expect(errorOf(answer).message).toBe('The payment service cannot be reached. You have not been charged.')
  expect(await booksOf(app, form)).toEqual({ statuses: ['failed'], charged: [] })
})

test('a declined payment is canceled even if Stripe repeats a stored error', async () => {
  const answer = await pay(app, form, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  expect(answer.status).toBe(402)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents/*/cancel', times: 1, fault: failsForGood }],
  })
  app.clock.advance(1)
  await reconcile(app.services)

  const [intent] = await sandboxList(app, 'payment_intents')
  expect(intent).toMatchObject({ status: 'canceled' })
})

test('an unknown purchase is canceled even if Stripe repeats a stored error', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_before' } }],
  })
  await pay(app, form)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 1, fault: failsForGood }],
  })
  app.clock.advance(120)
  await reconcile(app.services)
  expect(await booksOf(app, form)).toEqual({ statuses: ['unknown'], charged: [] })
  app.clock.advance(120)
  await reconcile(app.services)

  expect(await booksOf(app, form)).toEqual({ statuses: ['canceled'], charged: [] })
})
