import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { errorOf, newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { decideAtBank, methods, slowDebit, isWithBank, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { accept, addBump, addOffer, current, offerOf, undo, undone, type TestOrder } from './test-offers.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  const fields = { currency: 'eur' }
  form = await createTestForm(app, seller, {
    ...fields,
    oneTimeOffer: await addOffer(app, seller, fields),
    otoSequenceList: [await addBump(app, seller, fields)],
  })
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

type Method = Readonly<Record<string, string>>
const tokenFor = (method: Method) => tokenOf(app, seller.account, method)

const payBy = async (method: Method, of = form) => {
  const email = `${newKey()}@example.com`
  const confirmationToken = await tokenFor(method)
  return outcomeOf(await pay(app, of, { email, paymentMethodId: null, confirmationToken }))
}

/** An order whose buyer has returned from their bank. */
async function orderByIdeal(): Promise<TestOrder> {
  const outcome = await payBy(methods.ideal())
  if (outcome.status !== 'requires_action') throw new Error(outcome.status)
  await decideAtBank(app, outcome.clientSecret, 'authorize')
  await call(app, 'POST', `/api/stripe/purchases/${outcome.purchaseId}/state`, {
    body: { secret: outcome.secret },
  })
  return outcome
}

const offersOf = (orderId: string) =>
  app.services.db
    .selectFrom('purchases')
    .select(['status', 'total', 'stripeCustomerId', 'paymentMethodType'])
    .where('orderId', '=', orderId)
    .orderBy('id')
    .execute()

test.each(['card', 'link'] as const)(
  'an offer after a %s token is charged with one click',
  async (method) => {
    const bought = await payBy(methods[method]())
    const shown = await offerOf(app, bought)

    expect(shown.needsCard).toBe(false)
    expect(outcomeOf(await accept(app, bought, shown)).status).toBe('paid')
  },
)

test('after an iDEAL order, the first offer asks for a card and the next charges it', async () => {
  const bought = await orderByIdeal()
  const shown = await offerOf(app, bought)
  expect(shown.needsCard).toBe(true)
  expect(errorOf(await accept(app, bought, shown)).errors).toEqual({
    paymentMethodId: 'This field is required',
  })

  const confirmationToken = await tokenFor({ ...methods.card(), wallet: 'google_pay' })
  expect(outcomeOf(await accept(app, bought, shown, { confirmationToken })).status).toBe('paid')
  const next = await offerOf(app, bought)
  expect(next.needsCard).toBe(false)
  expect(outcomeOf(await accept(app, bought, next)).status).toBe('paid')
  const [first, second] = await offersOf(bought.purchaseId)
  expect(second?.stripeCustomerId).toBe(first?.stripeCustomerId)
})

test('an offer rejects a method that would send the buyer to their bank', async () => {
  const bought = await orderByIdeal()
  const confirmationToken = await tokenFor(methods.ideal())
  const answer = await accept(app, bought, await offerOf(app, bought), { confirmationToken })

  expect([answer.status, errorOf(answer).code]).toEqual([402, 'payment_refused'])
  expect((await offersOf(bought.purchaseId)).map(({ status }) => status)).toEqual(['failed'])
})

test('a repeated token makes only one attempt, and a token together with a card is rejected', async () => {
  const bought = await payBy(methods.card())
  const shown = await offerOf(app, bought)
  const confirmationToken = await tokenFor(methods.card())
  const both = await accept(app, bought, shown, { confirmationToken, paymentMethodId: 'pm_card_visa' })
  expect(errorOf(both).errors).toEqual({
    confirmationToken: 'Send a payment method or a confirmation token, not both',
  })

  const key = newKey()
  const answers = await Promise.all([1, 2].map(() => accept(app, bought, shown, { confirmationToken }, key)))
  const [first, second] = answers.map(outcomeOf)
  expect(second).toEqual(first)
  expect(await offersOf(bought.purchaseId)).toHaveLength(1)
})

test('an offer whose payment is at the bank cannot be undone yet', async () => {
  const bought = await payBy(methods.card())
  const shown = await offerOf(app, bought)
  const confirmationToken = await tokenFor(slowDebit)
  const answer = outcomeOf(await accept(app, bought, shown, { confirmationToken }))

  expect(isWithBank(answer)).toBe(true)
  const { offer, accepted } = await current(app, bought)
  expect([offer?.position, accepted]).toEqual([2, []])
  expect((await undo(app, bought, shown)).status).toBe(404)
  expect(outcomeOf(await accept(app, bought, shown))).toMatchObject({ status: 'processing' })
})

test('an offer paid with Link can be undone', async () => {
  const bought = await payBy(methods.link())
  const shown = await offerOf(app, bought)
  await accept(app, bought, shown)

  expect(undone(await undo(app, bought, shown))).toMatchObject({ refund: 'refunded', isUndone: true })
})

test('a form with offers accepts the same payment methods as one without', async () => {
  const plain = await createTestForm(app, seller, { currency: 'eur' })
  const intentOf = async (of: string) => {
    const { purchaseId } = await payBy(methods.ideal(), of)
    const { paymentIntentId } = await app.services.db
      .selectFrom('purchases')
      .select('paymentIntentId')
      .where('id', '=', purchaseId)
      .executeTakeFirstOrThrow()
    const answer = await fetch(`${app.sandbox.url}/v1/payment_intents/${paymentIntentId ?? ''}`, {
      headers: { authorization: `Bearer ${app.config.provider.secretKey}`, 'stripe-account': seller.account },
    })
    return z.object({ payment_method_types: z.array(z.string()) }).parse(await answer.json())
  }
  const without = await intentOf(plain)

  expect(without.payment_method_types).toEqual(['card', 'link', 'sepa_debit', 'ideal'])
  expect(await intentOf(form)).toEqual(without)
})
