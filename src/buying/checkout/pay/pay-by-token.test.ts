import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import {
  createTestForm,
  sandboxList,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { booksOf, errorOf, newKey, outcomeOf, pay, stateOf } from './test-paying.ts'
import { decideAtBank, methods, tokenOf } from './test-tokens.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  form = await createTestForm(app, seller, { currency: 'eur' })
})

const tokenFor = (method: Readonly<Record<string, string>>, isRecurring = false) =>
  tokenOf(app, seller.account, method, isRecurring)

const payBy = async (method: Readonly<Record<string, string>>, fields: object = {}, key = newKey()) =>
  pay(app, form, { paymentMethodId: null, confirmationToken: await tokenFor(method), ...fields }, key)

const stored = () =>
  app.services.db.selectFrom('purchases').selectAll().where('formId', '=', form).executeTakeFirstOrThrow()

test.each(['card', 'link'] as const)('a %s token pays immediately', async (method) => {
  const answer = await payBy(methods[method]())

  expect(outcomeOf(answer).status).toBe('paid')
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid'], charged: [4900] })
})

test('a payment by token whose card needs authentication waits for the buyer', async () => {
  const answer = outcomeOf(await payBy(methods.card('4000000000003220')))

  expect(answer.status).toBe('requires_action')
})

test('a token pays the first payment, and its saved method pays the next', async () => {
  form = await createTestForm(app, seller, {
    currency: 'eur',
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
  })
  const confirmationToken = await tokenFor(methods.link(), true)
  const answer = await pay(app, form, { paymentMethodId: null, confirmationToken })

  expect(outcomeOf(answer).status).toBe('paid')
  const [subscription] = await sandboxList(app, 'subscriptions')
  expect(subscription?.status).toBe('active')
})

test('a buyer returns from the bank with the purchase secret only in the URL fragment', async () => {
  const answer = outcomeOf(await payBy(methods.ideal()))
  if (answer.status !== 'requires_action') throw new Error(answer.status)
  const back = await decideAtBank(app, answer.clientSecret, 'authorize')

  expect(back?.pathname).toBe(`/payment/${form}`)
  expect(back?.searchParams.get('purchase')).toBe(answer.purchaseId)
  expect(back?.search).not.toContain(answer.secret)
  expect(back?.hash).toBe(`#${answer.secret}`)
  expect(await stateOf(app, answer)).toMatchObject({ status: 'paid' })
})

test('a repeated token returns the same purchase, with or without an idempotency key', async () => {
  const confirmationToken = await tokenFor(methods.card())
  const fields = { paymentMethodId: null, confirmationToken }
  const key = newKey()
  const [first, second] = await Promise.all([pay(app, form, fields, key), pay(app, form, fields, key)])
  expect(outcomeOf(second)).toEqual(outcomeOf(first))

  form = await createTestForm(app, seller, { currency: 'eur' })
  const other = { paymentMethodId: null, confirmationToken: await tokenFor(methods.card()) }
  const third = await pay(app, form, other, null)
  expect(outcomeOf(await pay(app, form, other, null))).toEqual(outcomeOf(third))
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test('a used token is rejected for another purchase', async () => {
  const confirmationToken = await tokenFor(methods.card())
  await pay(app, form, { paymentMethodId: null, confirmationToken })
  const second = await pay(app, form, { paymentMethodId: null, confirmationToken, isRepeat: true })

  expect([second.status, errorOf(second).code]).toEqual([402, 'payment_refused'])
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

test.each([
  [{ paymentMethodId: null }, { paymentMethodId: 'This field is required' }],
  [
    { confirmationToken: 'ctoken_1' },
    { confirmationToken: 'Send a payment method or a confirmation token, not both' },
  ],
  [
    { paymentMethodId: null, confirmationToken: 'pm_card_visa' },
    { confirmationToken: 'This payment is not valid, please try again' },
  ],
])('%j is rejected as a payment method', async (fields, errors) => {
  const answer = await pay(app, form, fields)

  expect([answer.status, errorOf(answer).errors]).toEqual([422, errors])
})

test('a free order stores no token', async () => {
  form = await createTestForm(app, seller, { currency: 'eur', amount: 0 })
  const answer = await payBy(methods.card())

  expect(outcomeOf(answer).status).toBe('paid')
  expect((await stored()).confirmationTokenId).toBeNull()
})

test('paying by token takes no more SQL statements than paying by card', async () => {
  const confirmationToken = await tokenFor(methods.card())
  const { statements } = await countStatements(() =>
    pay(app, form, { paymentMethodId: null, confirmationToken }),
  )

  expect(statements.length).toBeLessThanOrEqual(10)
})
