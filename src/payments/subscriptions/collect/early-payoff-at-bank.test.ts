import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { methods, tokenOf } from '#buying/checkout/pay/test-tokens.ts'
import { newId } from '#foundation/db/new-id.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { cancelSubscription } from '../end/cancel-subscription.ts'
import {
  ask,
  begunSetup,
  changeCard,
  checkAll,
  confirmSetup,
  later,
  mailsOf,
  paidTotalsOf,
  payOffEarly,
  purchasesOf,
  rowOf,
  subscribe,
  untilTheEnd,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

const hour = 3_600_000

async function plan(fields: object = {}, payment: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 70, cancelAfter: 3, ...fields }, payment)
  await checkAll(app)
  return ordered
}

const payoffsOf = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).filter(({ kind }) => kind === 'payoff')
const endedFor = async ({ purchaseId }: Ordered) => {
  const { data } = await app.services.db
    .selectFrom('mails')
    .select('data')
    .where('purchaseId', '=', purchaseId)
    .where('kind', '=', 'subscription_ended')
    .executeTakeFirstOrThrow()
  return data
}

const waiting = z.object({
  status: z.literal('requires_action'),
  clientSecret: z.string(),
  payoffId: z.string(),
})

/** A plan whose buyer has clicked, and whose bank now asks them. */
async function atBank(): Promise<
  z.output<typeof waiting> & { readonly ordered: Ordered; readonly key: string }
> {
  const ordered = await plan()
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  const { setupIntentId, clientSecret } = begun
  await confirmSetup(app, seller, begun, 'pm_card_authenticationRequired')
  await answerBank(app, clientSecret)
  expect((await ask(app, ordered, '/card/finish', { setupIntentId })).status).toBe(200)
  const key = newId()
  const { body } = await payOffEarly(app, ordered, 14_000, key)
  return { ordered, key, ...waiting.parse(body) }
}

/** Returns the payment's state at the provider. */
async function authenticate(clientSecret: string, outcome: 'complete' | 'fail') {
  const [intent] = clientSecret.split('_secret_')
  await answerBank(app, clientSecret, outcome)
  return (await sandboxList(app, 'payment_intents')).find(({ id }) => id === intent)?.status
}

/** Like the seller's route, whose token would have expired on these clocks. */
const endAsSeller = async (ordered: Ordered) =>
  cancelSubscription(app.services, await rowOf(app, ordered), 'now', 'seller')

test('the question after the bank begins nothing, and neither does a repeat of the same click', async () => {
  const { ordered, key, clientSecret, payoffId } = await atBank()
  await authenticate(clientSecret, 'fail')
  // The event or the job came first: the attempt is over, and its hold is undone.
  await reconcile(app.services)
  const state = await ask(app, ordered, '/pay-off/state', { payoffId })
  expect([state.status, state.body]).toMatchObject([402, { code: 'payment_refused' }])
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ payoffPurchaseId: null, cancelAtPeriodEnd: false })

  expect((await ask(app, ordered, '/pay-off/state', { payoffId })).status).toBe(402)
  expect((await payOffEarly(app, ordered, 14_000, key)).status).toBe(402)
  expect(await payoffsOf(ordered)).toMatchObject([{ status: 'failed' }])
  expect((await payOffEarly(app, ordered, 13_000, key)).status).toBe(422)
  const next = waiting.parse((await payOffEarly(app, ordered, 14_000)).body)
  expect(next.payoffId).not.toBe(payoffId)
  await authenticate(next.clientSecret, 'complete')
  expect((await ask(app, ordered, '/pay-off/state', { payoffId: next.payoffId })).body).toMatchObject({
    status: 'paid',
    subscription: { status: 'canceled', payoffState: 'paid' },
  })
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

test('another click while the bank asks is answered by the first, and its question begins nothing', async () => {
  const { ordered, clientSecret, payoffId } = await atBank()
  const second = waiting.parse((await payOffEarly(app, ordered, 14_000)).body)
  expect(second).toMatchObject({ clientSecret, payoffId })
  await authenticate(clientSecret, 'fail')
  expect((await ask(app, ordered, '/pay-off/state', { payoffId: second.payoffId })).status).toBe(402)
  expect(await payoffsOf(ordered)).toHaveLength(1)
})

