import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { checkAll, invoicesOf, moveTo, purchasesOf, rowOf } from '../test-subscriptions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('a running subscription continues as bought when its price changes or is removed', async () => {
  const { token, ...seller } = await signUpSeller(app)
  const three = { label: 'In three parts', amount: 17, cancelAfter: 3 }
  const prices = [{ ...three, priceType: 'RecurringPrice', billingPeriod: 'Monthly' }]
  const form = await createTestForm(app, { token, ...seller }, { priceLabel: 'At once', prices })
  const update = (body: object) =>
    call(app, 'PATCH', `/api/forms/${form}`, { token, body: { isDetailUpdate: false, ...body } })
  const stored = formSchema.parse((await call(app, 'GET', `/api/forms/${form}`, { token })).body)
  const [parts] = stored.prices
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { price: parts?.id }))
  const ordered = { form, purchaseId, secret }

  const changed = { ...parts, amount: 99, cancelAfter: 12, billingPeriod: 'Weekly' }
  for (const state of ['listed', 'hidden', 'retired'] as const) {
    expect((await update({ prices: [{ ...changed, state }] })).status).toBe(200)
  }
  expect((await update({ prices: [], amount: 5 })).status).toBe(200)

  for (let period = 0; period < 3; period += 1) {
    await checkAll(app)
    const { currentPeriodEnd } = await rowOf(app, ordered)
    await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 4_000_000))
  }
  await checkAll(app)
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([1700, 1700, 1700])
  expect(await rowOf(app, ordered)).toMatchObject({
    title: 'A course in watercolor (In three parts)',
    total: 1700,
    billingPeriod: 'Monthly',
    status: 'canceled',
  })
  const named = await app.services.db
    .selectFrom('purchases')
    .select('priceId')
    .where('formId', '=', form)
    .execute()
  expect(named).toEqual(Array.from({ length: 3 }, () => ({ priceId: parts?.id })))
})

const items = z.object({ data: z.array(z.object({ quantity: z.number() })) })
const counted = z.object({ data: z.array(z.object({ id: z.string(), items })) })

test('each payment of a subscription has the ordered quantity, tax and coupon', async () => {
  const seller = await signUpSeller(app)
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'VAT', percentage: 19, inclusive: false },
  })
  const form = await createTestForm(app, seller, {
    amount: 33.33,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    quantityMax: 10,
    taxId: z.object({ id: z.string() }).parse(tax.body).id,
  })
  const { code: coupon } = await addCoupon(app, form, { percentage: '10', lasts: 'cycles', cycles: 2 })
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { quantity: 7, coupon }))
  const ordered = { form, purchaseId, secret }
  for (let period = 0; period < 2; period += 1) {
    await checkAll(app)
    const { currentPeriodEnd } = await rowOf(app, ordered)
    await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 8_000_000))
  }
  await checkAll(app)

  const months = [24_988, 24_988, 27_764]
  const purchases = await purchasesOf(app, ordered)
  expect(purchases.map(({ total }) => total)).toEqual(months)
  expect((await invoicesOf(app, ordered)).map(({ total }) => total).toReversed()).toEqual(months)
  const lines = await app.services.db
    .selectFrom('purchaseLines')
    .select(['quantity', 'subtotal', 'taxAmount'])
    .where('purchaseId', '=', purchases.at(-1)?.id ?? '')
    .execute()
  expect(lines).toEqual([{ quantity: 7, subtotal: 23_331, taxAmount: 4433 }])
  const { stripeSubscriptionId: id } = await rowOf(app, ordered)
  const there = await fetch(`${app.sandbox.url}/sandbox/subscriptions`)
  const subscribed = counted.parse(await there.json()).data.find((one) => one.id === id)
  expect(subscribed?.items.data).toEqual([{ quantity: 7 }])
  expect(await reconcileAccounts(app.services)).toEqual([])
})
