import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { saleDetail, type SaleDetail } from '#selling/sales/contract.ts'
import {
  askProvider,
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
import { reconcileRefunds } from './register.ts'
import { settleRefundsByEvent } from './settle-refunds-by-event.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'Value added tax', percentage: 20, inclusive: true },
  })
  form = await createTestForm(app, seller, {
    amount: 49,
    taxId: z.object({ id: z.string() }).parse(tax.body).id,
  })
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, {})
})

const buy = async (paymentMethodId = 'pm_card_visa') =>
  outcomeOf(await pay(app, form, { paymentMethodId, email: `${newKey()}@example.com` })).purchaseId

const refund = (id: string, amount?: number, key: string | null = newKey(), token = seller.token) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token,
    body: amount === undefined ? {} : { amount },
    headers: key === null ? {} : { 'idempotency-key': key },
  })

const saleOf = async (id: string): Promise<SaleDetail> =>
  saleDetail.parse((await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })).body)

/** The refunds of a purchase on Stripe, with their amounts and states. */
const refundedAt = async (id: string) => {
  const refunds = await sandboxList(app, 'refunds')
  return refunds
    .filter(({ metadata }) => metadata?.['purchase'] === id)
    .map(({ amount, status }) => `${amount} ${status}`)
}

const mailsOf = async (id: string) =>
  (
    await app.services.db
      .selectFrom('mails')
      .select('kind')
      .where('purchaseId', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

const requestList = z.object({
  data: z.array(
    z.object({
      method: z.string(),
      path: z.string(),
      idempotency_key: z.string().nullable(),
      params: z.record(z.string(), z.unknown()),
    }),
  ),
})

/** Lets Stripe's pending refunds settle, and processes their events. */
const settleAtProvider = async () => {
  await fetch(`${app.sandbox.url}/sandbox/clock`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ advance: 120 }),
  })
  do {
    await app.sandbox.untilDelivered()
    app.clock.advance(5)
  } while ((await workOffEvents(app.services)) > 0)
}

test('a seller refunds a part and then the rest, with their shares of tax', async () => {
  const id = await buy()
  const part = await refund(id, 10)
  const between = await saleOf(id)
  const rest = await refund(id)
  const after = await saleOf(id)

  expect([part.status, rest.status]).toEqual([201, 201])
  expect(part.body).toMatchObject({ status: 'succeeded', total: 1000, taxAmount: 167 })
  expect(between).toMatchObject({ status: 'partially_refunded', refundable: 3900 })
  expect(after).toMatchObject({ status: 'refunded', refundable: 0, taxAmount: 817 })
  expect(after.refunds.map(({ total, taxAmount }) => [total, taxAmount])).toEqual([
    [1000, 167],
    [3900, 650],
  ])
  expect(after.history.map(({ status, cause }) => `${status}: ${cause}`).slice(-2)).toEqual([
    'partially_refunded: Refund of $10.00',
    'refunded: Refund of $39.00',
  ])
  expect((await refundedAt(id)).toSorted()).toEqual(['1000 succeeded', '3900 succeeded'])
  expect(await mailsOf(id)).toEqual(['receipt', 'refund', 'refund'])
})

// Proves refund-limit.
test.each([
  [0, 422, 'The amount must be above zero'],
  [-5, 422, 'amount must be positive value'],
  [1.234, 422, 'amount has more decimals than USD has'],
  [49.01, 422, 'You can refund up to $49.00'],
])('a refund of %d is rejected', async (amount, status, message) => {
  const id = await buy()
  const answer = await refund(id, amount)

  expect(answer).toMatchObject({ status, body: { errors: { amount: message } } })
  expect(await refundedAt(id)).toEqual([])
})

