import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import type { TestOrder } from '#buying/upsells/test-offers.ts'
import {
  listed,
  open,
  returnedFor,
  withdraw,
  withdrawPathOf,
  workOff,
} from '#buying/withdrawal/test-withdrawals.ts'
import { say } from '#foundation/language/t.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { bothConsents, setPolicy } from './test-policy.ts'
import { consumerTexts } from './texts.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

const buy = async (form: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TestOrder> =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))

test.each([
  ['a message', { successMessage: 'Your license key is 1234-5678.' }],
  ['another page', { redirectUrl: 'https://members.example.com/welcome' }],
])('the seller reviews a withdrawal when %s after paying can be the content', async (_, shown) => {
  await setPolicy(app, seller, { earlyStart: 'required' })
  const bought = await buy(await createTestForm(app, seller, shown), { consents: bothConsents('digital') })
  const { text: page } = await open(app, `/purchases/${bought.purchaseId}?key=${bought.secret}`)
  const { authSecret, publicUrl } = app.config
  const receipt = await writeReceipt(app.services.db, app.clock, { authSecret, publicUrl }, bought.purchaseId)
  const asked = await open(app, withdrawPathOf(bought))
  await withdraw(app, bought)
  await workOff(app)
  const [row] = await listed(app, seller)

  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(row).toMatchObject({ outcome: 'open', waitsForSeller: true, waitsBecause: 'shown' })
  for (const text of [page, receipt.text]) expect(text).toContain(say(consumerTexts.mayBeShown))
  expect(asked.text).toContain('The seller reviews your withdrawal before any money moves')
})

test('if there are no files, no message and no page after the payment, digital content is refunded right away', async () => {
  await setPolicy(app, seller)
  const form = await createTestForm(app, seller, { successMessage: '' })
  const bought = await buy(form, { consents: bothConsents('digital') })
  await withdraw(app, bought)
  await workOff(app)

  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('a buyer who did not agree to an early start is refunded even if they saw a message', async () => {
  await setPolicy(app, seller)
  const bought = await buy(await createTestForm(app, seller, { successMessage: 'It follows by email.' }))
  await withdraw(app, bought)
  await workOff(app)

  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})
