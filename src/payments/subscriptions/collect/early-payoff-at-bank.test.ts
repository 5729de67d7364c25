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

/** Makes a plan whose early payoff is waiting for authentication. */
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

/** Responds on the bank's page, and returns the payment's state on Stripe. */
async function authenticate(clientSecret: string, outcome: 'complete' | 'fail') {
  const [intent] = clientSecret.split('_secret_')
  await answerBank(app, clientSecret, outcome)
  return (await sandboxList(app, 'payment_intents')).find(({ id }) => id === intent)?.status
}

/** Ends the subscription as the seller's route does. A seller's access token would have expired by this clock. */
const endAsSeller = async (ordered: Ordered) =>
  cancelSubscription(app.services, await rowOf(app, ordered), 'now', 'seller')

// Proves early-payoff.
test('reading a failed early payoff or repeating its key does not start it again', async () => {
  const { ordered, key, clientSecret, payoffId } = await atBank()
  await authenticate(clientSecret, 'fail')
  // The job settles the failed attempt and releases the renewals before the page requests the state.
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

test('clicking again during authentication returns the same early payoff', async () => {
  const { ordered, clientSecret, payoffId } = await atBank()
  const second = waiting.parse((await payOffEarly(app, ordered, 14_000)).body)
  expect(second).toMatchObject({ clientSecret, payoffId })
  await authenticate(clientSecret, 'fail')
  expect((await ask(app, ordered, '/pay-off/state', { payoffId: second.payoffId })).status).toBe(402)
  expect(await payoffsOf(ordered)).toHaveLength(1)
})

test('a buyer can cancel an unfinished early payoff, and the plan continues', async () => {
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

test('an early payoff authenticated just before its cancellation is paid', async () => {
  const { ordered, clientSecret, payoffId } = await atBank()
  await authenticate(clientSecret, 'complete')
  const after = wireOf(await ask(app, ordered, '/pay-off/give-up', { payoffId }))
  expect(after).toMatchObject({ status: 'canceled', payoffState: 'paid' })
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 14_000])
})

test('a repeated key pays off a plan only once', async () => {
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

// Proves early-payoff.
test('a buyer who cancels the plan during authentication is not charged again', async () => {
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

test('a plan canceled during authentication can be resumed and runs to its end', async () => {
  const { ordered } = await atBank()
  await ask(app, ordered, '/cancel')
  await ask(app, ordered, '/resume')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await untilTheEnd(app)
  expect(await paidTotalsOf(app, ordered)).toEqual([7000, 7000, 7000])
})

test('a plan that the seller ends during authentication cannot be paid off', async () => {
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

test('a plan that is ended on Stripe during authentication cannot be paid off', async () => {
  const { ordered, clientSecret } = await atBank()
  const { stripeAccountId, stripeSubscriptionId } = await rowOf(app, ordered)
  await app.services.provider.endSubscription(stripeAccountId, stripeSubscriptionId ?? '')
  await later(app, 61_000)
  await checkAll(app)
  expect(await authenticate(clientSecret, 'complete')).toBe('canceled')
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', payoffPurchaseId: null })
  expect(await endedFor(ordered)).toMatchObject({ reason: 'canceled' })
})

test('a plan that ends while its early payoff has no response counts as paid', async () => {
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

test('a plan paid by debit needs a card for its early payoff', async () => {
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
  // The page asks for a card before the buyer can click, unless one is set.
  expect(await pageOf(ordered)).toContain('"mayNeedCard":true')
  expect(await pageOf(await plan())).toContain('"mayNeedCard":false')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  expect((await payOffEarly(app, ordered, 14_000)).body).toMatchObject({ status: 'paid' })
})

// Proves early-payoff.
test('if renewals are held back after their early payoff has failed, they are released', async () => {
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

test('an end that the seller sets on Stripe after a failed early payoff stays', async () => {
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
