import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addBump } from '#buying/upsells/test-offers.ts'
import { outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type Answer,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  asSeller,
  changeCard,
  checkAll,
  invoicesOf,
  later,
  purchasesOf,
  renew,
  rowOf,
  totalsOf,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const idIn = ({ body }: Answer) => z.object({ id: z.string() }).parse(body).id

const membership = (fields: object = {}) =>
  asSeller(app, () =>
    createTestForm(app, seller, {
      amount: 100,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      ...fields,
    }),
  )

const order = (form: string, coupon: string, fields: object = {}) =>
  pay(app, form, { email: `subscriber-${(buyers += 1)}@example.com`, coupon, ...fields })

async function bought(form: string, coupon: string, fields: object = {}): Promise<Ordered> {
  const { purchaseId, secret } = outcomeOf(await order(form, coupon, fields))
  await checkAll(app)
  return { form, purchaseId, secret }
}

const invoiced = async (ordered: Ordered) =>
  (await invoicesOf(app, ordered)).map(({ total }) => total).toReversed()

// Proves coupon-payments.
test(
  'over a year, exactly the agreed payments are reduced by a coupon, including a declined one',
  { tags: 'long' },
  async () => {
    const form = await membership({ cancelAfter: 12 })
    const { code } = await addCoupon(app, form, { percentage: '10', lasts: 'cycles', cycles: 3 })
    const ordered = await bought(form, code)
    await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
    await renew(app, ordered)
    expect((await rowOf(app, ordered)).status).toBe('past_due')
    await changeCard(app, seller, ordered, 'pm_card_visa')
    for (let month = 2; month < 13; month += 1) await renew(app, ordered)

    const year = [9000, 9000, 9000, ...Array.from({ length: 9 }, () => 10_000)]
    expect(await totalsOf(app, ordered)).toEqual(year)
    expect(await invoiced(ordered)).toEqual(year)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 12 })
    const [, second, , fourth] = await purchasesOf(app, ordered)
    const { db } = app.services
    const [reduced, whole] = await Promise.all(
      [second, fourth].map((renewal) =>
        db
          .selectFrom('purchases')
          .innerJoin('purchaseLines', 'purchaseLines.purchaseId', 'purchases.id')
          .select([
            'purchases.couponCode',
            'purchases.discountAmount',
            'purchaseLines.discountAmount as ofLine',
          ])
          .where('purchases.id', '=', renewal?.id ?? '')
          .executeTakeFirstOrThrow(),
      ),
    )
    expect([reduced, whole]).toEqual([
      { couponCode: code, discountAmount: 1000, ofLine: 1000 },
      { couponCode: null, discountAmount: 0, ofLine: 0 },
    ])
    expect(await reconcileAccounts(app.services)).toEqual([])
  },
)

test.for([
  [{ lasts: 'once' }, [8000, 10_000, 10_000]],
  [{ lasts: 'cycles', cycles: 2 }, [8000, 8000, 10_000]],
  [{ lasts: 'forever' }, [8000, 8000, 8000]],
  [{ lasts: 'cycles', cycles: 2, percentage: '100' }, [0, 10_000]],
] as const)('a coupon that lasts %j makes payments of %j', async ([fields, totals]) => {
  const form = await membership()
  const ordered = await bought(form, (await addCoupon(app, form, fields)).code)
  await renew(app, ordered)
  await renew(app, ordered)

  expect(await totalsOf(app, ordered)).toEqual(totals)
  expect((await rowOf(app, ordered)).paidCycles).toBe(3)
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a coupon reduces bumps only once, and tax is calculated on the reduced amount', async () => {
  const tax = await asSeller(app, () =>
    call(app, 'POST', '/api/taxes', {
      token: seller.token,
      body: { title: 'VAT', percentage: 8.25, inclusive: false },
    }),
  )
  const bump = await asSeller(app, () => addBump(app, seller, { amount: 9.99 }))
  const form = await membership({ amount: 33.33, taxId: idIn(tax), bumps: [bump] })
  const amounts = { kind: 'amount', percentage: null, amounts: JSON.stringify({ usd: 1000 }) } as const
  const { code } = await addCoupon(app, form, { ...amounts, lasts: 'cycles', cycles: 2 })
  const ordered = await bought(form, code, { bumps: [bump] })
  await renew(app, ordered)
  await renew(app, ordered)

  // A recurring discount of a fixed amount reduces only the recurring line: (33.33 - 10.00) plus 8.25%, and the bump in
  // full.
  expect(await totalsOf(app, ordered)).toEqual([2525 + 1081, 2525, 3608])
  expect(await invoiced(ordered)).toEqual(await totalsOf(app, ordered))
})

