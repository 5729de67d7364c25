import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/test-paying.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import { moveTo, purchasesOf, rowOf } from './test-subscriptions.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('what runs goes on as it was bought when its price is changed, hidden, retired or removed', async () => {
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
    while ((await checkSubscriptions(app.services)) > 0);
    const { currentPeriodEnd } = await rowOf(app, ordered)
    await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 4_000_000))
  }
  while ((await checkSubscriptions(app.services)) > 0);
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
