import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { booksOf, errorOf, newKey, outcomeOf, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { reconcileRefunds } from '#payments/refunds/register.ts'
import {
  call,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import type { ShownOffer } from './contract.ts'
import {
  accept,
  createOfferForm,
  current,
  decline,
  offerOf,
  order,
  undo,
  undone,
  type TestOrder,
} from './test-offers.ts'

let app: TestApp
let seller: TestSeller
let form: string
let bought: TestOrder
let shown: ShownOffer

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, {})
  form = await createOfferForm(app, seller)
  bought = await order(app, form)
  shown = await offerOf(app, bought)
})

const cutCharges = (kind: 'cut_before' | 'cut_after', times = 9) =>
  setFaults(app, { calls: [{ method: 'POST', path: '/v1/payment_intents', times, fault: { kind } }] })

const offersOf = async (purchaseId: string) =>
  app.services.db
    .selectFrom('purchases')
    .selectAll()
    .where('orderId', '=', purchaseId)
    .orderBy('id')
    .execute()

test('emails about an accepted offer are sent to the order’s corrected address', async () => {
  const mailTo = 'corrected@example.com'
  const { db } = app.services
  await db.updateTable('purchases').set({ mailTo }).where('id', '=', bought.purchaseId).execute()
  const { purchaseId } = outcomeOf(await accept(app, bought, shown))
  const mails = await db
    .selectFrom('mails')
    .select('recipient')
    .where('purchaseId', '=', purchaseId)
    .execute()

  expect(mails).toEqual([{ recipient: mailTo }])
  expect(await offersOf(bought.purchaseId)).toMatchObject([{ mailTo }])
})

test('an accepted offer is a separate purchase with the order’s customer and card', async () => {
  const { purchaseId } = outcomeOf(await accept(app, bought, shown))
  const first = await app.services.db
    .selectFrom('purchases')
    .selectAll()
    .where('id', '=', bought.purchaseId)
    .executeTakeFirstOrThrow()
  const { email, name, stripeCustomerId, paymentMethodId, stripeAccountId } = first

  expect(stripeCustomerId).toMatch(/^cus_/)
  expect(await offersOf(bought.purchaseId)).toMatchObject([
    {
      id: purchaseId,
      kind: 'offer',
      email,
      name,
      stripeCustomerId,
      paymentMethodId,
      stripeAccountId,
      total: 1990,
    },
  ])
})

// Proves offer-once.
test('an offer accepted several times simultaneously is charged only once', async () => {
  const key = newKey()
  const answers = await Promise.all([
    accept(app, bought, shown, {}, key),
    accept(app, bought, shown, {}, key),
    accept(app, bought, shown),
    accept(app, bought, shown),
    accept(app, bought, shown, {}, null),
    accept(app, bought, shown, { paymentMethodId: 'pm_card_mastercard' }),
  ])
  const again = await accept(app, bought, shown)

  const outcomes = [...answers, again].map(outcomeOf)
  expect(outcomes.map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => 'paid'))
  expect(new Set(outcomes.map(({ purchaseId }) => purchaseId)).size).toBe(1)
  expect((await booksOf(app, form)).charged).toEqual([1990, 4900])
})

test('an accepted offer whose response was lost is not charged again', async () => {
  await cutCharges('cut_after')
  const key = newKey()
  const first = outcomeOf(await accept(app, bought, shown, {}, key))
  expect(first.status).toBe('processing')
  expect((await offerOf(app, bought)).id).toBe(shown.id)
  await setFaults(app, {})
  const [again, elsewhere] = [await accept(app, bought, shown, {}, key), await accept(app, bought, shown)]

  expect([outcomeOf(again).status, outcomeOf(elsewhere).status]).toEqual(['paid', 'paid'])
  expect((await offerOf(app, bought)).title).toBe('A set of brushes')
  expect((await booksOf(app, form)).charged).toEqual([1990, 4900])
})

