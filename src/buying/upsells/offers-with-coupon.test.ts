import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayText } from '#foundation/time/day-text.ts'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { accept, createOfferForm, decline, offerOf, order, sequenceIn } from './test-offers.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

const charged = async (orderId: string) =>
  app.services.db
    .selectFrom('purchases')
    .select(['total', 'discountAmount', 'couponCode', 'status'])
    .where('orderId', '=', orderId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

const turnOff = (coupon: string) =>
  app.services.db.updateTable('coupons').set({ isActive: false }).where('id', '=', coupon).execute()

test('a coupon for everything reduces the offers, which show both prices', async () => {
  const form = await createOfferForm(app, seller)
  const { id, code } = await addCoupon(app, form, { scope: 'everything' })
  const placed = await order(app, form, { coupon: code })
  const first = await offerOf(app, placed)
  expect(first).toMatchObject({ price: { total: 1592 }, without: { code, total: 1990 } })
  await accept(app, placed, first)
  const second = await offerOf(app, placed)
  expect(second).toMatchObject({ price: { total: 720 }, without: { code, total: 900 } })
  await accept(app, placed, second)

  expect(await charged(placed.purchaseId)).toEqual([
    { total: 1592, discountAmount: 398, couponCode: code, status: 'paid' },
    { total: 720, discountAmount: 180, couponCode: code, status: 'paid' },
  ])
  // The offers and the order together count as one use of the code.
  expect(await placesOf(app, id)).toMatchObject({ taken: 1, states: ['used'] })
  const { body } = await call(app, 'GET', `/api/coupons/${id}`, { token: seller.token })
  expect(body).toMatchObject({ revenue: [{ currency: 'usd', amount: 62.32 }] })
})

test('offers are reduced by the part of a fixed discount that the order did not use', async () => {
  const form = await createOfferForm(app, seller)
  const amounts = { kind: 'amount', percentage: null, amounts: JSON.stringify({ usd: 6000 }) } as const
  const { code } = await addCoupon(app, form, { ...amounts, scope: 'everything' })
  const placed = await order(app, form, { coupon: code, paymentMethodId: null })
  const first = await offerOf(app, placed)
  expect(first).toMatchObject({ price: { total: 890 }, without: { total: 1990 } })
  const second = sequenceIn(await decline(app, placed, first)).offer

  // The offer that was declined used none of the remaining discount of 11.00.
  expect(second).toMatchObject({ price: { total: 0 }, without: { total: 900 } })
})

test('a fixed discount on the payments after a trial does not reduce offers', async () => {
  const terms = { amount: 24, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const form = await createOfferForm(app, seller, terms)
  const amounts = { kind: 'amount', percentage: null, amounts: JSON.stringify({ usd: 1000 }) } as const
  const { code } = await addCoupon(app, form, { ...amounts, scope: 'everything', lasts: 'forever' })
  const day = dayText(app.clock.now().getTime() + 14 * 86_400_000)
  const text = `I agree that ${seller.name} will charge me $14.00 every month from ${day} until I cancel.`
  const placed = await order(app, form, { coupon: code, consents: [{ kind: 'trial', text }] })

  expect(await offerOf(app, placed)).toMatchObject({ price: { total: 1990 }, without: null })
})

test('an offer keeps the discount that it showed after the seller turns the coupon off', async () => {
  const form = await createOfferForm(app, seller)
  const { id, code } = await addCoupon(app, form, { scope: 'everything', percentage: '50', maxPerBuyer: 1 })
  const placed = await order(app, form, { coupon: code })
  const shown = await offerOf(app, placed)
  await turnOff(id)
  await accept(app, placed, shown)

  expect(shown).toMatchObject({ price: { total: 995 }, without: { total: 1990 } })
  expect(await charged(placed.purchaseId)).toMatchObject([{ total: 995, status: 'paid' }])
})

test('a coupon that was turned off before the first offer was shown reduces no offer', async () => {
  const form = await createOfferForm(app, seller)
  const { id, code } = await addCoupon(app, form, { scope: 'everything', percentage: '50' })
  const placed = await order(app, form, { coupon: code })
  await turnOff(id)
  const shown = await offerOf(app, placed)
  await accept(app, placed, shown)

  expect(shown).toMatchObject({ price: { total: 1990 }, without: null })
  expect(await charged(placed.purchaseId)).toMatchObject([{ total: 1990, couponCode: null }])
})

test.for([
  ['a coupon for the order only', true],
  ['no coupon', false],
] as const)('an order with %s leaves its offers unchanged', async ([, hasCoupon]) => {
  const form = await createOfferForm(app, seller)
  const { code } = await addCoupon(app, form)
  const placed = await order(app, form, hasCoupon ? { coupon: code } : {})
  expect(await offerOf(app, placed)).toMatchObject({ price: { total: 1990 }, without: null })
})
