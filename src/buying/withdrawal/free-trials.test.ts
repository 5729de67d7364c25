import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/test-paying.ts'
import { writeReceipt } from '#buying/receipts/write-receipt.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { checkAll, moveTo, purchasesOf, rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { open, returnedFor, withdraw, withdrawPathOf, workOff } from './test-withdrawals.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const right = 'You can withdraw from this contract until'

async function begin() {
  const seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  const plan = { amount: 240, priceType: 'RecurringPrice', billingPeriod: 'Yearly', trialDays: 3 }
  const form = await createTestForm(app, seller, plan)
  const consents = await trialConsents(app, form)
  const email = 'nia@example.com'
  const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, consents }))
  await checkAll(app)
  return { form, purchaseId, secret }
}

test('who begins a free trial is told of the right to withdraw, and has back what was charged after it', async () => {
  const ordered = await begin()
  const addresses = { authSecret: app.config.authSecret, publicUrl: app.config.publicUrl }
  const receipt = await writeReceipt(app.services.db, app.clock, addresses, ordered.purchaseId)
  expect(receipt.text).toContain(right)
  const page = await open(app, `/purchases/${ordered.purchaseId}?key=${ordered.secret}`)
  expect(page.text).toContain(right)

  await moveTo(app, new Date(app.clock.now().getTime() + 4 * 86_400_000))
  await checkAll(app)
  const charged = (await purchasesOf(app, ordered)).filter(({ total }) => total === 24_000)
  expect(charged).toHaveLength(1)
  expect((await open(app, withdrawPathOf(ordered))).text).toContain('Confirm withdrawal')
  await withdraw(app, ordered)
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await returnedFor(app, charged[0]?.id ?? '')).toBe(24_000)
  expect((await open(app, withdrawPathOf(ordered))).status).toBe(303)
})

test('a free trial that is withdrawn from ends at once, and is not charged', async () => {
  const ordered = await begin()
  await withdraw(app, ordered)
  await workOff(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
  await moveTo(app, new Date(app.clock.now().getTime() + 4 * 86_400_000))
  await checkAll(app)
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([0])
})