test('an unpaid or refunded purchase cannot be refunded', async () => {
  const waiting = await buy('pm_card_authenticationRequired')
  const gone = await buy()
  await refund(gone)

  expect(await refund(waiting)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  expect(await refund(gone)).toMatchObject({ status: 409, body: { code: 'not_refundable' } })
  expect(await refund(gone, 1)).toMatchObject({ status: 409 })
})

test('a seller cannot refund another seller’s purchase', async () => {
  const id = await buy()
  const other = await signUpSeller(app)

  expect((await refund(id, 1, newKey(), other.token)).status).toBe(404)
  expect((await refund('nonsense')).status).toBe(404)
})

// Proves refund-limit.
test('simultaneous refunds never return more than was paid', async () => {
  const id = await buy()
  const answers = await Promise.all([30, 30, 30, 19, 19].map((amount) => refund(id, amount)))
  const { refunds, refundable } = await saleOf(id)
  const given = refunds.map(({ total, status }) => `${total} ${status}`).toSorted()

  // Either 30 and 19 come first, or 19 twice.
  expect([0, 1100]).toContain(refundable)
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(2)
  expect((await refundedAt(id)).toSorted()).toEqual(given)
})

test('a repeated key makes one refund, and the same key with another amount is rejected', async () => {
  const id = await buy()
  const key = newKey()
  const answers = await Promise.all([refund(id, 7, key), refund(id, 7, key), refund(id, 7, key)])
  const later = await refund(id, 7, key)
  const other = await refund(id, 8, key)

  expect(await refundedAt(id)).toEqual(['700 succeeded'])
  expect([...answers, later].map(({ status }) => status)).toEqual([201, 201, 201, 201])
  expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } })
  expect(await mailsOf(id)).toEqual(['receipt', 'refund'])
})

// Proves refund-limit.
test.each(['withdrawal', 'undo-offer', 'derived'])(
  'a refund key that begins like our own (%s) is rejected',
  async (kind) => {
    const id = await buy()
    const answer = await refund(id, 0.01, `${kind}-${id}-0`)

    expect([answer.status, await refundedAt(id)]).toEqual([422, []])
    expect((await refund(id, 0.01, `my-${kind}-${id}`)).status).toBe(201)
  },
)

test('without an idempotency key, only simultaneous refund requests count as one', async () => {
  const id = await buy()
  const slow = { kind: 'slow', ms: 1_500 }
  await setFaults(app, { calls: [{ method: 'POST', path: '/v1/refunds', times: 2, fault: slow }] })
  await Promise.all([refund(id, 7, null), refund(id, 7, null)])
  await setFaults(app, { calls: [] })
  await refund(id, 8, null)
  await refund(id, 8, null)

  expect((await refundedAt(id)).toSorted()).toEqual(['700 succeeded', '800 succeeded', '800 succeeded'])
})

test.each(['cut_after', 'cut_before'] as const)(
  'a refund whose response is lost (%s) stays pending and is completed once',
  async (kind) => {
    const id = await buy()
    const key = newKey()
    await setFaults(app, {
      calls: [{ method: 'POST', path: '/v1/refunds', times: 9, fault: { kind } }],
      events: [{ type: '*', fault: { kind: 'drop' } }],
    })
    const answer = await refund(id, 10, key)
    const meanwhile = await saleOf(id)
    const tooMuch = await refund(id, 40)
    await setFaults(app, { calls: [], ...lostEvents })
    app.clock.advance(60)
    await reconcileRefunds(app.services)
    await reconcileRefunds(app.services)

    expect(answer).toMatchObject({ status: 201, body: { status: 'pending' } })
    expect(meanwhile).toMatchObject({ status: 'paid', refundable: 3900 })
    expect(tooMuch.status).toBe(422)
    expect(await refundedAt(id)).toEqual(['1000 succeeded'])
    expect(await saleOf(id)).toMatchObject({ status: 'partially_refunded', refundable: 3900 })
    expect((await refund(id, 10, key)).body).toMatchObject({ status: 'succeeded' })
    expect(await refundedAt(id)).toEqual(['1000 succeeded'])
  },
)

test('a refund rejected by Stripe can be requested again', async () => {
  const id = await buy()
  await setFaults(app, {
    calls: [
      {
        method: 'POST',
        path: '/v1/refunds',
        times: 1,
        fault: {
          kind: 'error',
          status: 400,
          body: {
            error: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'No funds' },
          },
        },
      },
    ],
  })
  const refused = await refund(id, 10)
  const again = await refund(id, 10)

  expect(refused).toMatchObject({ status: 409, body: { code: 'refund_refused' } })
  expect(again.status).toBe(201)
  expect((await saleOf(id)).refunds.map(({ status }) => status)).toEqual(['failed', 'succeeded'])
})