test('buyer and seller see the next payments with and without the coupon’s discount', async () => {
  const form = await membership()
  const { code } = await addCoupon(app, form, { percentage: '10', lasts: 'cycles', cycles: 3 })
  const ordered = await bought(form, code)
  const page = async () => {
    const { purchaseId, secret } = ordered
    const html = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
    return html.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ')
  }
  const sale = async () =>
    asSeller(app, () => call(app, 'GET', `/api/sales/${ordered.purchaseId}`, { token: seller.token }))
  expect(await page()).toContain(
    '$90.00 every month for your next 2 payments, then $100.00 every month until you cancel.',
  )
  expect((await sale()).body).toMatchObject({
    subscription: { total: 9000, change: { after: 2, total: 10_000 } },
  })
  await renew(app, ordered)
  await renew(app, ordered)

  expect(await page()).toContain('$100.00 every month until you cancel.')
  expect((await sale()).body).toMatchObject({ subscription: { total: 10_000, change: null } })
})

test('a discount is created on Stripe once and reused for the next buyer', async () => {
  const form = await membership()
  const { code } = await addCoupon(app, form, { lasts: 'forever' })
  await bought(form, code)
  const made = () =>
    app.services.db
      .selectFrom('providerObjects')
      .select('stripeId')
      .where('stripeAccountId', '=', seller.account)
      .where('kind', '=', 'coupon')
      .execute()
  const before = await made()
  await bought(form, code)

  expect(await made()).toEqual(before)
})

test('a card saved with a free first payment is charged for the second payment', async () => {
  const form = await membership()
  const { id, code } = await addCoupon(app, form, { percentage: '100' })
  const without = await order(form, code, { paymentMethodId: null })
  expect([without.status, without.body]).toMatchObject([
    422,
    { errors: { paymentMethodId: 'This field is required' } },
  ])
  const ordered = await bought(form, code)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 1 })
  expect(await intentsOf(ordered)).toEqual([])
  await renew(app, ordered)

  expect(await totalsOf(app, ordered)).toEqual([0, 10_000])
  expect(await placesOf(app, id)).toMatchObject({ taken: 1, states: ['used'] })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

// Proves coupon-payments.
test('a declined card ends the free subscription and releases the coupon', async () => {
  const form = await membership()
  const { id, code } = await addCoupon(app, form, { percentage: '100' })
  const refused = await order(form, code, { paymentMethodId: 'pm_card_visa_chargeDeclined' })
  expect(refused.status).toBe(402)
  await later(app, 100_000)
  await reconcile(app.services)
  await checkAll(app)

  expect(await placesOf(app, id)).toMatchObject({ taken: 0, states: ['released'] })
  const [row] = await rowsOf(form)
  expect(row).toMatchObject({ status: 'incomplete_expired', paidCycles: 0 })
  expect(await atProvider(row?.stripeSubscriptionId)).toMatchObject({ status: 'canceled' })
})

test('an authenticated free first payment begins a subscription, and an abandoned one ends', async () => {
  const form = await membership()
  const { code } = await addCoupon(app, form, { percentage: '100' })
  const asked = { paymentMethodId: 'pm_card_authenticationRequired' }
  const [finished, left] = [
    outcomeOf(await order(form, code, asked)),
    outcomeOf(await order(form, code, asked)),
  ]
  if (finished.status !== 'requires_action') throw new Error(finished.status)
  expect((await stateOf(app, finished)).status).toBe('requires_action')
  await checkAll(app)
  expect((await rowOf(app, finished)).status).toBe('incomplete')
  await answerBank(app, finished.clientSecret)
  expect((await stateOf(app, finished)).status).toBe('paid')
  await later(app, 3_700_000)
  await reconcile(app.services)
  await checkAll(app)

  expect(await rowOf(app, finished)).toMatchObject({ status: 'active', paidCycles: 1 })
  const abandoned = await rowOf(app, left)
  expect(abandoned).toMatchObject({ status: 'incomplete_expired', paidCycles: 0 })
  expect(await atProvider(abandoned.stripeSubscriptionId)).toMatchObject({ status: 'canceled' })
})

