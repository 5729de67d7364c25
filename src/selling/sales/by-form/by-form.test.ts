import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { salesContract } from '../contract.ts'
import { salesByFormContract } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const count = async (token: string) =>
  salesByFormContract.countSalesByForm.ok.schema.parse(
    (await call(app, 'GET', '/api/sales/by-form', { token })).body,
  ).forms

test('each form’s numbers include only its paid orders from the last 30 days', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  const [course, books, theirs] = [
    await createOfferForm(app, seller),
    await createTestForm(app, seller),
    await createTestForm(app, stranger),
  ]
  const now = app.clock.now()
  app.clock.set(new Date(now.getTime() - 31 * 24 * 60 * 60 * 1000))
  expect(outcomeOf(await pay(app, books)).status).toBe('paid')
  app.clock.set(now)
  const bought = await order(app, course)
  await accept(app, bought, await offerOf(app, bought))
  await pay(app, course, { email: 'carl@example.com' })
  await pay(app, books, { paymentMethodId: 'pm_card_chargeDeclined' })
  await pay(app, theirs)

  expect(await count(seller.token)).toMatchObject([{ formId: course, orders: 2 }])
  expect(await count(stranger.token)).toMatchObject([{ formId: theirs, orders: 1 }])
})

test('a form’s days add up to the revenue that the overview shows for it', async () => {
  const seller = await signUpSeller(app)
  const form = await createOfferForm(app, seller)
  await createTestForm(app, seller)
  const now = app.clock.now()
  for (const daysAgo of [29, 3, 0]) {
    app.clock.set(new Date(now.getTime() - daysAgo * 24 * 60 * 60 * 1000))
    const bought = await order(app, form, { email: `${daysAgo}@example.com` })
    await accept(app, bought, await offerOf(app, bought))
  }
  // Reads the numbers twice, because the first reading rolls up the days that have ended.
  const [counted] = [await count(seller.token), await count(seller.token)].flat()
  const { body } = await call(app, 'GET', '/api/sales/dashboard?range=30d', { token: seller.token })
  const [shown] = salesContract.getDashboard.ok.schema.parse(body).forms

  expect(counted?.gross.map(({ currency, total }) => ({ currency, total }))).toEqual(shown?.gross)
  expect(counted?.ordersByDay.flatMap((orders, day) => (orders > 0 ? [[day, orders]] : []))).toEqual([
    [0, 1],
    [26, 1],
    [29, 1],
  ])
  const [usd] = counted?.gross ?? []
  expect(usd?.byDay.reduce((sum, day) => sum + day, 0)).toBe(usd?.total)
})

test('only the requested forms’ orders are counted', async () => {
  const seller = await signUpSeller(app)
  const [shown, other] = [await createTestForm(app, seller), await createTestForm(app, seller)]
  const [unsold, theirs] = [
    await createTestForm(app, seller),
    await createTestForm(app, await signUpSeller(app)),
  ]
  for (const form of [shown, other, theirs]) await pay(app, form)
  const ask = (forms: readonly string[]) =>
    call(app, 'GET', `/api/sales/by-form?forms=${forms.join(',')}`, { token: seller.token })

  expect(await ask([shown, unsold, theirs])).toMatchObject({
    status: 200,
    body: { forms: [{ formId: shown, orders: 1, gross: [{ currency: 'usd', total: 4900 }] }] },
  })
  expect((await ask(['nothing'])).status).toBe(422)
  expect((await ask(Array.from({ length: 101 }, () => shown))).status).toBe(422)
})

test('a form with several prices has its orders counted by price', async () => {
  const seller = await signUpSeller(app)
  const prices = [{ label: 'For teams', amount: 99 }]
  const form = await createTestForm(app, seller, { priceLabel: 'For one', prices })
  const stored = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  const team = formSchema.parse(stored.body).prices[0]?.id ?? ''
  await pay(app, form, { email: 'one@example.com' })
  await pay(app, form, { email: 'team@example.com', price: team })
  await pay(app, form, { email: 'teams@example.com', price: team })

  const [counted] = (await count(seller.token)) ?? []
  expect(counted).toMatchObject({ formId: form, orders: 3 })
  expect(counted?.prices).toHaveLength(2)
  expect(counted?.prices).toEqual(
    expect.arrayContaining([
      { priceId: form, orders: 1 },
      { priceId: team, orders: 2 },
    ]),
  )
})

test('listing forms and their sales takes the same few statements, however many forms there are', async () => {
  const seller = await signUpSeller(app)
  const statementsFor = async (path: string) =>
    (
      await countStatements(async () =>
        app.server.inject({
          method: 'GET',
          url: path,
          headers: { host: new URL(app.url).host, authorization: `Bearer ${seller.token}` },
        }),
      )
    ).statements.length
  await createTestForm(app, seller)
  for (const path of ['/api/forms', '/api/sales/by-form']) await statementsFor(path)
  const one = [await statementsFor('/api/forms'), await statementsFor('/api/sales/by-form')]
  for (let forms = 1; forms < 10; forms += 1) await createTestForm(app, seller)
  const ten = [await statementsFor('/api/forms'), await statementsFor('/api/sales/by-form')]

  // Each request's first statement looks up the caller.
  expect(one[0]).toBe(2)
  expect(one[1]).toBeLessThan(10)
  expect(ten).toEqual(one)
})
