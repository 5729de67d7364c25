import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay } from '#checkout/test-paying.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

test('a recurring form is paid', async () => {
  const form = await createTestForm(app, seller, {
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    cancelAfter: 3,
  })
  const answer = await pay(app, form)
  expect(outcomeOf(answer).status).toBe('paid')
})
