import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addBump } from '#buying/upsells/test-offers.ts'
import { fetchInvoice, invoicePathOf, textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { enteredCoupon } from '../contract.ts'
import { booksOf, errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string
let start: number
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  start = Date.now()
  app.clock.set(new Date(start))
  form = await createTestForm(app, seller)
})

const minute = 60_000
const at = (after: number) => app.clock.set(new Date(start + after))
const time = (after: number) => new Date(start + after)

const enter = (code: string, more: object = {}) =>
  call(app, 'POST', '/api/stripe/coupons', { body: { form, code, ...more } })

const entered = z.object({ coupon: enteredCoupon, promise: z.string() })

/** The coupon fields that the page sends after the buyer has entered the code. */
const shown = async (code: string) => {
  const { coupon, promise } = entered.parse((await enter(code)).body)
  return { coupon: coupon.code, couponPromise: promise }
}

const payWith = (fields: object) => pay(app, form, { email: `buyer-${(buyers += 1)}@example.com`, ...fields })

test('a code lowers the charge, and the receipt, sale, CSV and invoice show the discount', async () => {
  const { id, code } = await addCoupon(app, form)
  const paid = outcomeOf(await payWith(await shown(code.toLowerCase())))

  expect((await booksOf(app, form)).charged).toEqual([3920])
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['used'] })
  const sale = await call(app, 'GET', `/api/sales/${paid.purchaseId}`, { token: seller.token })
  expect(sale.body).toMatchObject({
    couponCode: code,
    discountAmount: 980,
    subtotal: 3920,
    total: 3920,
    lines: [{ kind: 'form', subtotal: 3920, discountAmount: 980, total: 3920 }],
  })
  if (paid.status !== 'paid') throw new Error(paid.status)
  const { bytes } = await fetchInvoice(app, invoicePathOf(paid))
  const { text } = await textOf(bytes)
  expect(text).toContain(`$49.00, ${code} −$9.80`)
  const page = await (await fetch(`${app.url}/purchases/${paid.purchaseId}?key=${paid.secret}`)).text()
  expect(page).toContain('−$9.80')
  const link = await call(app, 'GET', '/api/sales/export-link', { token: seller.token })
  const { path } = z.object({ path: z.string() }).parse(link.body)
  const csv = await (await fetch(app.url + path)).text()
  expect(csv).toContain(`${code},9.80`)
})

test('a buyer never pays more than the discounted price shown hours ago', async () => {
  const { code } = await addCoupon(app, form)
  const sent = await shown(code)
  at(121 * minute)
  const refused = await payWith(sent)

  expect([refused.status, errorOf(refused).details]).toMatchObject([409, { reason: 'shown-long-ago' }])
  expect((await booksOf(app, form)).charged).toEqual([])
  expect(outcomeOf(await payWith(await shown(code))).status).toBe('paid')
})

test('a purchase without a code shows no discount', async () => {
  await addCoupon(app, form)
  const paid = outcomeOf(await payWith({}))
  const sale = await call(app, 'GET', `/api/sales/${paid.purchaseId}`, { token: seller.token })

  expect(sale.body).toMatchObject({ couponCode: null, discountAmount: 0, total: 4900 })
})

test('tax is calculated on each line after the coupon’s discount', async () => {
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'VAT', percentage: 17.5 },
  })
  const { id } = z.object({ id: z.string() }).parse(tax.body)
  const bump = await addBump(app, seller, { amount: 19 })
  form = await createTestForm(app, seller, { taxId: id, bumps: [bump] })
  const { code } = await addCoupon(app, form, { kind: 'amount', percentage: null, amounts: '{"usd":1000}' })
  const paid = outcomeOf(await payWith({ ...(await shown(code)), bumps: [bump] }))
  const sale = await call(app, 'GET', `/api/sales/${paid.purchaseId}`, { token: seller.token })

  expect(sale.body).toMatchObject({
    lines: [
      { subtotal: 4179, taxAmount: 731, total: 4910, discountAmount: 721 },
      { subtotal: 1621, taxAmount: 284, total: 1905, discountAmount: 279 },
    ],
    total: 6815,
  })
})

