import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

const monthly = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }

/** Creates a form that costs 49 in full, installments of 20, or 12 a month. */
async function createSeveral(fields: object = {}) {
  const prices = [
    { label: 'A part', amount: 20 },
    { ...monthly, label: 'Monthly', amount: 12 },
  ]
  const id = await createTestForm(app, seller, { priceLabel: 'At once', prices, ...fields })
  const answer = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  const [part, plan] = formSchema.parse(answer.body).prices
  return { id, part: part?.id ?? '', plan: plan?.id ?? '' }
}

const buy = (form: string, fields: object) =>
  pay(app, form, { email: `stranger-${(buyers += 1)}@example.com`, ...fields })

const paidOn = async (form: string) =>
  (
    await app.services.db
      .selectFrom('purchases')
      .select('total')
      .where('formId', '=', form)
      .where('status', '=', 'paid')
      .execute()
  ).map(({ total }) => total)

const entered = z.object({ promise: z.string(), price: z.object({ total: z.number() }) })

const enter = (form: string, code: string, price?: string) =>
  call(app, 'POST', '/api/stripe/coupons', {
    body: { form, code, bumps: [], ...(price !== undefined && { price }) },
  })

async function reasonOf(answer: Promise<Parameters<typeof errorOf>[0]>) {
  const { code, details } = errorOf(await answer)
  return [code, details?.reason]
}

test('a coupon promise for one price is invalid for a price with another discount', async () => {
  const { id, part, plan } = await createSeveral()
  const { code } = await addCoupon(app, id, { lasts: 'cycles', cycles: 3 })
  const { promise } = entered.parse((await enter(id, code, plan)).body)

  const sent = { coupon: code, couponPromise: promise }
  expect(await reasonOf(buy(id, { ...sent, price: part }))).toEqual(['coupon_refused', 'shown-long-ago'])
  expect(outcomeOf(await buy(id, { ...sent, price: plan })).status).toBe('paid')
  expect(await paidOn(id)).toEqual([960])
})

test('a code’s minimum order applies to the chosen price', async () => {
  const { id, part } = await createSeveral()
  const { code } = await addCoupon(app, id, { minimums: JSON.stringify({ usd: 4000 }) })
  const { promise } = entered.parse((await enter(id, code)).body)
  const elsewhere = await reasonOf(buy(id, { coupon: code, couponPromise: promise, price: part }))
  expect([elsewhere, await paidOn(id)]).toEqual([['coupon_refused', 'shown-long-ago'], []])

  const own = entered.parse((await enter(id, code, part)).body)
  await buy(id, { coupon: code, couponPromise: own.promise, price: part })
  expect(await paidOn(id)).toEqual([2000])
})

test('a code for one currency, form or seller is invalid for another', async () => {
  const { id, part } = await createSeveral()
  const other = await createTestForm(app, await signUpSeller(app))
  const amounts = { kind: 'amount', percentage: null, amounts: JSON.stringify({ eur: 500 }) } as const
  const euros = await addCoupon(app, id, amounts)
  const theirs = await addCoupon(app, other)
  const elsewhere = await addCoupon(app, id, { formIds: [other] })
  for (const { code } of [euros, theirs, elsewhere]) {
    expect(await reasonOf(buy(id, { coupon: code, price: part }))).toEqual(['coupon_refused', 'not-valid'])
  }
})

test('a buyer learns that a code works only for another public price', async () => {
  const prices = [
    { ...monthly, billingPeriod: 'Weekly', label: 'Weekly', amount: 5 },
    { ...monthly, label: 'Monthly', amount: 12, state: 'hidden' },
  ]
  const { id, part: weekly } = await createSeveral({ prices })
  const { code } = await addCoupon(app, id, { lasts: 'cycles', cycles: 2 })
  const answer = errorOf(await enter(id, code, weekly))
  expect([answer.message, answer.details?.reason]).toEqual([
    'This code does not work for the price you chose.',
    'other-price',
  ])
  expect(await reasonOf(buy(id, { coupon: code, price: weekly }))).toEqual(['coupon_refused', 'other-price'])
  // The code is accepted at its own price, and trying it at the other price did not count as a guess.
  for (let time = 0; time < 12; time += 1) await enter(id, code, weekly)
  expect((await enter(id, code)).status).toBe(200)

  // A code that works only for a hidden price stays secret.
  const secret = await createSeveral({ ...monthly, billingPeriod: 'Weekly', prices })
  const hidden = await addCoupon(app, secret.id, { lasts: 'cycles', cycles: 2 })
  expect(errorOf(await enter(secret.id, hidden.code)).message).toBe(
    'This code is not valid for this purchase.',
  )
  expect((await enter(secret.id, hidden.code, secret.plan)).status).toBe(200)
})

