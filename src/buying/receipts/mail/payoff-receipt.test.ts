import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { newId } from '#foundation/db/new-id.ts'
import { checkAll, payOffEarly, purchasesOf } from '#payments/subscriptions/test-subscriptions.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { writeReceipt } from './write-receipt.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the receipt for an early payoff says that the plan is paid', async () => {
  const seller = await signUpSeller(app)
  const plan = { amount: 70, priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }
  const form = await createTestForm(app, seller, plan)
  const { purchaseId, secret } = outcomeOf(await pay(app, form))
  await checkAll(app)
  const ordered = { form, purchaseId, secret }
  expect((await payOffEarly(app, ordered, 14_000)).status).toBe(200)
  const { db } = app.services
  await db.updateTable('subscriptions').set({ status: 'active' }).where('orderId', '=', purchaseId).execute()
  const payoff = (await purchasesOf(app, ordered)).find(({ total }) => total === 14_000)
  const addresses = { authSecret: app.config.authSecret, publicUrl: app.config.publicUrl }
  const { text } = await writeReceipt(db, app.clock, addresses, payoff?.id ?? '')
  expect(text).toContain('You have paid your plan in full.')
  expect(text).not.toContain('being processed')
})

test('a plan is shown as paid early only after the payoff is paid', async () => {
  const seller = await signUpSeller(app)
  const plan = { amount: 70, priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }
  const form = await createTestForm(app, seller, plan)
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email: 'opener@example.com' }))
  await checkAll(app)
  const pageWith = async (change: object) => {
    const { db } = app.services
    await db.updateTable('subscriptions').set(change).where('orderId', '=', purchaseId).execute()
    return (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  }
  const open = await pageWith({ payoffPurchaseId: newId(), cancelAtPeriodEnd: true })
  const over = await pageWith({ status: 'canceled' })
  const paid = await pageWith({ payoffPaid: true })
  const dated = await pageWith({ endedAt: new Date() })

  expect(open).toContain('Your payment of the remaining installments is being processed.')
  expect(open).toContain('"isPayingOff":true')
  expect(open).not.toContain('"paidUntil":null')
  expect(over).not.toContain('paid everything early')
  expect(over).toContain('We do not know yet whether the rest was paid before that.')
  expect(paid).toContain('You have paid everything early.')
  expect(dated).toMatch(/You paid everything early on \d+ \w+ \d{4}\./)
})
