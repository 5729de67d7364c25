import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { dayText } from '#foundation/time/day-text.ts'
import { fetchInvoice, invoicePathOf, textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { addBump } from '#buying/upsells/test-offers.ts'
import { rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { booksOf, errorOf, outcomeOf, pay } from '../pay/test-paying.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

type Fields = Readonly<Record<string, unknown>>

/** Creates a form for seats at 49 each, one to ten per order. */
const createSeats = (fields: Fields = {}) =>
  createTestForm(app, seller, { quantityLabel: 'Seats', quantityMax: 10, ...fields })

const buy = (form: string, fields: Fields = {}, key?: string) =>
  pay(app, form, { email: `team-${(buyers += 1)}@example.com`, ...fields }, key)

const bought = async (form: string, fields: Fields = {}) => outcomeOf(await buy(form, fields)).purchaseId

const linesOf = (purchaseId: string) =>
  app.services.db
    .selectFrom('purchaseLines')
    .select(['title', 'quantity', 'subtotal', 'taxAmount', 'total'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('position')
    .execute()

const update = (form: string, body: Fields) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

const pageData = z.object({
  quote: z.object({ token: z.string() }),
  pricing: z.record(z.string(), z.unknown()),
})

async function view(form: string) {
  const html = await (await fetch(`${app.url}/payment/${form}`)).text()
  return { html, data: pageData.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(html)?.[1] ?? 'null')) }
}

test('a buyer pays the unit price times the quantity, taxed as one line', async () => {
  const form = await createSeats({ amount: 9.99 })
  expect(await linesOf(await bought(form, { quantity: 3 }))).toEqual([
    { title: 'A course in watercolor', quantity: 3, subtotal: 2997, taxAmount: 0, total: 2997 },
  ])
  expect(await linesOf(await bought(form))).toMatchObject([{ quantity: 1, total: 999 }])
})

test('an order without a quantity uses the minimum, and one outside the range is rejected', async () => {
  const form = await createSeats({ quantityMin: 2 })
  expect(await linesOf(await bought(form))).toMatchObject([{ quantity: 2, total: 9800 }])
  for (const quantity of [1, 11]) {
    const answer = await buy(form, { quantity })
    expect([answer.status, errorOf(answer).errors]).toEqual([
      422,
      { quantity: 'Choose a number from 2 to 10' },
    ])
  }
  const single = await createTestForm(app, seller)
  expect(errorOf(await buy(single, { quantity: 2 })).errors).toEqual({
    quantity: 'You can only buy 1 at a time',
  })
  for (const quantity of [0, -1, 1.5, '3', null]) {
    expect((await buy(form, { quantity })).status).toBe(422)
  }
})

test('a quote is valid for any quantity until the unit price changes', async () => {
  const form = await createSeats()
  const { token: quote } = (await view(form)).data.quote
  for (const quantity of [1, 7]) {
    expect(await linesOf(await bought(form, { quote, quantity }))).toMatchObject([{ total: 4900 * quantity }])
  }
  await update(form, { amount: 50 })
  expect(errorOf(await buy(form, { quote, quantity: 7 }))).toMatchObject({ code: 'quote_changed' })
})

test('a timer changes the price of one unit', async () => {
  const start = Date.now()
  const form = await createSeats({ timers: [{ title: 'Early bird', timestamp: start + 60_000, amount: 59 }] })
  const early = (await view(form)).data.quote.token
  app.clock.set(new Date(start + 60_000))
  const { token: quote } = (await view(form)).data.quote
  expect(await linesOf(await bought(form, { quote, quantity: 2 }))).toMatchObject([{ total: 11_800 }])
  expect(await linesOf(await bought(form, { quote: early, quantity: 2 }))).toMatchObject([{ total: 9800 }])
})

test('an idempotency key cannot be reused for another quantity', async () => {
  const form = await createSeats()
  const paid = { email: 'one-number@example.com', quantity: 2 }
  expect((await buy(form, paid, 'one-key-one-number')).status).toBe(200)
  const again = await buy(form, { ...paid, quantity: 3 }, 'one-key-one-number')
  expect([again.status, errorOf(again).code]).toEqual([422, 'idempotency_key_reused'])
})

test('an order bump is added only once per order', async () => {
  const id = await addBump(app, seller, { amount: 20 })
  const form = await createSeats({ bumps: [id] })
  expect(await linesOf(await bought(form, { quantity: 4, bumps: [id] }))).toMatchObject([
    { quantity: 4, total: 19_600 },
    { quantity: 1, total: 2000 },
  ])
})

test('a recurring price is charged for the ordered quantity', async () => {
  const form = await createSeats({ priceType: 'RecurringPrice', billingPeriod: 'Monthly' })
  const purchaseId = await bought(form, { quantity: 3 })
  expect(await rowOf(app, { purchaseId })).toMatchObject({ quantity: 3, total: 14_700 })
})

test('a trial order shows its quantity, but the trial price is not multiplied', async () => {
  const trial = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14, trialAmount: 5 }
  const form = await createSeats({ ...trial, setupAmount: 2 })
  const day = dayText(app.clock.now().getTime() + 14 * 86_400_000)
  const text = `I agree that ${seller.name} will charge me $147.00 every month from ${day} until I cancel.`
  const paid = outcomeOf(await buy(form, { quantity: 3, consents: [{ kind: 'trial', text }] }))
  if (paid.status !== 'paid') throw new Error(paid.status)
  const title = '3 × A course in watercolor (14-day trial)'
  const { purchaseId, secret } = paid
  expect(await linesOf(purchaseId)).toMatchObject([
    { title, quantity: 1, total: 500 },
    { quantity: 1, total: 200 },
  ])
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  expect(page).toContain(title)
  const invoice = await textOf((await fetchInvoice(app, invoicePathOf(paid))).bytes)
  expect(invoice.text.replaceAll(/\s+/g, ' ')).toContain(title)
  const sale = await call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token })
  // The sale contains the form's title, not the trial's.
  expect(sale.body).toMatchObject({ formTitle: 'A course in watercolor', lines: [{ title }, {}] })
  expect(await rowOf(app, { purchaseId })).toMatchObject({ quantity: 3, total: 14_700 })
})