test('an order that a coupon makes free needs no card', async () => {
  const { id, code } = await addCoupon(app, form, { percentage: '100' })
  const paid = outcomeOf(await payWith({ ...(await shown(code)), paymentMethodId: null }))

  expect(paid.status).toBe('paid')
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [] })
  expect((await placesOf(app, id)).states).toEqual(['used'])
  const sale = await call(app, 'GET', `/api/sales/${paid.purchaseId}`, { token: seller.token })
  // Stripe was never called, so the purchase's history contains no response from it.
  expect(sale.body).toMatchObject({ history: [{ cause: 'intent recorded' }, { cause: 'nothing to pay' }] })
})

// Proves code-guessing.
test('unknown, expired, future, used-up and restricted codes all get the same error message', async () => {
  const other = await createTestForm(app, seller)
  const codes = [
    'NEVER',
    (await addCoupon(app, form, { endsAt: time(-1) })).code,
    (await addCoupon(app, form, { startsAt: time(1) })).code,
    (await addCoupon(app, form, { isActive: false })).code,
    (await addCoupon(app, form, { deletedAt: time(0) })).code,
    (await addCoupon(app, form, { maxRedemptions: 1, taken: 1 })).code,
    (await addCoupon(app, form, { formIds: [other] })).code,
    (await addCoupon(app, form, { kind: 'amount', percentage: null, amounts: '{"eur":1000}' })).code,
  ]
  const answers = []
  for (const code of codes) answers.push(await enter(code))

  expect(answers.map(({ status }) => status)).toEqual(codes.map(() => 409))
  expect(new Set(answers.map((answer) => errorOf(answer).message))).toEqual(
    new Set(['This code is not valid for this purchase.']),
  )
})

test.for([
  ['Weekly', 409],
  ['Monthly', 200],
  ['Yearly', 200],
] as const)(
  'for a %s price, entering a code for three payments returns %d',
  async ([billingPeriod, status]) => {
    form = await createTestForm(app, seller, { priceType: 'RecurringPrice', billingPeriod })
    const { code } = await addCoupon(app, form, { lasts: 'cycles', cycles: 3 })
    expect((await enter(code)).status).toBe(status)
  },
)

test('a code that would leave less than the card minimum is rejected, and the buyer sees how much is missing', async () => {
  const { code } = await addCoupon(app, form, { kind: 'amount', percentage: null, amounts: '{"usd":4870}' })
  const answer = await enter(code)

  expect([answer.status, errorOf(answer).message]).toEqual([
    422,
    `With ${code}, the total is $0.30. The minimum card payment is $0.50, so add $0.20 to your order.`,
  ])
})

test.for([
  ['before it ends', -1, 3920],
  ['within the grace period', 10 * minute, 3920],
  ['a millisecond after that', 10 * minute + 1, 'ended'],
] as const)(
  'a code that ends during checkout is accepted until the grace period ends: %s',
  async ([, after, expected]) => {
    const end = 5 * minute
    const { code } = await addCoupon(app, form, { endsAt: time(end) })
    const fields = await shown(code)
    at(end + after)
    const answer = await payWith(fields)

    if (typeof expected === 'number') return expect((await booksOf(app, form)).charged).toEqual([expected])
    expect([answer.status, errorOf(answer).code]).toEqual([409, 'coupon_refused'])
    expect(answer.body).toMatchObject({
      details: { reason: expected, quote: { price: { total: 4900 } } },
    })
    expect((await booksOf(app, form)).charged).toEqual([])
  },
)

