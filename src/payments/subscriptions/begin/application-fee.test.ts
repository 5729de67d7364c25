import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { setFees } from '#accounts/billing/test-catalogue.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, createOfferForm, offerOf } from '#buying/upsells/test-offers.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { refundPurchase } from '#payments/refunds/refund-purchase.ts'
import {
  askProvider,
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { asSeller, checkAll, moveTo, renew, rowOf, type Ordered } from '../test-subscriptions.ts'

let app: TestApp
let restoreFees: () => void
let seller: TestSeller

beforeAll(async () => {
  restoreFees = setFees({ BASIC: 500, GROWTH: 333, PARTNER_FREE: 0 })
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => {
  restoreFees()
  await app.close()
})
beforeEach(() => setFaults(app, lostEvents))

type Fields = Readonly<Record<string, unknown>>

let buyers = 0

async function buy(form: string, payment: Fields = {}): Promise<Ordered> {
  const email = `payer-${(buyers += 1)}@example.com`
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, ...payment }))
  return { form, purchaseId, secret }
}

const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }

async function subscribed(fields: Fields = {}, payment: Fields = {}): Promise<Ordered> {
  const ordered = await buy(
    await asSeller(app, () => createTestForm(app, seller, { ...monthly, ...fields })),
    payment,
  )
  await checkAll(app)
  return ordered
}

const providerFees = z.object({
  data: z.array(
    z.object({ id: z.string(), amount: z.number(), amount_refunded: z.number(), charge: z.string() }),
  ),
})
const providerCharges = z.object({
  data: z.array(z.object({ application_fee: z.string().nullable(), payment_intent: z.string() })),
})

/** Reads the platform's application fees on Stripe, both charged and refunded. */
async function readFees() {
  const read = async (kind: string) => (await fetch(`${app.sandbox.url}/sandbox/${kind}`)).json()
  const fees = providerFees.parse(await read('application_fees')).data
  const charges = providerCharges.parse(await read('charges')).data
  return (intentId: string | null) => {
    const charge = charges.find((one) => one.payment_intent === intentId)
    const fee = fees.find(({ id }) => id === charge?.application_fee)
    return { taken: fee?.amount ?? 0, returned: fee?.amount_refunded ?? 0 }
  }
}

/** The application fees of an order and its later payments, oldest first, in our records and on Stripe. */
async function feesOf({ purchaseId }: Pick<Ordered, 'purchaseId'>) {
  const rows = await app.services.db
    .selectFrom('purchases')
    .select(['id', 'kind', 'total', 'applicationFeeAmount', 'paymentIntentId'])
    .where((row) => row.or([row('id', '=', purchaseId), row('orderId', '=', purchaseId)]))
    // Later payments can have the same creation time, because the clock does not move.
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  const feeOf = await readFees()
  return rows.map(({ paymentIntentId, applicationFeeAmount: booked, ...row }) => ({
    ...row,
    booked,
    ...feeOf(paymentIntentId),
  }))
}

const taxed = async (percentage: number, inclusive: boolean) => {
  const body = { title: `Tax of ${percentage}`, percentage, inclusive, active: true }
  const answer = await asSeller(app, () => call(app, 'POST', '/api/taxes', { token: seller.token, body }))
  return z.object({ id: z.string() }).parse(answer.body).id
}

test.each([
  // 49.99 with 19.3% tax added is 59.64. A brush for 9.00, or 10.74 with tax, is only on the first invoice.
  ['usd', 49.99, 9, { percentage: 19.3, inclusive: false }, [7038, 5964], [234, 199]],
  ['jpy', 4999, 900, { percentage: 10, inclusive: true }, [5899, 4999], [196, 166]],
  ['kwd', 12.35, 1, { percentage: 5, inclusive: false }, [14020, 12970], [467, 432]],
])(
  'in %s the application fee is charged on each payment’s full total',
  async (currency, amount, bumpAmount, { percentage, inclusive }, totals, fees) => {
    const taxId = await taxed(percentage, inclusive)
    const bump = await asSeller(app, () => addBump(app, seller, { amount: bumpAmount, currency }))
    const ordered = await subscribed({ amount, currency, taxId, bumps: [bump] }, { bumps: [bump] })
    await renew(app, ordered)
    const rows = await feesOf(ordered)

    expect(rows.map(({ kind, total }) => [kind, total])).toEqual([
      ['order', totals[0]],
      ['renewal', totals[1]],
    ])
    expect(rows.map(({ booked }) => booked)).toEqual(fees)
    expect(rows.map(({ taken }) => taken)).toEqual(fees)
  },
)

