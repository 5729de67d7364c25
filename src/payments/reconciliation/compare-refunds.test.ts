import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import {
  askProvider,
  call,
  createTestForm,
  lostEvents,
  moveProviderClock,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { reconcileAccounts } from './reconcile-accounts.ts'

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
  await app.services.db.deleteFrom('bookDifferences').execute()
  // Stripe's events are lost in these tests.
  await setFaults(app, lostEvents)
})

const buy = async (paymentMethodId = 'pm_card_visa') =>
  outcomeOf(await pay(app, form, { paymentMethodId, email: `${newKey()}@example.com` })).purchaseId

const refund = (id: string, amount: number) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount },
    headers: { 'idempotency-key': newKey() },
  })

const purchaseOf = (id: string) =>
  app.services.db.selectFrom('purchases').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

const refundsOf = (id: string) =>
  app.services.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('purchaseId', '=', id)
    .orderBy('id')
    .execute()

/** Makes a refund as the seller, in the Stripe dashboard. */
const refundThere = async (id: string, amount: number) =>
  askProvider(app, seller.account, '/v1/refunds', {
    payment_intent: (await purchaseOf(id)).paymentIntentId ?? '',
    amount: String(amount),
  })

test('a refund made on Stripe is recorded only once', async () => {
  const id = await buy()
  await refundThere(id, 900)
  await reconcileAccounts(app.services)
  const part = (await purchaseOf(id)).status
  await refundThere(id, 4000)
  const found = [...(await reconcileAccounts(app.services)), ...(await reconcileAccounts(app.services))]

  expect(found.filter(({ purchaseId }) => purchaseId === id)).toEqual([])
  expect([part, (await purchaseOf(id)).status]).toEqual(['partially_refunded', 'refunded'])
  expect(await refundsOf(id)).toEqual([
    { status: 'succeeded', amount: 900 },
    { status: 'succeeded', amount: 4000 },
  ])
})

test('refunds made on Stripe that add up to the total contain exactly its tax', async () => {
  const body = { title: 'Value added tax', percentage: 20, inclusive: true }
  const tax = await call(app, 'POST', '/api/taxes', { token: seller.token, body })
  const { id: taxId } = z.object({ id: z.string() }).parse(tax.body)
  const taxed = await createTestForm(app, seller, { taxId })
  const { purchaseId } = outcomeOf(await pay(app, taxed, { email: 'taxed@example.com' }))
  for (const amount of [1633, 1633, 1634]) await refundThere(purchaseId, amount)
  await reconcileAccounts(app.services)
  const taxes = await app.services.db
    .selectFrom('refunds')
    .select('taxAmount')
    .where('purchaseId', '=', purchaseId)
    .execute()

  expect((await purchaseOf(purchaseId)).taxAmount).toBe(817)
  expect(taxes.reduce((sum, { taxAmount }) => sum + taxAmount, 0)).toBe(817)
})

test('a refund found a day later keeps the date on which Stripe made it', async () => {
  const id = await buy()
  await refundThere(id, 900)
  const { paymentIntentId } = await purchaseOf(id)
  const [made] = await app.services.provider.listRefunds(seller.account, paymentIntentId ?? '')
  app.clock.advance(24 * 60 * 60)
  await reconcileAccounts(app.services)
  const { createdAt } = await app.services.db
    .selectFrom('refunds')
    .select('createdAt')
    .where('purchaseId', '=', id)
    .executeTakeFirstOrThrow()

  expect(createdAt).toEqual(made?.createdAt)
})

test('reconciliation undoes a refund that failed late', async () => {
  const id = await buy('pm_card_refundFail')
  await refund(id, 9)
  const before = (await purchaseOf(id)).status
  await moveProviderClock(app, 24 * 60 * 60)
  await reconcileAccounts(app.services)

  expect([before, (await purchaseOf(id)).status]).toEqual(['partially_refunded', 'paid'])
  expect(await refundsOf(id)).toEqual([{ status: 'failed', amount: 900 }])
})

test('reconciliation settles a refund that succeeded without an event', async () => {
  const id = await buy('pm_card_pendingRefund')
  await refund(id, 9)
  const before = (await purchaseOf(id)).status
  await moveProviderClock(app, 24 * 60 * 60)
  await reconcileAccounts(app.services)

  expect([before, (await purchaseOf(id)).status]).toEqual(['paid', 'partially_refunded'])
})

test('a refund missing on Stripe or with another amount is a difference', async () => {
  const [missing, other] = [await buy(), await buy()]
  await refund(missing, 9)
  await refund(other, 9)
  const { db } = app.services
  await db.updateTable('refunds').set({ amount: 800 }).where('purchaseId', '=', other).execute()
  await db
    .insertInto('refunds')
    .values({
      id: '01a1f882-85a6-763a-997b-e9385dbf9805',
      purchaseId: missing,
      idempotencyKey: 'forged',
      requestedBy: 'seller',
      status: 'succeeded',
      amount: 700,
      taxAmount: 0,
      stripeRefundId: 're_nowhere',
      createdAt: app.clock.now(),
    })
    .execute()
  app.clock.advance(60 * 60)
  // Other tests have moved the provider's clock, so differences between charges are ignored.
  const found = (await reconcileAccounts(app.services)).filter(({ kind }) => kind.startsWith('refund_'))

  expect(found.map(({ kind, purchaseId, details }) => ({ kind, purchaseId, details }))).toEqual(
    expect.arrayContaining([
      { kind: 'refund_missing', purchaseId: missing, details: { total: 700, currency: 'usd' } },
      {
        kind: 'refund_differs',
        purchaseId: other,
        details: { purchase: { total: 800, currency: 'usd' }, charge: { amount: 900, currency: 'usd' } },
      },
    ]),
  )
  expect(found).toHaveLength(2)
})
