import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { IdempotencyKeyTaken } from '#foundation/card-provider/errors.ts'
import { saleDetail } from '#selling/sales/contract.ts'
import {
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkRefund } from './check-refund.ts'
import { reconcileRefunds } from './register.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, {})
})

const buy = async () => outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` })).purchaseId

const refund = (id: string, key = newKey()) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount: 10 },
    headers: { 'idempotency-key': key },
  })

const saleOf = async (id: string) =>
  saleDetail.parse((await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })).body)

const refundRow = (id: string) =>
  app.services.db.selectFrom('refunds').selectAll().where('purchaseId', '=', id).executeTakeFirstOrThrow()

/** The refunds of a purchase on Stripe, with their amounts and states. */
const refundedAt = async (id: string) =>
  (await sandboxList(app, 'refunds'))
    .filter(({ metadata }) => metadata?.['purchase'] === id)
    .map(({ amount, status }) => `${amount} ${status}`)

/** Makes calls fail and events get lost, so that only the job can complete the refund. */
const failing = (calls: readonly object[]) => setFaults(app, { calls, ...lostEvents })

/** An error that Stripe repeats for the same key for a day. */
const stored = { kind: 'error', status: 500, stored: true }
const passing = { kind: 'error', status: 500, stored: false }
/** The number of attempts in a call: the first one and two retries. */
const tries = 3

const refunds = { method: 'POST', path: '/v1/refunds' }
const update = { method: 'POST', path: '/v1/payment_intents/*' }

test.each([
  { name: 'is stored', calls: [{ ...refunds, times: 1, fault: stored }], checks: 1 },
  { name: 'is temporary', calls: [{ ...refunds, times: 2 * tries, fault: passing }], checks: 1 },
  {
    name: 'is followed by a stored one',
    calls: [
      { ...refunds, times: 2 * tries, fault: passing },
      { ...update, times: 1, fault: stored },
    ],
    checks: 2,
  },
])('a refund is made exactly once even if an error on Stripe $name', async ({ calls, checks }) => {
  const id = await buy()
  const key = newKey()
  await failing(calls)
  const answer = await refund(id, key)
  for (let check = 0; check < checks; check += 1) {
    expect((await refundRow(id)).status).toBe('pending')
    app.clock.advance(60)
    await reconcileRefunds(app.services)
  }
  await reconcileRefunds(app.services)

  expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } })
  expect((await refund(id, key)).body).toMatchObject({ status: 'succeeded' })
  expect(await refundedAt(id)).toEqual(['1000 succeeded'])
  expect(await saleOf(id)).toMatchObject({ status: 'partially_refunded', refundable: 3900 })
})

test('a request that reaches Stripe after its refund was retried refunds nothing', async () => {
  const id = await buy()
  await failing([{ ...refunds, times: 2 * tries, fault: passing }])
  await refund(id)
  app.clock.advance(60)
  await reconcileRefunds(app.services)
  const { id: refundId, amount, attempt } = await refundRow(id)
  const { paymentIntentId } = await saleOf(id)
  const first = { refundId, attempt: 0, purchaseId: id, amount, refundsFee: false }
  const late = app.services.provider.createRefund(seller.account, {
    ...first,
    paymentIntentId: paymentIntentId ?? '',
  })

  expect(attempt).toBe(1)
  await expect(late).rejects.toBeInstanceOf(IdempotencyKeyTaken)
  expect(await refundedAt(id)).toEqual(['1000 succeeded'])
})

test('a refund retried by several processes is made exactly once', async () => {
  const id = await buy()
  await failing([{ ...refunds, times: 1, fault: stored }])
  await refund(id)
  const pending = await refundRow(id)
  await Promise.allSettled([1, 2, 3, 4].map(() => checkRefund(app.services, pending, 'test')))
  app.clock.advance(60)
  await reconcileRefunds(app.services)

  expect(await refundedAt(id)).toEqual(['1000 succeeded'])
  expect(await saleOf(id)).toMatchObject({ status: 'partially_refunded', refundable: 3900 })
})