test('a coupon promise is valid only for its own coupon', async () => {
  const [small, large] = [await addCoupon(app, form), await addCoupon(app, form, { percentage: '90' })]
  const { couponPromise } = await shown(small.code)
  const swapped = await payWith({ coupon: large.code, couponPromise })
  const forged = await payWith({ coupon: 'NEVER', couponPromise: `${couponPromise}x` })

  expect([swapped.status, forged.status]).toEqual([409, 409])
  expect((await booksOf(app, form)).charged).toEqual([])
})

test('a declined card releases the use of the code for the next attempt', async () => {
  const { id, code } = await addCoupon(app, form, { maxRedemptions: 1 })
  const fields = await shown(code)
  const declined = await payWith({ ...fields, paymentMethodId: 'pm_card_visa_chargeDeclined' })
  expect(declined.status).toBe(402)
  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })
  const paid = await payWith(fields)

  expect(paid.status).toBe(200)
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['released', 'used'] })
})

// Proves coupon-limit.
test('a full refund releases the use of the code exactly once', async () => {
  const { id, code } = await addCoupon(app, form, { maxRedemptions: 1 })
  const { purchaseId } = outcomeOf(await payWith(await shown(code)))
  const refund = (body: object) =>
    call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body })
  expect((await refund({ amount: 10 })).status).toBe(201)
  expect(await placesOf(app, id)).toEqual({ taken: 1, ofCode: 1, states: ['used'] })
  expect((await refund({})).status).toBe(201)
  await app.sandbox.untilDelivered()

  expect(await placesOf(app, id)).toEqual({ taken: 0, ofCode: 0, states: ['released'] })
  expect((await refund({})).status).toBe(409)
})

// Proves coupon-limit.
test('a once-per-buyer code recognizes the buyer by email alias and by card', async () => {
  const { id, code } = await addCoupon(app, form, { maxPerBuyer: 1 })
  const fields = { ...(await shown(code)), isRepeat: true }
  const first = await payWith({ ...fields, email: 'bea@example.com' })
  const alias = await payWith({
    ...fields,
    email: 'bea+2@example.com',
    paymentMethodId: 'pm_card_mastercard',
  })
  const card = await payWith({ ...fields, email: 'someone@example.com' })
  const other = await payWith({
    ...fields,
    email: 'other@example.com',
    paymentMethodId: 'pm_card_mastercard',
  })

  expect([first.status, alias.status, card.status, other.status]).toEqual([200, 409, 409, 200])
  expect(card.body).toMatchObject({ details: { reason: 'used-by-buyer', quote: { price: { total: 4900 } } } })
  expect((await booksOf(app, form)).charged).toEqual([3920, 3920])
  expect((await placesOf(app, id)).taken).toBe(2)
})

test.each([
  ['bea.novak@proton.me', 'bea.novak@proton.me'],
  ['bea.novak+spring@gmail.com', 'beanovak@gmail.com'],
])('a once-per-buyer code recognizes %s in an earlier release’s records', async (email, noted) => {
  const { id, code } = await addCoupon(app, form, { maxPerBuyer: 1 })
  const fields = { ...(await shown(code)), isRepeat: true, email }
  expect((await payWith(fields)).status).toBe(200)
  const emailKey = createHash('sha256').update(noted).digest('base64url')
  await app.services.db
    .updateTable('redemptions')
    .set({ emailKey, cardFingerprint: null })
    .where('couponId', '=', id)
    .execute()

  const again = await payWith({ ...fields, paymentMethodId: 'pm_card_mastercard' })
  expect(again.body).toMatchObject({ details: { reason: 'used-by-buyer' } })
})

test('a code stops working when it reaches its own redemption limit', async () => {
  const { code } = await addCoupon(app, form, { codeMax: 1 })
  const fields = await shown(code)
  const answers = [await payWith(fields), await payWith(fields)]

  expect(answers.map(({ status }) => status)).toEqual([200, 409])
  expect(answers.at(-1)?.body).toMatchObject({ details: { reason: 'used-up' } })
})
