import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  askProvider,
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { workOffEvents } from './work-event.ts'

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
  await setFaults(app, { calls: [], events: [] })
})

const order = async (paymentMethodId: string) =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, paymentMethodId }))

/** Makes a charge in the seller's own account with an order's metadata. */
async function chargeBeside(purchaseId: string, fields: Readonly<Record<string, string>> = {}) {
  const { id } = await askProvider(app, seller.account, '/v1/payment_intents', {
    amount: '100',
    currency: 'usd',
    payment_method: 'pm_card_visa',
    confirm: 'true',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
    'metadata[purchase]': purchaseId,
    ...fields,
  })
  await workOff()
  return id
}

async function workOff() {
  await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0);
}

const rowOf = async (id: string) =>
  app.services.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const differencesOf = async (id: string) =>
  app.services.db
    .selectFrom('bookDifferences')
    .select(['kind', 'paymentIntentId', 'details'])
    .where('purchaseId', '=', id)
    .execute()

const historyOf = async (id: string) => {
  const { body } = await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })
  const { history } = z
    .object({ history: z.array(z.object({ event: z.string().nullable(), cause: z.string() })) })
    .parse(body)
  return history.filter(({ event }) => event === 'other_amount')
}

// Proves other-amount.
test.each([
  ['a lower amount', { amount: '100', currency: 'usd' }],
  ['a higher amount', { amount: '999900', currency: 'usd' }],
  ['another currency', { amount: '4900', currency: 'eur' }],
])('a charge of %s with an order’s number does not pay the order', async (_name, fields) => {
  const ordered = await order('pm_card_authenticationRequired')
  const { paymentIntentId: own } = await rowOf(ordered.purchaseId)
  const id = await chargeBeside(ordered.purchaseId, fields)

  expect(await rowOf(ordered.purchaseId)).toMatchObject({ status: 'requires_action', paymentIntentId: own })
  expect(await differencesOf(ordered.purchaseId)).toMatchObject([
    {
      kind: 'amount_differs',
      paymentIntentId: id,
      details: {
        purchase: { total: 4900, currency: 'usd' },
        charge: { currency: fields.currency },
      },
    },
  ])
  expect(await historyOf(ordered.purchaseId)).toHaveLength(1)

  // The buyer can still pay for the order.
  await answerBank(app, 'clientSecret' in ordered ? ordered.clientSecret : '')
  await workOff()
  expect(await rowOf(ordered.purchaseId)).toMatchObject({ status: 'paid', paymentIntentId: own })
  expect((await rowOf(ordered.purchaseId)).paymentIntentId).not.toBe(id)
})

test('refunding a second charge on Stripe does not refund its order', async () => {
  const { purchaseId } = await order('pm_card_visa')
  const second = await chargeBeside(purchaseId, { amount: '4900' })
  await askProvider(app, seller.account, '/v1/refunds', { payment_intent: second })
  await workOff()
  const waiting = await app.services.db
    .selectFrom('webhookEvents')
    .select('type')
    .where('doneAt', 'is', null)
    .execute()

  expect(await differencesOf(purchaseId)).toMatchObject([{ kind: 'charge_without_purchase' }])
  expect(await rowOf(purchaseId)).toMatchObject({ status: 'paid' })
  expect(waiting).toEqual([])
})

test('a failed payment with an open order’s id changes nothing', async () => {
  const ordered = await order('pm_card_authenticationRequired')
  const before = await rowOf(ordered.purchaseId)
  await chargeBeside(ordered.purchaseId, { payment_method: 'pm_card_chargeDeclined' }).catch(() => '')
  await workOff()
  expect(await rowOf(ordered.purchaseId)).toEqual(before)
  expect(await differencesOf(ordered.purchaseId)).toEqual([])
})

// Proves other-amount.
test('an order whose charge never reached Stripe is not paid by a smaller charge', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_before' } }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  const ordered = await order('pm_card_visa')
  await setFaults(app, { calls: [], events: [{ type: '*', fault: { kind: 'drop' } }] })
  const id = await chargeBeside(ordered.purchaseId)
  app.clock.advance(120)
  await reconcile(app.services)
  expect(await stateOf(app, ordered)).toMatchObject({ status: 'failed', reason: 'canceled' })
  app.clock.advance(24 * 60 * 60)
  await reconcileAccounts(app.services)
  expect(await rowOf(ordered.purchaseId)).toMatchObject({ status: 'canceled', paidAt: null })
  expect(await differencesOf(ordered.purchaseId)).toMatchObject([
    { kind: 'amount_differs', paymentIntentId: id },
  ])
})

// Proves other-amount.
test('an order whose own payment has another amount is paid and listed as a difference', async () => {
  const ordered = await order('pm_card_authenticationRequired')
  // Raises the order's total, so that its PaymentIntent is too low.
  await app.services.db
    .updateTable('purchases')
    .set({ subtotal: 5900, total: 5900 })
    .where('id', '=', ordered.purchaseId)
    .execute()
  await answerBank(app, 'clientSecret' in ordered ? ordered.clientSecret : '')
  await workOff()
  expect(await rowOf(ordered.purchaseId)).toMatchObject({ status: 'paid' })
  expect(await differencesOf(ordered.purchaseId)).toMatchObject([{ kind: 'amount_differs' }])
})