test('a buyer who chose a price that is no longer offered is not charged and uses up no code', async () => {
  const { id, part } = await createSeveral()
  const coupon = await addCoupon(app, id, { maxRedemptions: 1 })
  const { promise } = entered.parse((await enter(id, coupon.code, part)).body)
  const stored = await call(app, 'GET', `/api/forms/${id}`, { token: seller.token })
  const prices = formSchema.parse(stored.body).prices.map((price) => ({ ...price, state: 'retired' }))
  await call(app, 'PATCH', `/api/forms/${id}`, {
    token: seller.token,
    body: { prices, isDetailUpdate: false },
  })
  const answer = await buy(id, { coupon: coupon.code, couponPromise: promise, price: part })

  expect(answer.status).toBe(422)
  expect(await placesOf(app, coupon.id)).toEqual({ taken: 0, ofCode: 0, states: [] })
  expect(await paidOn(id)).toEqual([])
})

test('the last use of a code goes to only one buyer, even across different prices', async () => {
  const { id, part, plan } = await createSeveral()
  const coupon = await addCoupon(app, id, { maxRedemptions: 1 })
  const chosen = [part, plan, id, part, plan, id]
  const answers = await Promise.all(chosen.map((price) => buy(id, { coupon: coupon.code, price })))

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await placesOf(app, coupon.id)).toEqual({ taken: 1, ofCode: 1, states: ['used'] })
  expect(await paidOn(id)).toHaveLength(1)
})

test('after a decline, a buyer can use the same code for another price', async () => {
  const { id, part } = await createSeveral()
  const coupon = await addCoupon(app, id, { maxRedemptions: 1, maxPerBuyer: 1 })
  const email = 'chooses-again@example.com'
  const refused = await buy(id, {
    email,
    coupon: coupon.code,
    paymentMethodId: 'pm_card_visa_chargeDeclined',
  })
  expect(refused.status).toBe(402)

  const paid = await buy(id, { email, coupon: coupon.code, price: part })
  expect(outcomeOf(paid).status).toBe('paid')
  expect(await placesOf(app, coupon.id)).toMatchObject({ taken: 1, ofCode: 1 })
})

test.for([
  ['in another case', (code: string) => code.toLowerCase()],
  ['with blanks around and within', (code: string) => `  ${code.slice(0, 3)} ${code.slice(3)}\u00a0`],
  ['with invisible characters, as copied from a page', (code: string) => `\u200b${code}\u2060\ufeff`],
  ['in wide letters, as typed on an Asian keyboard', (code: string) => wide(code)],
] as const)('a code typed %s is accepted', async ([, typed]) => {
  const { id } = await createSeveral()
  const { code } = await addCoupon(app, id)
  expect(entered.parse((await enter(id, typed(code))).body).price.total).toBe(3920)
})

function wide(code: string): string {
  return code.replaceAll(/[!-~]/g, (letter) => String.fromCodePoint((letter.codePointAt(0) ?? 0) + 0xfee0))
}

test.for(['\u0000SPRING', 'SPRING\ud800', '%', '_'.repeat(60), '🌸', '<script>', "' or 1=1 --"])(
  'an invalid code is rejected without a server error: %j',
  async (typed) => {
    const { id } = await createSeveral()
    expect([409, 422]).toContain((await enter(id, typed)).status)
    expect([409, 422]).toContain((await buy(id, { coupon: typed })).status)
  },
)