test('a buyer who left their bank’s question finds it on the page and can give up, and the plan continues right away', async () => {
  const { ordered, clientSecret, payoffId } = await atBank()
  const other = await plan()
  const { purchaseId, secret } = ordered
  const page = await (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  expect((await ask(app, other, '/pay-off/give-up', { payoffId })).status).toBe(404)
  const after = wireOf(await ask(app, ordered, '/pay-off/give-up', { payoffId }))

  expect(page).toContain(`"waitingPayoffId":"${payoffId}"`)
  expect(after).toMatchObject({ payoffState: null, canCancel: true, payoff: { total: 14_000 } })
  expect(await authenticate(clientSecret, 'complete')).toBe('canceled')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
})

test('an authentication completed before it was given up is paid', async () => {
  const { ordered, clientSecret, payoffId } = await atBank()
  await authenticate(clientSecret, 'complete')
  const after = wireOf(await ask(app, ordered, '/pay-off/give-up', { payoffId }))
  expect(after).toMatchObject({ status: 'canceled', payoffState: 'paid' })
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

test('one key is one payment, even at the same time, and no one else can ask about it', async () => {
  const [ordered, other] = [await plan(), await plan()]
  const key = newId()
  await Promise.all([1, 2, 3].map(() => payOffEarly(app, ordered, 14_000, key)))
  const [payoff, ...more] = await payoffsOf(ordered)
  expect(more).toEqual([])
  expect((await payOffEarly(app, ordered, 14_000, key)).body).toMatchObject({
    status: 'paid',
    payoffId: payoff?.id,
  })
  expect((await ask(app, other, '/pay-off/state', { payoffId: payoff?.id })).status).toBe(404)
  expect((await ask(app, ordered, '/pay-off', { total: 14_000 })).status).toBe(422)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

test('a buyer who cancels while the bank asks is charged neither the rest nor a renewal', async () => {
  const { ordered, clientSecret } = await atBank()
  expect(wireOf(await ask(app, ordered, '')).canCancel).toBe(true)
  const canceled = wireOf(await ask(app, ordered, '/cancel'))
  expect(canceled).toMatchObject({ canCancel: false, canResume: true, payoffState: null })
  expect(await rowOf(app, ordered)).toMatchObject({
    cancellation: 'period_end',
    cancellationBy: 'buyer',
    cancelAtPeriodEnd: true,
    payoffPurchaseId: null,
  })
  expect(await authenticate(clientSecret, 'complete')).toBe('canceled')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await mailsOf(app, ordered)).toContain('subscription_canceled')
  expect(await endedFor(ordered)).toMatchObject({ reason: 'canceled' })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a plan canceled while the bank asked can be resumed, and continues to its last payment', async () => {
  const { ordered } = await atBank()
  await ask(app, ordered, '/cancel')
  await ask(app, ordered, '/resume')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
})

test('a plan its seller ends now can no longer be paid off, and is not reported as paid', async () => {
  const { ordered, clientSecret } = await atBank()
  await endAsSeller(ordered)
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', payoffPurchaseId: null })
  expect(await authenticate(clientSecret, 'complete')).toBe('canceled')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000])
  expect(await endedFor(ordered)).toMatchObject({ reason: 'canceled' })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a plan ended at the provider can no longer be paid off either', async () => {
  const { ordered, clientSecret } = await atBank()
  const { stripeAccountId, stripeSubscriptionId } = await rowOf(app, ordered)
  await app.services.provider.endSubscription(stripeAccountId, stripeSubscriptionId ?? '')
  await later(app, 61_000)
  await checkAll(app)
  expect(await authenticate(clientSecret, 'complete')).toBe('canceled')
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', payoffPurchaseId: null })
  expect(await endedFor(ordered)).toMatchObject({ reason: 'canceled' })
})

test('a plan ended now while the charge has no answer waits for it, and its buyer learns that it is paid', async () => {
  const ordered = await plan()
  const calls = [{ method: 'POST', path: '/v1/payment_intents', times: 9, fault: { kind: 'cut_after' } }]
  await setFaults(app, { ...lostEvents, calls })
  expect((await payOffEarly(app, ordered, 14_000)).body).toMatchObject({ status: 'processing' })
  await setFaults(app, lostEvents)
  await endAsSeller(ordered)
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await endedFor(ordered)).toMatchObject({ reason: 'completed' })
  expect(await reconcileAccounts(app.services)).toEqual([])
})

test('a plan paid by debit cannot be paid off, since its outcome is unknown for days', async () => {
  const confirmationToken = await tokenOf(app, seller.account, methods.debit(), true)
  const ordered = await plan({ currency: 'eur' }, { paymentMethodId: null, confirmationToken })
  await reconcile(app.services)
  await later(app, hour)
  await checkAll(app)
  expect((await rowOf(app, ordered)).paidCycles).toBe(1)
  const refused = await payOffEarly(app, ordered, 14_000)
  expect([refused.status, refused.body]).toMatchObject([409, { code: 'payoff_needs_card' }])
  expect(await payoffsOf(ordered)).toEqual([])
  const pageOf = async ({ purchaseId, secret }: typeof ordered) =>
    (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  // The page says so before any click, and for a card it does not.
  expect(await pageOf(ordered)).toContain('"mayNeedCard":true')
  expect(await pageOf(await plan())).toContain('"mayNeedCard":false')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  expect((await payOffEarly(app, ordered, 14_000)).body).toMatchObject({ status: 'paid' })
})

test('a hold that arrives after its payment failed is undone', async () => {
  const ordered = await plan()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  expect((await payOffEarly(app, ordered, 14_000)).status).toBe(402)
  await checkAll(app)
  const before = await rowOf(app, ordered)
  expect(before).toMatchObject({ payoffPurchaseId: null, cancelAtPeriodEnd: false })
  const [payoff] = await payoffsOf(ordered)
  await app.services.provider.changeEnd(before.stripeAccountId, before.stripeSubscriptionId ?? '', {
    heldFor: payoff?.id ?? '',
  })
  await later(app, 2 * 60_000 + 1000)
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({
    cancelAtPeriodEnd: false,
    cancelAt: before.cancelAt,
    cancellation: null,
  })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
})

test('an end the seller sets at the provider after a payment failed stays', async () => {
  const ordered = await plan()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  expect((await payOffEarly(app, ordered, 14_000)).status).toBe(402)
  await checkAll(app)
  const { stripeAccountId, stripeSubscriptionId } = await rowOf(app, ordered)
  await app.services.provider.changeEnd(stripeAccountId, stripeSubscriptionId ?? '', {
    cancelAtPeriodEnd: true,
  })
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000])
})
