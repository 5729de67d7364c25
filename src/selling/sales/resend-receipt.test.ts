import { afterAll, beforeAll, expect, test } from 'vitest'
import { pay } from '#buying/checkout/pay/test-paying.ts'
import { order } from '#buying/upsells/test-offers.ts'
import { pageOf } from '#foundation/http/contract/contract.ts'
import { ask, customerWith } from '#selling/customers/test-customers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { sale, saleDetail } from './contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true } })
})
afterAll(async () => app.close())

const resend = async ({ token }: TestSeller, id: string, key?: string) =>
  call(app, 'POST', `/api/sales/${id}/receipts`, {
    token,
    ...(key === undefined ? {} : { headers: { 'idempotency-key': key } }),
  })
const mailsOf = async (purchaseId: string) =>
  app.services.db
    .selectFrom('mails')
    .select(['kind', 'recipient'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('id')
    .execute()

test('a receipt is resent only once per click and appears in the history', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const { purchaseId } = await order(app, form, { email: 'ana@example.com' })
  const answers = await Promise.all([resend(seller, purchaseId, 'a'), resend(seller, purchaseId, 'a')])
  await resend(seller, purchaseId, 'a')
  const { body } = await call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token })

  expect(answers).toMatchObject([
    { status: 202, body: { recipient: 'ana@example.com' } },
    { status: 202, body: { recipient: 'ana@example.com' } },
  ])
  expect(await mailsOf(purchaseId)).toEqual([
    { kind: 'receipt', recipient: 'ana@example.com' },
    { kind: 'receipt', recipient: 'ana@example.com' },
  ])
  expect(saleDetail.parse(body).history.filter(({ event }) => event === 'receipt_resent')).toMatchObject([
    { status: 'paid', cause: 'asked by seller' },
  ])
})

test('a customer’s address can be changed five times a day, since each change is emailed to the old address', async () => {
  const seller = await signUpSeller(app)
  await order(app, await createTestForm(app, seller), { email: 'moe@example.com' })
  const { id } = await customerWith(app, seller, 'moe@example.com')
  const correct = async (email: string) => (await ask(app, seller, 'POST', `${id}/email`, { email })).status
  const statuses: number[] = []
  for (let count = 0; count < 6; count += 1) statuses.push(await correct(`moe-${count}@example.com`))

  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
})

test('an access link can be sent five times an hour', async () => {
  const seller = await signUpSeller(app)
  await order(app, await createTestForm(app, seller), { email: 'lou@example.com' })
  const { id } = await customerWith(app, seller, 'lou@example.com')
  const statuses: number[] = []
  for (let press = 0; press < 6; press += 1)
    statuses.push((await ask(app, seller, 'POST', `${id}/links`)).status)

  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})

test('a paid purchase’s receipt can be resent five times a day', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const { purchaseId } = await order(app, form)
  await pay(app, form, { email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  const list = await call(app, 'GET', '/api/sales?status=failed', { token: seller.token })
  const [failed] = pageOf(sale).parse(list.body).data
  const statuses: number[] = []
  for (let press = 0; press < 6; press += 1) statuses.push((await resend(seller, purchaseId)).status)
  const again = await resend(seller, purchaseId)

  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  expect(again.body).toMatchObject({
    message: 'This receipt has been resent five times within a day. Try again tomorrow.',
  })
  expect(await mailsOf(purchaseId)).toHaveLength(6)
  expect(await resend(seller, failed?.id ?? '')).toMatchObject({ status: 409, body: { code: 'not_paid' } })
  expect((await resend(await signUpSeller(app), purchaseId)).status).toBe(404)
})
