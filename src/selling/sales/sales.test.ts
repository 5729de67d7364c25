import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { sale, saleDetail, salesContract } from './contract.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const read = async (path: string, { token } = seller) =>
  (await call(app, 'GET', `/api${path}`, { token })).body
const saleOf = async (id: string, of = seller) => saleDetail.parse(await read(`/sales/${id}`, of))

test('an order lists its offers and an offer its order, without counting amounts twice', async () => {
  const form = await createOfferForm(app, seller)
  const bought = await order(app, form)
  const { purchaseId: offer } = outcomeOf(await accept(app, bought, await offerOf(app, bought)))

  expect(await saleOf(bought.purchaseId)).toMatchObject({
    kind: 'order',
    orderId: null,
    total: 4900,
    followUps: [{ id: offer, kind: 'offer', title: 'The second course', total: 1990, status: 'paid' }],
  })
  expect(await saleOf(offer)).toMatchObject({
    kind: 'offer',
    orderId: bought.purchaseId,
    total: 1990,
    followUps: [],
    lines: [{ kind: 'offer', title: 'The second course', total: 1990 }],
  })
  const { data } = z.object({ data: z.array(sale) }).parse(await read(`/sales?form=${form}`))
  expect(data.map(({ kind, total }) => `${kind} ${total}`)).toEqual(['offer 1990', 'order 4900'])
})

test('a purchase without any charge is free, but a trial is not', async () => {
  const other = await signUpSeller(app)
  const free = await createTestForm(app, other, { amount: 0 })
  const membership = await createTestForm(app, other, {
    amount: 24,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })
  const gift = outcomeOf(await pay(app, free, { paymentMethodId: null }))
  const trial = outcomeOf(await pay(app, membership, { consents: await trialConsents(app, membership) }))

  expect(await saleOf(gift.purchaseId, other)).toMatchObject({ status: 'paid', total: 0, isFree: true })
  expect(await saleOf(trial.purchaseId, other)).toMatchObject({ status: 'paid', total: 0, isFree: false })
  const { data } = z.object({ data: z.array(sale) }).parse(await read('/sales', other))
  expect(data.map(({ id, isFree }) => [id, isFree])).toEqual([
    [trial.purchaseId, false],
    [gift.purchaseId, true],
  ])
})

test('an amount that cannot be refunded is rejected with the reason', async () => {
  const form = await createTestForm(app, seller, { amount: 5, currency: 'kwd' })
  const { purchaseId } = outcomeOf(await pay(app, form))
  const { token } = seller
  const path = `/api/sales/${purchaseId}/refunds`

  expect(await call(app, 'POST', path, { token, body: { amount: 1.125 } })).toMatchObject({
    status: 422,
    body: { errors: { amount: 'card payments in KWD go in steps of 0.010' } },
  })
})

test('a refund’s reason is shown on its sale, and a retry does not change it', async () => {
  const form = await createTestForm(app, seller, { amount: 49 })
  const { purchaseId } = outcomeOf(await pay(app, form))
  const refund = async (body: object, key: string) =>
    call(app, 'POST', `/api/sales/${purchaseId}/refunds`, {
      token: seller.token,
      headers: { 'idempotency-key': key },
      body,
    })

  const first = await refund({ amount: 10, reason: ' Paid twice ' }, 'first')
  expect(first).toMatchObject({ status: 201, body: { total: 1000, reason: 'Paid twice' } })
  expect(await refund({ amount: 10, reason: 'Something else' }, 'first')).toMatchObject({ body: first.body })
  expect(await refund({ reason: '' }, 'rest')).toMatchObject({ status: 201, body: { reason: null } })
  expect(await saleOf(purchaseId)).toMatchObject({
    refunds: [
      { total: 1000, reason: 'Paid twice' },
      { total: 3900, reason: null },
    ],
  })
  expect(await refund({ reason: 'a'.repeat(201) }, 'long')).toMatchObject({ status: 422 })
})

test('renaming a form does not rename its past sales', async () => {
  const form = await createOfferForm(app, seller, { title: 'A course in watercolor' })
  const bought = await order(app, form)
  const { purchaseId: offer } = outcomeOf(await accept(app, bought, await offerOf(app, bought)))
  const body = { title: 'A course in oil paint', isDetailUpdate: false }
  expect((await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body })).status).toBe(200)
  const later = await order(app, form)

  const { data } = z.object({ data: z.array(sale) }).parse(await read(`/sales?form=${form}`))
  expect(data.map(({ id, formTitle, offerTitle }) => [id, formTitle, offerTitle])).toEqual([
    [later.purchaseId, 'A course in oil paint', null],
    [offer, 'A course in watercolor', 'The second course'],
    [bought.purchaseId, 'A course in watercolor', null],
  ])
  expect(await saleOf(bought.purchaseId)).toMatchObject({ formTitle: 'A course in watercolor' })
  const link = salesContract.getExportLink.ok.schema.parse(await read(`/sales/export-link?form=${form}`))
  const csv = await (await fetch(app.url + link.path)).text()
  const oldest = csv.split('\r\n').slice(1, 4)
  expect(oldest.map((row) => /A course in (watercolor|oil paint)/.exec(row)?.[1])).toEqual([
    'watercolor',
    'watercolor',
    'oil paint',
  ])
  const page = await (await fetch(`${app.url}/purchases/${bought.purchaseId}?key=${bought.secret}`)).text()
  expect(page).toContain('>A course in watercolor</h1>')
  expect(page).not.toContain('oil paint')
  const mail = await writeReceipt(app.services.db, app.clock, app.config, bought.purchaseId)
  expect(mail.subject).toMatch(/^Your receipt from .+: A course in watercolor$/)
})

test('a subscription’s title stays the same after the form is renamed', async () => {
  const plan = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const form = await createTestForm(app, seller, { title: 'A club of painters', ...plan })
  const bought = outcomeOf(await pay(app, form, { consents: await trialConsents(app, form) }))
  const body = { title: 'A club of sculptors', isDetailUpdate: false }
  expect((await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body })).status).toBe(200)

  expect(await saleOf(bought.purchaseId)).toMatchObject({
    formTitle: 'A club of painters',
    lines: [{ title: 'A club of painters (14-day trial)' }],
  })
})
