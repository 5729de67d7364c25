import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorOf, newKey, outcomeOf, pay } from '../pay/test-paying.ts'

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

/** Buyers pay 5 or more; 15 is suggested. */
const createOpen = (fields: Fields = {}) =>
  createTestForm(app, seller, {
    amount: 5,
    isOpen: true,
    suggestedAmount: 15,
    presetAmounts: [10, 15, 25],
    ...fields,
  })

const buy = (form: string, fields: Fields = {}, key?: string) =>
  pay(app, form, { email: `giver-${(buyers += 1)}@example.com`, ...fields }, key)

const bought = async (form: string, fields: Fields = {}) => outcomeOf(await buy(form, fields)).purchaseId

const linesOf = (purchaseId: string) =>
  app.services.db
    .selectFrom('purchaseLines')
    .select(['quantity', 'subtotal', 'taxAmount', 'total', 'discountAmount'])
    .where('purchaseId', '=', purchaseId)
    .orderBy('position')
    .execute()

const totalOf = async (form: string, fields: Fields = {}) => {
  const [line] = await linesOf(await bought(form, fields))
  return line?.total
}

const read = async (id: string) =>
  formSchema.parse((await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })).body)

const update = (form: string, body: Fields) =>
  call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: { isDetailUpdate: false, ...body } })

const pageData = z.object({
  quote: z.object({ token: z.string() }),
  cardLimits: z.record(z.string(), z.number()).optional(),
})

async function quoteOf(form: string) {
  const html = await (await fetch(`${app.url}/payment/${form}`)).text()
  return pageData.parse(JSON.parse(/ id="page-data">([^<]*)</.exec(html)?.[1] ?? 'null')).quote.token
}

const hour = 60 * 60 * 1000
const timer = (amount: number, from: number) => ({
  title: 'Later',
  timestamp: from,
  timezone: null,
  amount,
  redirectUrl: null,
})

test('a buyer pays the amount they enter, or the minimum without one', async () => {
  const form = await createOpen()
  expect(await totalOf(form, { amount: 2350 })).toBe(2350)
  expect(await totalOf(form, { amount: 500 })).toBe(500)
  expect(await totalOf(form)).toBe(500)
  expect(await totalOf(form, { amount: 700, quote: await quoteOf(form) })).toBe(700)
})

test('an amount below the minimum gets a field error and no charge', async () => {
  const form = await createOpen()
  const answer = await buy(form, { amount: 499 })
  expect([answer.status, errorOf(answer).errors]).toEqual([422, { amount: 'The minimum is $5.00.' }])
})

test.for([
  [{ amount: 0 }, 49, 'The minimum card payment is $0.50. Enter 0 to pay nothing.'],
  [{ amount: 0 }, 100_000_000, 'The maximum card payment is $999,999.99.'],
  [{ amount: 1, currency: 'kwd' }, 1255, 'Use a multiple of KD 0.010.'],
  [{ amount: 500, currency: 'isk' }, 60_050, 'Use a multiple of kr 1.'],
  [{ amount: 1000, currency: 'ugx' }, 200_050, 'Use a multiple of USh 1.'],
  [{ amount: 500, currency: 'jpy' }, 499, 'The minimum is ¥500.'],
] as const)(
  'on a form with %j, an entered amount of %d is rejected with a reason',
  async ([fields, amount, words]) => {
    const form = await createOpen({ suggestedAmount: null, presetAmounts: [], ...fields })
    expect(errorOf(await buy(form, { amount })).errors?.['amount']?.replaceAll('\u00a0', ' ')).toBe(words)
  },
)

test.for([
  ['usd', 1, 1999],
  ['jpy', 50, 199],
  ['kwd', 1, 1130],
  ['isk', 70, 10_000],
  ['ugx', 1000, 200_000],
  ['huf', 180, 20_000],
] as const)('an entered amount in %s is charged exactly', async ([currency, amount, entered]) => {
  const form = await createOpen({ suggestedAmount: null, presetAmounts: [], amount, currency })
  expect(await totalOf(form, { amount: entered })).toBe(entered)
})