test('refunding a renewal refunds its application fee in proportion', async () => {
  const ordered = await subscribed()
  await renew(app, ordered)
  const [, renewal] = await feesOf(ordered)
  await refundPurchase(app.services, renewal?.id ?? '', {
    amount: 1000,
    idempotencyKey: 'a part',
    requestedBy: 'seller',
  })
  const [, inPart] = await feesOf(ordered)
  await refundPurchase(app.services, renewal?.id ?? '', {
    amount: null,
    idempotencyKey: 'the rest',
    requestedBy: 'seller',
  })
  const [order, whole] = await feesOf(ordered)

  expect(renewal).toMatchObject({ booked: 163, taken: 163, returned: 0 })
  expect(inPart).toMatchObject({ booked: 163, returned: 33 })
  expect(whole).toMatchObject({ booked: 163, returned: 163 })
  expect(order).toMatchObject({ booked: 163, returned: 0 })
})

test('an offer accepted after a subscription’s order has its own application fee', async () => {
  const form = await asSeller(app, () => createOfferForm(app, seller, monthly))
  const ordered = await buy(form)
  await accept(app, ordered, await offerOf(app, ordered))

  expect(await feesOf(ordered)).toMatchObject([
    { kind: 'order', booked: 163, taken: 163 },
    { kind: 'offer', total: 1990, booked: 66, taken: 66 },
  ])
})

test('subscriptions keep their application fee after the seller’s plan changes', async () => {
  const ordered = await subscribed()
  await setPlan('BASIC')
  await renew(app, ordered)
  const later = await subscribed()
  await setPlan('GROWTH')

  expect((await feesOf(ordered)).map(({ booked, taken }) => [booked, taken])).toEqual([
    [163, 163],
    [163, 163],
  ])
  expect((await feesOf(later)).map(({ booked, taken }) => [booked, taken])).toEqual([[245, 245]])
})

async function setPlan(plan: 'BASIC' | 'GROWTH') {
  await app.services.db
    .updateTable('planSubscriptions')
    .set({ plan })
    .where('sellerId', 'in', (members) =>
      members.selectFrom('members').select('sellerId').where('userId', '=', seller.userId),
    )
    .execute()
}

test('the application fee is recorded as charged even if responses are lost', async () => {
  const form = await asSeller(app, () => createTestForm(app, seller, monthly))
  const cut = { method: 'POST', nth: 1, fault: { kind: 'cut_after' } }
  const calls = ['/v1/payment_intents/*/confirm', '/v1/refunds'].map((path) => ({ ...cut, path }))
  await setFaults(app, { ...lostEvents, calls })
  const ordered = await buy(form)
  await reconcileLater()
  const paid = await feesOf(ordered)
  await refundPurchase(app.services, ordered.purchaseId, {
    amount: 1000,
    idempotencyKey: 'lost',
    requestedBy: 'seller',
  })
  await reconcileLater()

  expect(paid).toMatchObject([{ booked: 163, taken: 163, returned: 0 }])
  expect(await feesOf(ordered)).toMatchObject([{ booked: 163, taken: 163, returned: 33 }])
})

async function reconcileLater() {
  await moveTo(app, new Date(app.clock.now().getTime() + 60_000))
  await reconcile(app.services)
}

test('an unexpected application fee on Stripe is recorded and listed as a difference', async () => {
  const ordered = await subscribed()
  const { stripeSubscriptionId } = await rowOf(app, ordered)
  await askProvider(app, seller.account, `/v1/subscriptions/${stripeSubscriptionId}`, {
    application_fee_percent: '10',
  })
  await renew(app, ordered)
  await moveTo(app, new Date(app.clock.now().getTime() + 3_600_000))
  const differences = [...(await reconcileAccounts(app.services)), ...(await reconcileAccounts(app.services))]
  const [, renewal] = await feesOf(ordered)
  const listed = await app.services.db
    .selectFrom('bookDifferences')
    .select(['kind', 'details'])
    .where('purchaseId', '=', renewal?.id ?? '')
    .execute()

  expect(renewal).toMatchObject({ booked: 490, taken: 490 })
  expect(differences).toEqual([])
  expect(listed).toEqual([
    {
      kind: 'fee_differs',
      details: { purchase: { total: 163, currency: 'usd' }, charge: { amount: 490, currency: 'usd' } },
    },
  ])
})

test('reconciliation finds an application fee that was recorded wrongly', async () => {
  const ordered = await subscribed()
  await app.services.db
    .updateTable('purchases')
    .set({ applicationFeeAmount: 0 })
    .where('id', '=', ordered.purchaseId)
    .execute()
  await moveTo(app, new Date(app.clock.now().getTime() + 3_600_000))

  expect(await reconcileAccounts(app.services)).toMatchObject([
    {
      kind: 'fee_differs',
      purchaseId: ordered.purchaseId,
      details: { purchase: { total: 0 }, charge: { amount: 163 } },
    },
  ])
})
