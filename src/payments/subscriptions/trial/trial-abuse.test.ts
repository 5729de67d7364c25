import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
import { reconcile } from '#payments/purchases/register.ts'
import { checkAll, rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import {
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, {}))

const membership = () =>
  createTestForm(app, seller, {
    amount: 24,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })

const answersOf = (answers: readonly Awaited<ReturnType<typeof pay>>[]) =>
  answers
    .map((answer) => (answer.status === 200 ? outcomeOf(answer).status : errorOf(answer).code))
    .toSorted()

async function trialsOf(form: string): Promise<number> {
  const begun = await app.services.db
    .selectFrom('trialStarts')
    .select('formId')
    .where('formId', '=', form)
    .execute()
  return begun.length
}

test('simultaneous trials with one card or email begin only once', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  const byCard = await Promise.all(
    Array.from({ length: 6 }, (_, index) => pay(app, form, { email: `many-${index}@example.com`, consents })),
  )
  expect(answersOf(byCard)).toEqual(['paid', ...Array.from({ length: 5 }, () => 'trial_used')])
  const other = await membership()
  const agreed = await trialConsents(app, other)
  const cards = ['pm_card_visa', 'pm_card_mastercard', 'pm_card_amex', 'pm_card_discover']
  const byAlias = await Promise.all(
    cards.map((paymentMethodId, index) =>
      pay(app, other, { email: `alias+${index}@gmail.com`, paymentMethodId, consents: agreed }),
    ),
  )
  expect(answersOf(byAlias)).toEqual(['paid', 'trial_used', 'trial_used', 'trial_used'])
  expect([await trialsOf(form), await trialsOf(other)]).toEqual([1, 1])
})

test('a card whose trial waits for authentication cannot begin another', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  const card = { paymentMethodId: 'pm_card_authenticationRequired', consents }
  expect(outcomeOf(await pay(app, form, { email: 'waits@example.com', ...card })).status).toBe(
    'requires_action',
  )
  expect(errorOf(await pay(app, form, { email: 'another@example.com', ...card })).code).toBe('trial_used')

  const means = { email: 'declined@example.com', consents }
  const declined = await pay(app, form, { ...means, paymentMethodId: 'pm_card_visa_chargeDeclined' })
  expect(declined.status).toBe(402)
  expect(outcomeOf(await pay(app, form, { ...means, paymentMethodId: 'pm_card_amex' })).status).toBe('paid')
})

const newEmail = () => `${newKey()}@own-domain.example`

// Proves confirming-card.
test('a card that has had its trial cannot confirm a trial begun with another card', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  expect(outcomeOf(await pay(app, form, { email: newEmail(), consents })).status).toBe('paid')
  const begun = await payAtBank(app, form, { email: newEmail(), consents })
  expect(await confirmWith(app, seller.account, begun.clientSecret, 'pm_card_visa')).toBe(200)

  const ended = await stateOf(app, begun)
  expect(ended).toMatchObject({ status: 'failed', reason: 'trial_used' })
  expect(JSON.stringify(ended)).toContain('already been used for a free trial')
  app.clock.advance(60)
  await checkAll(app)
  await reconcile(app.services)
  const { status, stripeSubscriptionId } = await rowOf(app, begun)
  const found = await app.services.provider.retrieveSubscription(seller.account, stripeSubscriptionId ?? '')
  expect([status, found.status]).toEqual(['incomplete_expired', 'canceled'])
  expect(await stateOf(app, begun)).toMatchObject({ status: 'failed', reason: 'trial_used' })
})

test('a trial counts against both the card that started it and the card that confirmed it', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  const begun = await payAtBank(app, form, { email: newEmail(), consents })
  await confirmWith(app, seller.account, begun.clientSecret, 'pm_card_visa')

  expect((await stateOf(app, begun)).status).toBe('paid')
  for (const paymentMethodId of ['pm_card_visa', 'pm_card_authenticationRequired'])
    expect(errorOf(await pay(app, form, { email: newEmail(), consents, paymentMethodId })).code).toBe(
      'trial_used',
    )
})

// One of the requests reads its card only after the other has paid.
test('a repeated request returns the trial it already began', async () => {
  const form = await membership()
  const consents = await trialConsents(app, form)
  const slow = { kind: 'slow', ms: 1_500 }
  await setFaults(app, { calls: [{ method: 'GET', path: '/v1/payment_methods/*', times: 1, fault: slow }] })
  const key = newKey()
  const fields = { email: 'repeats@example.com', consents }
  const answers = await Promise.all([pay(app, form, fields, key), pay(app, form, fields, key)])
  expect(new Set(answers.map((answer) => outcomeOf(answer).purchaseId)).size).toBe(1)
  expect(await trialsOf(form)).toBe(1)
})

test.for(['trier@mailinator.com', 'trier@post.mailinator.com'])(
  'a buyer with the disposable email %s can only begin without a trial',
  async (email) => {
    const form = await membership()
    const refused = await pay(app, form, { email, consents: await trialConsents(app, form) })
    const { code, message } = errorOf(refused)
    expect(code).toBe('trial_used')
    expect(message).toContain('a permanent email address')
    expect(outcomeOf(await pay(app, form, { email, withoutTrial: true, due: 2400 })).status).toBe('paid')
    expect(await trialsOf(form)).toBe(0)
  },
)