test('an amount in the page’s URL changes nothing', async () => {
  const form = await createOpen()
  const [plain, named] = await Promise.all(
    ['', '?amount=1&named=1'].map(async (query) =>
      (await fetch(`${app.url}/payment/${form}${query}`)).text(),
    ),
  )
  const shown = (html = '') => />\$[\d.]+</g.exec(html)?.[0]
  expect(shown(named)).toBe(shown(plain))
})

test.for([-1, 1.5, '700', '1.234,50', null, 1e15])('%j is rejected as an amount', async (amount) => {
  expect((await buy(await createOpen(), { amount })).status).toBe(422)
})

test('if the minimum is 0, an order without an amount is free and needs no card', async () => {
  const form = await createOpen({ amount: 0, suggestedAmount: 10, presetAmounts: [] })
  const answer = await buy(form, { amount: 0, paymentMethodId: null })
  expect(answer.body).toMatchObject({ status: 'paid' })
  expect(await linesOf(outcomeOf(answer).purchaseId)).toMatchObject([{ total: 0 }])
  expect(errorOf(await buy(form, { amount: 300, paymentMethodId: null })).errors).toEqual({
    paymentMethodId: 'This field is required',
  })
})

test('the entered amount is multiplied by the quantity, then discounted, then taxed', async () => {
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'VAT', percentage: 20, inclusive: false },
  })
  const { id: taxId } = z.object({ id: z.string() }).parse(tax.body)
  const form = await createOpen({ taxId, quantityMax: 5 })
  const { code } = await addCoupon(app, form, { percentage: '10' })
  expect(await linesOf(await bought(form, { amount: 1234, quantity: 3, coupon: code }))).toEqual([
    { quantity: 3, subtotal: 3332, taxAmount: 666, total: 3998, discountAmount: 370 },
  ])
})

test('a fixed discount leaves either nothing or at least the card minimum to pay', async () => {
  const form = await createOpen()
  const { code } = await addCoupon(app, form, { kind: 'amount', percentage: null, amounts: '{"usd":800}' })
  expect(await totalOf(form, { amount: 700, coupon: code, paymentMethodId: null })).toBe(0)
  expect(await totalOf(form, { amount: 1000, coupon: code })).toBe(200)
  expect(errorOf(await buy(form, { amount: 830, coupon: code })).errors).toEqual({
    amount: 'The minimum card payment is $0.50',
  })
})

test('a repeated key gets its earlier outcome before any check', async () => {
  const form = await createOpen()
  const key = newKey()
  const body = { email: 'again@example.com', amount: 900 }
  const first = outcomeOf(await buy(form, body, key))
  await update(form, { amount: 50, suggestedAmount: null, presetAmounts: [] })
  expect(outcomeOf(await buy(form, body, key))).toMatchObject({
    purchaseId: first.purchaseId,
    status: 'paid',
  })
  // With a different amount it is a different purchase, for which this key is invalid.
  expect((await buy(form, { ...body, amount: 901 }, key)).status).toBe(422)
})

test('if the seller changes the minimum or the kind of price, buyers see the change before they are charged', async () => {
  const form = await createOpen()
  const quote = await quoteOf(form)
  await update(form, { isOpen: false })
  expect(errorOf(await buy(form, { amount: 900, quote }))).toMatchObject({ code: 'quote_changed' })
  const fixed = await quoteOf(form)
  expect(errorOf(await buy(form, { amount: 900, quote: fixed })).errors).toEqual({
    amount: 'The price is $5.00.',
  })
  await update(form, { isOpen: true })
  expect(errorOf(await buy(form, { quote: fixed }))).toMatchObject({ code: 'quote_changed' })
  const open = await quoteOf(form)
  await update(form, { amount: 6 })
  expect(errorOf(await buy(form, { amount: 900, quote: open }))).toMatchObject({ code: 'quote_changed' })
})

