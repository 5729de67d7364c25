import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/test-paying.ts'
import { checkAll, payOff, purchasesOf } from '#payments/subscriptions/test-subscriptions.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { writeReceipt } from './write-receipt.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the receipt of the rest of a plan says that it is paid, also before the subscription has ended', async () => {
  const seller = await signUpSeller(app)
  const plan = { amount: 70, priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }
  const form = await createTestForm(app, seller, plan)
  const { purchaseId, secret } = outcomeOf(await pay(app, form))
  await checkAll(app)
  const ordered = { form, purchaseId, secret }
  expect((await payOff(app, ordered, 14_000)).status).toBe(200)
  const { db } = app.services
  await db.updateTable('subscriptions').set({ status: 'active' }).where('orderId', '=', purchaseId).execute()
  const payoff = (await purchasesOf(app, ordered)).find(({ total }) => total === 14_000)
  const addresses = { authSecret: app.config.authSecret, publicUrl: app.config.publicUrl }
  const { text } = await writeReceipt(db, app.clock, addresses, payoff?.id ?? '')
  expect(text).toContain('You have paid the rest of your plan.')
  expect(text).not.toContain('being paid')
})
