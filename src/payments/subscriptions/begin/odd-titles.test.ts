import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test.each([46, 47, 48, 49])(
  'a recurring form sells with emoji after %i letters, at Stripe’s length limits',
  async (letters) => {
    const seller = await signUpSeller(app)
    const long = `${'a'.repeat(letters)}🇦🇹👨‍👩‍👧🧾${'é'.repeat(100)}`
    const body = { title: long, percentage: 20, inclusive: true, active: true }
    const tax = await call(app, 'POST', '/api/taxes', { token: seller.token, body })
    const form = await createTestForm(app, seller, {
      title: long,
      priceType: 'RecurringPrice',
      billingPeriod: 'Monthly',
      taxId: z.object({ id: z.string() }).parse(tax.body).id,
    })

    const answer = await pay(app, form, { name: '🇦🇹'.repeat(30) })

    expect([answer.status, outcomeOf(answer).status]).toEqual([200, 'paid'])
  },
)
