import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { outcomeOf, pay } from './test-paying.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the URL of the page after payment contains the order if the shop turned that on', async () => {
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

  // The URL that the seller wrote stays unchanged.
  const written = [
    ['https://shop.example.com/a%20b?name=Ana%20Q&tag=a&tag=a%2Fb&+=~', '&', '#top?x=1'],
    ['https://shop.example.com/thanks?', '', ''],
    ['https://shop.example.com/thanks', '?', '#/done'],
  ] as const
  for (const [count, [page, between, fragment]] of written.entries()) {
    const other = await createTestForm(app, seller, { redirectUrl: page + fragment })
    const { purchaseId, ...after } = outcomeOf(await pay(app, other, {}, `written-${count}`))
    expect(after).toMatchObject({
      redirectUrl: `${page}${between}tf_order=${purchaseId}&tf_value=49&tf_currency=USD${fragment}`,
    })
  }
})
