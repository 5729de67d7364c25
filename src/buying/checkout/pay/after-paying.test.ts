import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { outcomeOf, pay } from './test-paying.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the page after payment has the order in its URL if the shop turned that on', async () => {
  const seller = await signUpSeller(app)
  const redirectUrl = 'https://shop.example.com/thanks?lang=en#top'
  const form = await createTestForm(app, seller, { redirectUrl })
  expect(outcomeOf(await pay(app, form))).toMatchObject({ redirectUrl })

  const body = { namesOrderAfterPaying: true }
  const { status } = await call(app, 'PATCH', '/api/seller/shop', { token: seller.token, body })
  expect(status).toBe(200)
  const paid = outcomeOf(await pay(app, form, { isRepeat: true }, 'another'))
  const order = `tf_order=${paid.purchaseId}&tf_value=49&tf_currency=USD`
  expect(paid).toMatchObject({
    redirectUrl: `https://shop.example.com/thanks?lang=en&${order}#top`,
  })
})