test('the page asks for a quantity only if there is a choice', async () => {
  const { html, data } = await view(await createSeats({ quantityMin: 2 }))
  expect(data.pricing['quantities']).toEqual({ label: 'Seats', min: 2, max: 10 })
  expect(html).toMatch(/<label for="quantity"[^>]*>Seats</)
  expect(html).toContain('2 × A course in watercolor')
  const plain = await view(await createTestForm(app, seller))
  expect(plain.data.pricing).not.toHaveProperty('quantities')
  expect(plain.html).not.toContain('id="quantity"')
})

test('a seller sets the minimum and maximum quantity', async () => {
  const form = await createSeats({ quantityMin: 2 })
  const read = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  expect(formSchema.parse(read.body)).toMatchObject({
    quantityLabel: 'Seats',
    quantityMin: 2,
    quantityMax: 10,
  })
  expect(errorOf(await update(form, { quantityMax: 1 })).errors).toEqual({
    quantityMax: 'The maximum must not be lower than the minimum',
  })
  expect((await update(form, { quantityMin: 1, quantityMax: 1 })).status).toBe(200)
})

test('a quantity whose total exceeds the maximum card payment is rejected', async () => {
  const form = await createSeats({ amount: 500_000, quantityMax: 1 })
  expect(errorOf(await update(form, { quantityMax: 3 })).errors?.['quantityMax']).toMatch(
    /^The price for 3 with its tax comes to \$1,500,000\.00, which is above the maximum card payment/,
  )
})

test('receipts, invoices, sales and CSV files show the quantity and unit price', async () => {
  const form = await createSeats()
  const { code } = await addCoupon(app, form)
  for (const [coupon, off] of [
    [{}, 0],
    [{ coupon: code }, 2940],
  ] as const) {
    const paid = outcomeOf(await buy(form, { quantity: 3, ...coupon }))
    if (paid.status !== 'paid') throw new Error(paid.status)
    const sale = await call(app, 'GET', `/api/sales/${paid.purchaseId}`, { token: seller.token })
    expect(sale.body).toMatchObject({ lines: [{ quantity: 3, discountAmount: off, total: 14_700 - off }] })
    const { text } = await textOf((await fetchInvoice(app, invoicePathOf(paid))).bytes)
    expect(text).toContain('3 × $49.00')
    const page = await (await fetch(`${app.url}/purchases/${paid.purchaseId}?key=${paid.secret}`)).text()
    expect(page).toContain('A course in watercolor, 3 × $49.00')
    expect(page).toContain('$147.00')
  }
  expect(new Set((await booksOf(app, form)).charged)).toEqual(new Set([14_700, 11_760]))
  const link = await call(app, 'GET', '/api/sales/export-link', { token: seller.token })
  const { path } = z.object({ path: z.string() }).parse(link.body)
  expect(await (await fetch(app.url + path)).text()).toContain('3 × A course in watercolor')
})
