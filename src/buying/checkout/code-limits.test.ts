import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  form = await createTestForm(app, seller)
})

const enter = async (code: string, address: string) =>
  (
    await call(app, 'POST', '/api/stripe/coupons', {
      body: { form, code },
      headers: { 'x-forwarded-for': address },
    })
  ).status

test('after ten wrong codes an address waits, and others do not; right ones are no guesses', async () => {
  const { code } = await addCoupon(app, form)
  for (let right = 0; right < 12; right += 1) expect(await enter(code, '203.0.113.1')).toBe(200)
  for (let wrong = 0; wrong < 10; wrong += 1) expect(await enter(`WRONG${wrong}`, '203.0.113.1')).toBe(409)

  expect(await enter(code, '203.0.113.1')).toBe(429)
  expect(await enter(code, '203.0.113.2')).toBe(200)
})

test('a form on which two hundred codes were wrong takes none for an hour, from wherever', async () => {
  for (let wrong = 0; wrong < 200; wrong += 1) await enter(`WRONG${wrong}`, `198.51.${wrong}.1`)

  expect(await enter('ANOTHER', '192.0.2.77')).toBe(429)
})
