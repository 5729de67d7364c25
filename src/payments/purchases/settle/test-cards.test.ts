// @module-tag long pays with every test card in every way
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorOf, newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import {
  answerBank,
  createTestForm,
  sandboxList,
  signUpSeller,
  startTestApp,
  type Answer,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { reconcile } from '#payments/purchases/register.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** How a payment with each of Stripe's test cards ends, right away or after authentication. */
const paying = [
  'visa',
  'visa_debit',
  'mastercard',
  'mastercard_debit',
  'mastercard_prepaid',
  'amex',
  'discover',
  'diners',
  'jcb',
  'unionpay',
  'cvcCheckFail',
  'threeDSecureOptional',
  'threeDSecureOptionalProcessingError',
  'createDispute',
  'createDisputeProductNotReceived',
  'createDisputeInquiry',
  'pendingRefund',
  'refundFail',
  'bypassPending',
]
const declined = {
  visa_chargeDeclined: 'generic_decline',
  visa_chargeDeclinedInsufficientFunds: 'insufficient_funds',
  visa_chargeDeclinedLostCard: 'generic_decline',
  visa_chargeDeclinedStolenCard: 'generic_decline',
  visa_chargeDeclinedVelocityLimitExceeded: 'card_velocity_exceeded',
  chargeDeclinedExpiredCard: 'expired_card',
  chargeDeclinedIncorrectCvc: 'incorrect_cvc',
  chargeDeclinedProcessingError: 'processing_error',
  chargeCustomerFail: 'generic_decline',
  radarBlock: 'generic_decline',
  threeDSecureRequiredProcessingError: 'generic_decline',
}
const authenticated = {
  authenticationRequiredOnSetup: 'paid',
  authenticationRequired: 'paid',
  authenticationRequiredSetupForOffSession: 'paid',
  threeDSecure2Required: 'paid',
  authenticationRequiredChargeDeclinedInsufficientFunds: 'insufficient_funds',
  threeDSecureRequiredChargeDeclined: 'generic_decline',
}

/** A way to pay by card for a new item, with its price. */
type Way = { readonly name: string; readonly total: number; readonly pay: (card: string) => Promise<Answer> }

const buyer = (card: string) => ({ paymentMethodId: card, email: `${newKey()}@example.com` })

const ways: readonly Way[] = [
  {
    name: 'a form',
    total: 4900,
    async pay(card) {
      return pay(app, await createTestForm(app, seller), buyer(card))
    },
  },
  {
    name: 'a recurring form',
    total: 4900,
    async pay(card) {
      const recurrence = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', cancelAfter: 3 }
      return pay(app, await createTestForm(app, seller, recurrence), buyer(card))
    },
  },
  {
    name: 'an offer',
    total: 1990,
    async pay(card) {
      const bought = await order(app, await createOfferForm(app, seller))
      return accept(app, bought, await offerOf(app, bought), { paymentMethodId: card })
    },
  },
]

/** How a payment with this card ends: "paid", or the reason why it failed. */
async function endOf(way: Way, card: string, bank: 'complete' | 'fail'): Promise<[end: string, id: string]> {
  const answer = await way.pay(`pm_card_${card}`)
  if (answer.status === 402) {
    const { details } = errorOf(answer)
    return [details?.reason ?? '', details?.purchaseId ?? '']
  }
  const outcome = outcomeOf(answer)
  if (outcome.status !== 'requires_action') return [outcome.status, outcome.purchaseId]
  await answerBank(app, outcome.clientSecret, bank)
  const state = await stateOf(app, outcome)
  const end = state.status === 'failed' ? state.reason : state.status
  return [`authenticated, ${end}`, outcome.purchaseId]
}

/** The amounts that Stripe charged for a purchase. */
async function takenFor(id: string): Promise<(number | undefined)[]> {
  const { paymentIntentId } = await app.services.db
    .selectFrom('purchases')
    .select('paymentIntentId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const charges = await sandboxList(app, 'charges')
  return charges
    .filter((one) => one.payment_intent === paymentIntentId && one.status === 'succeeded')
    .map(({ amount }) => amount)
}

const expected: readonly (readonly [card: string, end: string, bank: 'complete' | 'fail'])[] = [
  ...paying.map((card) => [card, 'paid', 'complete'] as const),
  ...Object.entries(declined).map(([card, reason]) => [card, reason, 'complete'] as const),
  ...Object.entries(authenticated).flatMap(([card, end]) => [
    [card, `authenticated, ${end}`, 'complete'] as const,
    [card, 'authenticated, payment_intent_authentication_failure', 'fail'] as const,
  ]),
]

test.each(ways)('paying for $name with each Stripe test card ends as documented', async (way) => {
  const found: unknown[] = []
  for (const [card, , bank] of expected) {
    const [end, id] = await endOf(way, card, bank)
    found.push([card, end, bank, await takenFor(id)])
  }
  expect(found).toEqual(
    expected.map(([card, end, bank]) => [card, end, bank, end.endsWith('paid') ? [way.total] : []]),
  )
  app.clock.advance(60)
  while ((await reconcile(app.services)) > 0);
  const intents = await sandboxList(app, 'payment_intents')
  expect(new Set(intents.map(({ status }) => status))).toEqual(new Set(['succeeded', 'canceled']))
})