test('a coupon that makes every payment free needs no card or subscription', async () => {
  const form = await membership()
  const { code } = await addCoupon(app, form, { percentage: '100', lasts: 'forever' })
  const paid = outcomeOf(await order(form, code, { paymentMethodId: null }))

  expect(paid.status).toBe('paid')
  expect(await rowsOf(form)).toEqual([])
})

test('a code that leaves less than the card minimum is rejected when entered', async () => {
  const bump = await asSeller(app, () => addBump(app, seller, { amount: 20 }))
  const form = await membership({ amount: 1, bumps: [bump] })
  const lasting = { percentage: '60', scope: 'form', lasts: 'forever' } as const
  const { code } = await addCoupon(app, form, lasting)
  const answer = await call(app, 'POST', '/api/stripe/coupons', { body: { form, code, bumps: [bump] } })

  expect([answer.status, JSON.stringify(answer.body)]).toEqual([
    422,
    expect.stringContaining('add $0.10 to your order'),
  ])
})

// Proves coupon-payments.
test('a renewal whose charge differs from the agreement is a difference', async () => {
  const form = await membership()
  const ordered = await bought(form, (await addCoupon(app, form, { lasts: 'forever' })).code)
  await app.services.db
    .updateTable('subscriptions')
    .set({ discountAmount: 3000 })
    .where('orderId', '=', ordered.purchaseId)
    .execute()
  await renew(app, ordered)

  const [, renewal] = await purchasesOf(app, ordered)
  const found = await app.services.db
    .selectFrom('bookDifferences')
    .select(['kind', 'details'])
    .where('purchaseId', '=', renewal?.id ?? '')
    .execute()
  expect(found).toEqual([
    {
      kind: 'amount_differs',
      details: { purchase: { total: 7000, currency: 'usd' }, charge: { amount: 8000, currency: 'usd' } },
    },
  ])
})

async function intentsOf({ purchaseId }: Ordered) {
  const { stripeCustomerId } = await rowOf(app, { purchaseId })
  const customer = z.looseObject({ customer: z.string().nullish() })
  return (await sandboxList(app, 'payment_intents')).filter(
    (intent) => customer.parse(intent).customer === stripeCustomerId,
  )
}

async function rowsOf(form: string) {
  return app.services.db
    .selectFrom('subscriptions')
    .innerJoin('purchases', 'purchases.id', 'subscriptions.orderId')
    .selectAll('subscriptions')
    .where('purchases.formId', '=', form)
    .execute()
}

async function atProvider(id: string | null | undefined) {
  return app.services.provider.retrieveSubscription(seller.account, id ?? '')
}

const giveBack = ({ purchaseId }: Ordered) =>
  asSeller(app, () =>
    call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: {} }),
  )

test('a refunded order’s coupon is released when its subscription ends', async () => {
  const form = await membership()
  const { id, code } = await addCoupon(app, form, { lasts: 'forever', maxPerBuyer: 1 })
  const email = 'once@example.com'
  const ordered = await bought(form, code, { email })
  const { status } = await giveBack(ordered)
  const meanwhile = [await placesOf(app, id), (await order(form, code, { email })).status]
  await renew(app, ordered)
  const path = `/api/sales/${ordered.purchaseId}/subscription/cancel`
  await asSeller(app, () => call(app, 'POST', path, { token: seller.token, body: { at: 'now' } }))

  expect([status, (await totalsOf(app, ordered)).at(-1)]).toEqual([201, 8000])
  expect(meanwhile).toEqual([{ taken: 1, ofCode: 1, states: ['used'] }, 409])
  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })
  expect((await order(form, code, { email })).status).toBe(200)
})

test('refunding the first payment releases a coupon for only that payment', async () => {
  const form = await membership()
  const { id, code } = await addCoupon(app, form, { lasts: 'once', maxPerBuyer: 1 })
  await giveBack(await bought(form, code))

  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })
})