test('after a timer raises the minimum, buyers can pay the old one within the grace period', async () => {
  const start = app.clock.now().getTime()
  const form = await createOpen({
    timers: [timer(20, start + hour)],
    suggestedAmount: null,
    presetAmounts: [],
  })
  app.clock.set(new Date(start + hour - 60_000))
  const quote = await quoteOf(form)
  app.clock.set(new Date(start + hour + 5 * 60_000))
  expect(await totalOf(form, { amount: 700, quote })).toBe(700)
  expect(await totalOf(form, { amount: 2500, quote })).toBe(2500)
  app.clock.set(new Date(start + hour + 11 * 60_000))
  expect(errorOf(await buy(form, { amount: 700, quote }))).toMatchObject({ code: 'quote_changed' })
  expect(await totalOf(form, { amount: 2500, quote })).toBe(2500)
  expect(errorOf(await buy(form, { amount: 700, quote: await quoteOf(form) })).errors).toEqual({
    amount: 'The minimum is $20.00.',
  })
})

test('one of several prices can be "pay what you want"', async () => {
  const form = await createTestForm(app, seller, {
    priceLabel: 'Fixed',
    amount: 49,
    prices: [{ label: 'As you like', amount: 3, isOpen: true }],
  })
  const { prices } = await read(form)
  const price = prices[0]?.id ?? ''
  expect(await totalOf(form, { price, amount: 1111 })).toBe(1111)
  expect(await totalOf(form)).toBe(4900)
  expect(errorOf(await buy(form, { price, amount: 200 })).errors).toEqual({ amount: 'The minimum is $3.00.' })
  expect(errorOf(await buy(form, { amount: 1111 })).errors).toEqual({ amount: 'The price is $49.00.' })
})

test('a recurring price cannot be "pay what you want"', async () => {
  const form = await createOpen({ priceType: 'RecurringPrice', billingPeriod: 'Monthly' })
  expect(errorOf(await buy(form, { amount: 900 })).errors).toEqual({ amount: 'The price is $5.00.' })
})

test('suggested amounts are stored in major units, and an older API client changes only the minimum', async () => {
  const form = await createOpen({ suggestedAmount: 15.5 })
  const offered = { isOpen: true, suggestedAmount: 15.5, presetAmounts: [10, 15, 25] }
  expect(await read(form)).toMatchObject({ amount: 5, ...offered })
  await update(form, { amount: 7 })
  expect(await read(form)).toMatchObject({ amount: 7, ...offered })
})

test.for([
  [{ suggestedAmount: 4 }, { suggestedAmount: 'The amount is below the minimum of $5.00' }],
  [{ suggestedAmount: 15.555 }, { suggestedAmount: 'amount has more decimals than USD has' }],
  [{ presetAmounts: [10, 2] }, { presetAmounts: 'The amount is below the minimum of $5.00' }],
  [{ presetAmounts: [10, 10] }, { presetAmounts: 'Two buttons have the same amount' }],
  [
    { presetAmounts: [999_999.99], quantityMax: 2 },
    {
      quantityMax:
        'The price for 2 with its tax comes to $1,999,999.98, which is above the maximum card payment of $999,999.99',
    },
  ],
] as const)('contradicting price settings are rejected: %j', async ([fields, errors]) => {
  const form = await createOpen()
  expect(errorOf(await update(form, fields)).errors).toEqual(errors)
})

test('a coupon code reduces the amount that a buyer entered', async () => {
  const form = await createOpen()
  const { code } = await addCoupon(app, form, { percentage: '50' })
  const answer = await call(app, 'POST', '/api/stripe/coupons', { body: { form, code, amount: 2000 } })
  expect(answer.body).toMatchObject({ price: { total: 1000 } })
})
