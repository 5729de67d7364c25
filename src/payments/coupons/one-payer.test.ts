import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  confirmWith,
  errorOf,
  newKey,
  outcomeOf,
  pay,
  payAtBank,
  stateOf,
  trialConsents,
} from '#buying/checkout/pay/test-paying.ts'
import { methods, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { payerOf } from '#foundation/card-provider/payer-of-method.ts'
import { createTestForm, signUpSeller, startTestApp, type Answer, type TestApp } from '#test-app.ts'
import { addCoupon } from './test-coupons.ts'

// Limits per person depend on the payment method, because anyone can get a new email address.

let app: TestApp
let seller: Awaited<ReturnType<typeof signUpSeller>>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

type Method = Readonly<Record<string, string>>

const statusOf = (answer: Answer) => (answer.status === 200 ? outcomeOf(answer).status : errorOf(answer).code)

async function payBy(form: string, method: Method, fields: object, isRecurring = false): Promise<Answer> {
  const confirmationToken = await tokenOf(app, seller.account, method, isRecurring)
  const email = `${newKey()}@own-domain.example`
  return pay(app, form, { email, paymentMethodId: null, confirmationToken, ...fields })
}

const membership = () =>
  createTestForm(app, seller, {
    amount: 24,
    currency: 'eur',
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })

test('a Link account gets only one trial, even with different emails', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  const accounts = ['ada@example.com', 'ADA@example.com', 'ada+2@example.com', 'ada@example.com']
  const answers: string[] = []
  for (const account of accounts)
    answers.push(statusOf(await payBy(form, methods.link(account), { consents }, true)))

  expect(answers).toEqual(['paid', 'trial_used', 'trial_used', 'trial_used'])
  expect(statusOf(await payBy(form, methods.link('bob@example.com'), { consents }, true))).toBe('paid')
})

test('a Link or bank account can use a once-per-buyer code only once', async () => {
  const form = await createTestForm(app, seller, { currency: 'eur' })
  const { code } = await addCoupon(app, form, { percentage: '90', maxPerBuyer: 1 })
  const twice = async (method: Method) => [
    statusOf(await payBy(form, method, { coupon: code })),
    statusOf(await payBy(form, method, { coupon: code })),
  ]

  expect(await twice(methods.link('carl@example.com'))).toEqual(['paid', 'coupon_refused'])
  expect((await twice(methods.debit())).at(1)).toBe('coupon_refused')
})

// Proves confirming-card.
test('a once-per-buyer code is used up both for the card that was checked and for the card that confirmed the payment', async () => {
  const form = await createTestForm(app, seller)
  const { code: coupon } = await addCoupon(app, form, { percentage: '90', maxPerBuyer: 1 })
  const email = () => `${newKey()}@own-domain.example`
  const begun = await payAtBank(app, form, { email: email(), coupon })
  await confirmWith(app, seller.account, begun.clientSecret, 'pm_card_visa')

  expect((await stateOf(app, begun)).status).toBe('paid')
  for (const paymentMethodId of ['pm_card_visa', 'pm_card_authenticationRequired'])
    expect(statusOf(await pay(app, form, { email: email(), coupon, paymentMethodId }))).toBe('coupon_refused')
  expect(
    statusOf(await pay(app, form, { email: email(), coupon, paymentMethodId: 'pm_card_mastercard' })),
  ).toBe('paid')
})

test('a once-per-buyer code rejects a payment method that does not identify its payer', async () => {
  const form = await createTestForm(app, seller, { currency: 'eur' })
  const perBuyer = await addCoupon(app, form, { maxPerBuyer: 1 })
  const forAll = await addCoupon(app, form)
  const refused = await payBy(form, methods.ideal(), { coupon: perBuyer.code })

  expect([statusOf(refused), errorOf(refused).message]).toEqual([
    'coupon_refused',
    expect.stringContaining('it only works with a card'),
  ])
  expect(statusOf(await payBy(form, methods.ideal(), { coupon: forAll.code }))).toBe('requires_action')
  expect(statusOf(await payBy(form, methods.card(), { coupon: perBuyer.code }))).toBe('paid')
})

test.for([
  ['card', { card: { fingerprint: 'fp' } }, 'fp'],
  ['sepa_debit', { sepa_debit: { fingerprint: 'fp' } }, 'fp'],
  ['us_bank_account', { us_bank_account: { fingerprint: 'fp' } }, 'fp'],
  ['link', { link: { email: 'ada@example.com' } }, 'ada@example.com'],
  ['paypal', { paypal: { payer_id: 'P1', payer_email: 'x@example.com' } }, 'P1'],
  ['cashapp', { cashapp: { buyer_id: 'B1', cashtag: '$ada' } }, 'B1'],
  ['upi', { upi: { vpa: 'ada@bank' } }, 'ada@bank'],
  ['klarna', { klarna: {} }, null],
  ['ideal', { ideal: { bank: 'ing' } }, null],
  ['card', { card: { fingerprint: null } }, null],
  ['link', { link: { email: null } }, null],
] as const)('a payment method of type %s is identified only by its payer’s id', ([type, facts, id]) => {
  expect(payerOf({ type, ...facts })).toEqual({ type, id })
})