test('a refund that waits for the bank is pending until the bank decides', async () => {
  const id = await buy('pm_card_pendingRefund')
  const answer = await refund(id)
  const meanwhile = await saleOf(id)
  await settleAtProvider()

  expect(answer.body).toMatchObject({ status: 'pending' })
  expect(meanwhile).toMatchObject({ status: 'paid', refundable: 0 })
  expect(await saleOf(id)).toMatchObject({ status: 'refunded' })
  expect(await mailsOf(id)).toEqual(['receipt', 'refund'])
})

// Proves refund-limit.
test('a refund that fails after success is undone and can be made again', async () => {
  const id = await buy('pm_card_refundFail')
  await refund(id, 10)
  const before = await saleOf(id)
  await settleAtProvider()
  const after = await saleOf(id)

  expect(before.status).toBe('partially_refunded')
  expect(after).toMatchObject({ status: 'paid', refundable: 4900 })
  expect(after.refunds.map(({ status }) => status)).toEqual(['failed'])
  expect(after.history.at(-1)?.cause).toBe('Refund of $10.00 failed')
  expect(await mailsOf(id)).toEqual(['receipt', 'refund', 'refund_failed'])
})

test('a partial refund also returns its share of the application fee', async () => {
  const [free, charged] = [await buy(), await buy()]
  await app.services.db
    .updateTable('purchases')
    .set({ applicationFeeAmount: 490 })
    .where('id', '=', charged)
    .execute()
  await refund(free, 10)
  await refund(charged, 10)
  const answer = await fetch(`${app.sandbox.url}/sandbox/requests`)
  const { data } = requestList.parse(await answer.json())
  const sent = data.filter(({ method, path }) => method === 'POST' && path === '/v1/refunds').slice(0, 2)
  const ids = (await Promise.all([charged, free].map(saleOf))).map(({ refunds }) => refunds[0]?.id ?? '')

  expect(sent.map((one) => one.idempotency_key)).toEqual(ids.map((id) => `refund-${id}`))
  expect(sent.map(({ params }) => params['refund_application_fee'] !== undefined)).toEqual([true, false])
})

test('a refund that the seller makes on Stripe is recorded', async () => {
  const id = await buy()
  const { paymentIntentId } = await saleOf(id)
  await askProvider(app, seller.account, '/v1/refunds', {
    payment_intent: paymentIntentId ?? '',
    amount: '1500',
  })
  await expect
    .poll(async () => {
      app.clock.advance(5)
      await workOffEvents(app.services)
      return saleOf(id)
    })
    .toMatchObject({ status: 'partially_refunded', refundable: 3400 })
})

// Proves refund-limit.
test('a pending refund made on Stripe is not made again', async () => {
  await setFaults(app, lostEvents)
  const id = await buy('pm_card_pendingRefund')
  const { paymentIntentId } = await saleOf(id)
  const made = { payment_intent: paymentIntentId ?? '', amount: '1500' }
  await askProvider(app, seller.account, '/v1/refunds', made)
  await settleRefundsByEvent(app.services, seller.account, made.payment_intent, id, async () => undefined)
  const before = await saleOf(id)
  for (let look = 0; look < 3; look += 1) {
    app.clock.advance(60)
    await reconcileRefunds(app.services)
  }
  const all = (await sandboxList(app, 'refunds')).filter((one) => one.payment_intent === paymentIntentId)

  expect(before).toMatchObject({ status: 'paid', refundable: 3400 })
  expect(all.map(({ amount, status }) => [amount, status])).toEqual([[1500, 'pending']])
})

// Proves one-winner.
test('a late charge event never undoes a refund', async () => {
  const id = await buy()
  await refund(id)
  app.clock.advance(10)
  await workOffEvents(app.services)
  await reconcileRefunds(app.services)

  expect((await saleOf(id)).status).toBe('refunded')
})
