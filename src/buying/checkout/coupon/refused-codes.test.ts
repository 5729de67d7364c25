import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { enteredCoupon } from '../contract.ts'
import { booksOf, errorOf, outcomeOf, pay } from '../pay/test-paying.ts'

let app: TestApp
let seller: TestSeller
let form: string
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  form = await createTestForm(app, seller)
})

const enter = (code: string, more: object = {}) =>
  call(app, 'POST', '/api/stripe/coupons', { body: { form, code, ...more } })

const entered = z.object({ coupon: enteredCoupon, promise: z.string() })

/** The coupon fields that the page sends after the buyer has entered the code. */
const shown = async (code: string) => {
  const { coupon, promise } = entered.parse((await enter(code)).body)
  return { coupon: coupon.code, couponPromise: promise }
}

const payWith = (fields: object) =>
  pay(app, form, { email: `refused-${(buyers += 1)}@example.com`, ...fields })

test.for([
  ['deleted', { deletedAt: new Date(0) }, 'This code can no longer be used for this purchase.'],
  ['turned off', { isActive: false }, 'This code can no longer be used for this purchase.'],
  ['ended by its seller', { endsAt: new Date(0) }, 'This code has ended.'],
  ['changed', { percentage: '10' }, 'The discount of this code has changed.'],
] as const)(
  'a buyer whose entered code was %s sees the reason and is not charged',
  async ([, set, message]) => {
    const { id, code } = await addCoupon(app, form)
    const fields = await shown(code)
    await app.services.db.updateTable('coupons').set(set).where('id', '=', id).execute()
    const answer = await payWith(fields)

    expect([answer.status, errorOf(answer).message]).toEqual([409, message])
    expect(answer.body).toMatchObject({ details: { quote: { price: { total: 4900 } } } })
    expect((await booksOf(app, form)).charged).toEqual([])
  },
)

test('moving a code’s end to another future day keeps the discount that was shown', async () => {
  const { id, code } = await addCoupon(app, form)
  const fields = await shown(code)
  await app.services.db
    .updateTable('coupons')
    .set({ endsAt: new Date(app.clock.now().getTime() + 3_600_000) })
    .where('id', '=', id)
    .execute()

  expect((await payWith(fields)).status).toBe(200)
  expect((await booksOf(app, form)).charged).toEqual([3920])
})

test.for([
  ['is kept for the new price', 'once', 'The price has changed.', 'quote_changed'],
  [
    'that cannot reduce it is rejected',
    'cycles',
    'This code does not work with the current price.',
    'coupon_refused',
  ],
] as const)('when the form’s price becomes recurring, a code %s', async ([, lasts, message, code]) => {
  const coupon = await addCoupon(app, form, { lasts, cycles: lasts === 'cycles' ? 3 : null })
  const page = await (await fetch(`${app.url}/payment/${form}`)).text()
  const quote = /"token":"([^"]+)"/.exec(page)?.[1] ?? 'none'
  const fields = await shown(coupon.code)
  const weekly = {
    isDetailUpdate: false,
    priceType: 'RecurringPrice',
    billingPeriod: 'Weekly',
    billingInterval: 1,
  }
  const { status } = await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: weekly })
  expect(status).toBe(200)
  const answer = await payWith({ ...fields, quote })

  expect([answer.status, errorOf(answer).code, errorOf(answer).message]).toEqual([409, code, message])
  expect((await booksOf(app, form)).charged).toEqual([])
  expect((await enter(coupon.code)).status).toBe(lasts === 'once' ? 200 : 409)
})

test('a buyer who subscribes without the trial still pays the price reduced by the code', async () => {
  const terms = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  form = await createTestForm(app, seller, terms)
  const { code } = await addCoupon(app, form, { percentage: '50', lasts: 'forever' })
  const before = await shown(code)
  const after = entered.parse((await enter(code, { withoutTrial: true })).body)
  for (const couponPromise of [before.couponPromise, after.promise]) {
    const paid = await payWith({ coupon: code, couponPromise, withoutTrial: true })
    expect(outcomeOf(paid).status).toBe('paid')
  }

  const orders = await app.services.db
    .selectFrom('purchases')
    .select(['status', 'total'])
    .where('formId', '=', form)
    .execute()
  expect(orders).toEqual([
    { status: 'paid', total: 2450 },
    { status: 'paid', total: 2450 },
  ])
})

test('a buyer can type a code together with a label such as "Code:"', async () => {
  const { code } = await addCoupon(app, form)
  for (const typed of [`Code: ${code}`, `code ${code}`, `Gutschein：${code}`, `Use ${code} at checkout`])
    expect([typed, (await enter(typed)).body]).toMatchObject([typed, { coupon: { code } }])
})

test('a coupon code that begins with "code" is found as typed', async () => {
  const { code } = await addCoupon(app, form)
  const { code: labeled } = await addCoupon(app, form)
  expect((await enter(`code ${code}`)).body).toMatchObject({ coupon: { code } })
  const own = `CODE${code}`
  await app.services.db.updateTable('couponCodes').set({ code: own }).where('code', '=', labeled).execute()
  expect((await enter(`code ${code}`)).body).toMatchObject({ coupon: { code: own } })
})