test('an offer whose charge never reached Stripe can be accepted again', async () => {
  await cutCharges('cut_before')
  const first = outcomeOf(await accept(app, bought, shown))
  expect(first.status).toBe('processing')
  await decline(app, bought, shown)
  expect((await offerOf(app, bought)).id).toBe(shown.id)
  await setFaults(app, {})
  app.clock.advance(120)
  await reconcile(app.services)
  expect(await stateOf(app, first)).toMatchObject({ status: 'failed' })

  expect(outcomeOf(await accept(app, bought, shown)).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([1990, 4900])
})

test('a repeated acceptance returns its earlier outcome even after the form is deleted', async () => {
  const keys = [newKey(), newKey(), newKey()]
  const declined = { paymentMethodId: 'pm_card_chargeCustomerFail' }
  const refused = [
    await accept(app, bought, shown, declined, keys[0]),
    await accept(app, bought, shown, declined, keys[1]),
  ]
  const over = await order(app, form)
  const shownToo = await offerOf(app, over)
  app.clock.advance(10)
  const paid = await accept(app, over, shownToo, {}, keys[2])
  await call(app, 'DELETE', `/api/forms/${form}`, { token: seller.token })
  const again = await accept(app, bought, shown, declined, keys[0])
  const paidAgain = await accept(app, over, shownToo, {}, keys[2])

  expect([...refused, again].map(({ status }) => status)).toEqual([402, 402, 402])
  expect(errorOf(again).details).toEqual(refused[0] && errorOf(refused[0]).details)
  expect(paidAgain.body).toEqual(paid.body)
  expect((await accept(app, bought, shown)).status).toBe(410)
})

test('a card that replaces a declined one is also charged for the next offer', async () => {
  const refused = await accept(app, bought, shown, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  expect([refused.status, errorOf(refused).code]).toEqual([402, 'payment_refused'])
  expect((await offerOf(app, bought)).id).toBe(shown.id)
  const answer = await accept(app, bought, shown, { paymentMethodId: 'pm_card_mastercard' })
  expect(outcomeOf(answer).status).toBe('paid')
  expect(outcomeOf(await accept(app, bought, await offerOf(app, bought))).status).toBe('paid')

  const offers = await offersOf(bought.purchaseId)
  expect(offers.map(({ status, paymentMethodId }) => `${status} ${paymentMethodId}`)).toEqual([
    'failed pm_card_chargeCustomerFail',
    'paid pm_card_mastercard',
    'paid pm_card_mastercard',
  ])
  expect((await booksOf(app, form)).charged).toEqual([900, 1990, 4900])
})

test('a repeated key returns the same outcome, and is rejected with another card', async () => {
  const key = newKey()
  const card = { paymentMethodId: 'pm_card_chargeCustomerFail' }
  expect((await accept(app, bought, shown, card, key)).status).toBe(402)
  expect((await accept(app, bought, shown, card, key)).status).toBe(402)
  const reused = await accept(app, bought, shown, {}, key)

  expect([reused.status, errorOf(reused).code]).toEqual([422, 'idempotency_key_reused'])
  expect(await offersOf(bought.purchaseId)).toHaveLength(1)
})

test('a buyer can decline an offer during authentication, and it is never charged', async () => {
  const card = { paymentMethodId: 'pm_card_authenticationRequired' }
  const asked = outcomeOf(await accept(app, bought, shown, card))
  expect(asked).toMatchObject({ status: 'requires_action' })
  expect(outcomeOf(await accept(app, bought, shown))).toMatchObject({
    status: 'requires_action',
    purchaseId: asked.purchaseId,
  })
  await decline(app, bought, shown)

  expect((await offerOf(app, bought)).title).toBe('A set of brushes')
  const intents = await sandboxList(app, 'payment_intents')
  const intent = intents.find(({ metadata }) => metadata?.['purchase'] === asked.purchaseId)
  expect(intent?.status).toBe('canceled')
  expect((await accept(app, bought, shown)).status).toBe(410)
})

test('a declined payment is canceled on Stripe before the next attempt', async () => {
  const refused = await accept(app, bought, shown, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  const { purchaseId } = errorOf(refused).details ?? {}
  await accept(app, bought, shown)

  const intents = await sandboxList(app, 'payment_intents')
  const ofFirst = intents.find(({ metadata }) => metadata?.['purchase'] === purchaseId)
  expect(ofFirst?.status).toBe('canceled')
})

test('a buyer cannot try again while the declined payment cannot be canceled', async () => {
  await accept(app, bought, shown, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  await setFaults(app, {
    calls: [
      { method: 'POST', path: '/v1/payment_intents/*/cancel', times: 9, fault: { kind: 'cut_before' } },
    ],
  })
  const answer = await accept(app, bought, shown)
  expect([answer.status, errorOf(answer).message]).toEqual([
    503,
    'The payment service cannot be reached. You have not been charged.',
  ])
  await setFaults(app, {})

  expect(outcomeOf(await accept(app, bought, shown)).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([1990, 4900])
})

test('an offer accepted and declined simultaneously is either paid or declined', async () => {
  const [accepted] = await Promise.all([accept(app, bought, shown), decline(app, bought, shown)])
  const isPaid = accepted.status === 200

  expect((await current(app, bought)).accepted).toHaveLength(isPaid ? 1 : 0)
  expect((await booksOf(app, form)).charged).toEqual(isPaid ? [1990, 4900] : [4900])
})

test('within fifteen minutes, an accepted offer can be undone for one full refund', async () => {
  const { purchaseId } = outcomeOf(await accept(app, bought, shown))
  const [accepted] = (await current(app, bought)).accepted
  expect(accepted?.undoableUntil).toBe(app.clock.now().getTime() + 15 * 60_000)
  app.clock.advance(15 * 60)
  const answers = await Promise.all([undo(app, bought, shown), undo(app, bought, shown)])
  expect(answers.map((answer) => undone(answer).refund)).toContain('refunded')
  app.clock.advance(1)
  expect(undone(await undo(app, bought, shown))).toMatchObject({ refund: 'refunded', undoableUntil: null })

  const refunds = (await sandboxList(app, 'refunds')).filter(
    ({ metadata }) => metadata?.['purchase'] === purchaseId,
  )
  expect(refunds.map(({ amount }) => amount)).toEqual([1990])
  await workOffEvents(app.services)
  const mails = await app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('purchaseId', '=', purchaseId)
    .execute()
  expect(mails.map(({ kind }) => kind).toSorted()).toEqual(['receipt', 'refund'])
  // The buyer accepted this offer and undid it, so it is not charged again.
  expect((await accept(app, bought, shown)).status).toBe(200)
  expect((await booksOf(app, form)).charged).toEqual([1990, 4900])
})

test('an offer cannot be undone before it is accepted or after fifteen minutes', async () => {
  expect((await undo(app, bought, shown)).status).toBe(404)
  await accept(app, bought, shown)
  app.clock.advance(15 * 60 + 1)
  const late = await undo(app, bought, shown)

  expect([late.status, errorOf(late).code]).toEqual([409, 'undo_over'])
  expect((await current(app, bought)).accepted).toMatchObject([{ undoableUntil: null, refund: null }])
})

test('if Stripe does not respond, an undone offer stays pending until the refund is made', async () => {
  await accept(app, bought, shown)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/refunds', times: 9, fault: { kind: 'cut_after' } }],
  })
  expect(undone(await undo(app, bought, shown))).toMatchObject({ refund: 'pending' })
  await setFaults(app, {})
  app.clock.advance(60)
  await reconcileRefunds(app.services)

  expect((await current(app, bought)).accepted).toMatchObject([{ refund: 'refunded' }])
})

test('a buyer can try to undo an offer again after Stripe rejected the refund', async () => {
  await accept(app, bought, shown)
  const fault = { kind: 'error', status: 400, stored: false }
  await setFaults(app, { calls: [{ method: 'POST', path: '/v1/refunds', times: 1, fault }] })
  const refused = await undo(app, bought, shown)
  const [again, later] = [await undo(app, bought, shown), await undo(app, bought, shown)]

  expect([refused.status, errorOf(refused).code]).toEqual([409, 'refund_refused'])
  expect([undone(again).refund, undone(later).refund]).toEqual(['refunded', 'refunded'])
  const refunds = await app.services.db
    .selectFrom('refunds')
    .select(['status', 'amount'])
    .where('idempotencyKey', 'like', `%${shown.id}%`)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()
  expect(refunds).toEqual([
    { status: 'failed', amount: 1990 },
    { status: 'succeeded', amount: 1990 },
  ])
})

test('an offer that is partially refunded and then undone causes no difference in the reconciliation', async () => {
  const { purchaseId } = outcomeOf(await accept(app, bought, shown))
  const refund = await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, {
    token: seller.token,
    body: { amount: 5 },
  })
  expect(refund.status).toBe(201)
  expect(undone(await undo(app, bought, shown))).toMatchObject({ refund: 'refunded' })
  app.clock.advance(3600)

  expect((await reconcileAccounts(app.services)).filter((found) => found.purchaseId === purchaseId)).toEqual(
    [],
  )
})
