import { afterAll, beforeAll, expect, test } from 'vitest'
import { outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { debitTakes, decideAtBank, methods, slowDebit, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { saleDetail } from '#selling/sales/contract.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const payBy = async (method: Readonly<Record<string, string>>) => {
  const form = await createTestForm(app, seller, { currency: 'eur' })
  const confirmationToken = await tokenOf(app, seller.account, method)
  return outcomeOf(await pay(app, form, { paymentMethodId: null, confirmationToken }))
}

const saleOf = async (id: string) =>
  saleDetail.parse((await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })).body)

const pageOf = async ({ purchaseId, secret }: { purchaseId: string; secret: string }) =>
  (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()

test('a seller sees that the bank is processing a debit, and then until when it can be reversed', async () => {
  const answer = await payBy(slowDebit)
  const waiting = await saleOf(answer.purchaseId)
  expect(waiting).toMatchObject({
    status: 'processing',
    paymentMethodType: 'sepa_debit',
    takenBackUntil: null,
  })
  expect(waiting.settlesBy).not.toBeNull()
  expect(waiting.invoicePath).toBeNull()
  expect(await pageOf(answer)).toContain('To be paid with SEPA Direct Debit')

  await moveProviderClock(app, debitTakes)
  await stateOf(app, answer)
  const paid = await saleOf(answer.purchaseId)
  expect(paid).toMatchObject({ status: 'paid', settlesBy: null })
  const days = (Date.parse(paid.takenBackUntil ?? '') - Date.parse(paid.paidAt ?? '')) / (24 * 60 * 60 * 1000)
  expect(days).toBe(56)
  expect(await pageOf(answer)).toContain('Paid with SEPA Direct Debit')
})

test('a payment shows the name of its method or a card’s last digits', async () => {
  const ideal = await payBy(methods.ideal())
  if (ideal.status !== 'requires_action') throw new Error(ideal.status)
  await decideAtBank(app, ideal.clientSecret, 'authorize')
  await stateOf(app, ideal)
  expect(await saleOf(ideal.purchaseId)).toMatchObject({
    paymentMethodType: 'ideal',
    card: null,
    takenBackUntil: null,
  })
  expect(await pageOf(ideal)).toContain('Paid with iDEAL')

  const card = await payBy(methods.card())
  expect(await saleOf(card.purchaseId)).toMatchObject({ card: { brand: 'visa', last4: '4242' } })
  expect(await pageOf(card)).toContain('Paid with Visa ending in 4242')
})
