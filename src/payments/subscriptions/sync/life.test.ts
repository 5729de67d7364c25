import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { collectNotifications } from '#selling/notifications/collect-notifications.ts'
import { saleDetail } from '#selling/sales/contract.ts'
import {
  answerBank,
  askProvider,
  call,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { describeSubscription } from '../describe-subscription.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  confirmSetup,
  invoicesOf,
  later,
  mailsOf,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
let stranger: TestSeller

const day = 86_400_000
beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  stranger = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

type Fields = Readonly<Record<string, unknown>>

/** Moves to an hour after the end of the period, when Stripe charges the invoice. */
async function pastRenewal(ordered: Ordered): Promise<void> {
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 4_000_000))
}

/** Makes an active subscription and compares it with Stripe. */
async function active(recurrence: Fields = {}, payment: Fields = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { billingPeriod: 'Monthly', ...recurrence }, payment)
  await checkAll(app)
  return ordered
}

const kinds = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).map(({ kind, status }) => `${kind} ${status}`)

test('a renewal is recorded once despite duplicate and reordered events', async () => {
  await setFaults(app, {
    events: [
      { type: 'invoice.*', fault: { kind: 'duplicate', times: 3 } },
      { type: 'customer.*', fault: { kind: 'reorder' } },
    ],
  })
  const ordered = await active()
  await pastRenewal(ordered)
  await app.sandbox.untilDelivered()
  await Promise.all([workOffEvents(app.services), workOffEvents(app.services), checkAll(app)])
  await workOffEvents(app.services)

  expect(await kinds(ordered)).toEqual(['order paid', 'renewal paid'])
  expect(await mailsOf(app, ordered)).toEqual(['receipt', 'renewal'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 2 })
})

test('reconciliation records a renewal whose events were lost', async () => {
  const ordered = await active()
  await pastRenewal(ordered)
  await app.services.db.updateTable('subscriptions').set({ nextCheckAt: null }).execute()
  await later(app, 2 * 3_600_000)
  const differences = await reconcileAccounts(app.services)
  const again = await reconcileAccounts(app.services)

  expect(await kinds(ordered)).toEqual(['order paid', 'renewal paid'])
  expect([differences, again]).toEqual([[], []])
})

test('a declined renewal is reported by email and retried until the subscription ends', async () => {
  const ordered = await active({ cancelAfter: 12 }, { paymentMethodId: 'pm_card_visa' })
  await breakCard(ordered)
  await pastRenewal(ordered)
  await checkAll(app)
  const failed = wireOf(await ask(app, ordered, ''))
  await later(app, 20 * day)
  await checkAll(app)

  expect(failed).toMatchObject({ status: 'past_due', needsCard: true, nextChargeAt: null, paidCycles: 1 })
  expect(failed.nextPaymentAttempt).not.toBeNull()
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({
    status: 'canceled',
    canCancel: false,
    needsCard: false,
  })
  expect(await mailsOf(app, ordered)).toEqual(['receipt', 'renewal_failed', 'subscription_ended'])
  expect(await kinds(ordered)).toEqual(['order paid'])
})

/** Replaces the buyer's card with one that is declined. */
async function breakCard(ordered: Ordered) {
  const { stripeCustomerId } = await rowOf(app, ordered)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  return stripeCustomerId
}

test('a failed renewal reports the amount due after account credit', async () => {
  const ordered = await active({ cancelAfter: 12 })
  const { stripeCustomerId } = await rowOf(app, ordered)
  await askProvider(app, seller.account, `/v1/customers/${stripeCustomerId}`, { balance: '-2000' })
  await breakCard(ordered)
  await pastRenewal(ordered)
  await checkAll(app)
  await collectNotifications(app.services)
  const { db } = app.services
  const ofLater = async (unpaidInvoiceId: string | null) => {
    const change = db.updateTable('subscriptions').set({ unpaidInvoiceId })
    await change.where('orderId', '=', ordered.purchaseId).execute()
  }
  const ofOrder = (table: 'mails' | 'notices') =>
    db.selectFrom(table).selectAll().where('purchaseId', '=', ordered.purchaseId).orderBy('id').execute()

  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ total: 4900, needsCard: true, due: 2900 })
  // Earlier releases recorded a newer unpaid invoice in this way.
  const row = await rowOf(app, ordered)
  await ofLater('in_later')
  expect(describeSubscription(await rowOf(app, ordered), app.clock.now()).due).toBe(4900)
  await ofLater(row.unpaidInvoiceId)
  const failed = { kind: 'renewal_failed' }
  expect(await ofOrder('mails')).toMatchObject([{ kind: 'receipt' }, { ...failed, data: { total: 2900 } }])
  expect(await ofOrder('notices')).toMatchObject([{ kind: 'sale' }, { ...failed, amount: 2900 }])
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ needsCard: false, due: null })
  expect((await purchasesOf(app, ordered)).map(({ total }) => total)).toEqual([4900, 2900])
})

test('a new card pays the open invoice right away and keeps the plan’s end', async () => {
  const ordered = await active({ billingPeriod: 'Weekly', cancelAfter: 3 })
  await breakCard(ordered)
  await pastRenewal(ordered)
  await checkAll(app)
  const declined = await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const mended = await changeCard(app, seller, ordered, 'pm_card_mastercard')
  const answer = z.object({ subscription: z.unknown(), clientSecret: z.null() }).parse(mended.body)
  await later(app, 30 * day)
  await checkAll(app)

  expect(declined.status).toBe(402)
  expect(answer.subscription).toMatchObject({ status: 'active', needsCard: false, paidCycles: 2 })
  expect(await kinds(ordered)).toEqual(['order paid', 'renewal paid', 'renewal paid'])
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['paid', 'paid', 'paid'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 3 })
  expect(await mailsOf(app, ordered)).toEqual([
    'receipt',
    'renewal',
    'renewal',
    'renewal_failed',
    'subscription_ended',
  ])
})

test('a buyer can authenticate the new card’s payment of an open invoice', async () => {
  const ordered = await active()
  await breakCard(ordered)
  await pastRenewal(ordered)
  await checkAll(app)
  const { stripeAccountId: account, stripeCustomerId } = await rowOf(app, ordered)
  const setup = await app.services.provider.createCardSetup(account, stripeCustomerId ?? '')
  const setupIntent = { setupIntentId: setup.id, clientSecret: setup.clientSecret }
  await confirmSetup(app, seller, setupIntent, 'pm_card_authenticationRequired')
  await answerBank(app, setup.clientSecret)
  const answer = await ask(app, ordered, '/card/finish', { setupIntentId: setup.id })
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(answer.body)
  await answerBank(app, clientSecret)

  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({
    status: 'active',
    needsCard: false,
    paidCycles: 2,
  })
})

test('a SetupIntent that is unconfirmed or belongs to another buyer changes no card', async () => {
  const [one, other] = [await active(), await active()]
  const { stripeAccountId: account, stripeCustomerId } = await rowOf(app, other)
  const foreign = await app.services.provider.createCardSetup(account, stripeCustomerId ?? '')
  const own = z.object({ setupIntentId: z.string() }).parse((await ask(app, one, '/card')).body)
  const statuses = [
    await ask(app, one, '/card/finish', { setupIntentId: foreign.id }),
    await ask(app, one, '/card/finish', { setupIntentId: own.setupIntentId }),
    await ask(app, one, '/card/finish', { setupIntentId: 'seti_unknown' }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([422, 422, 422])
})

test.each([0, 12])(
  'a buyer who cancels, resumes and cancels again is not charged again (%i cycles)',
  async (cancelAfter) => {
    const ordered = await active({ cancelAfter })
    const before = wireOf(await ask(app, ordered, ''))
    const canceled = wireOf(await ask(app, ordered, '/cancel'))
    const resumed = wireOf(await ask(app, ordered, '/resume'))
    const { cancelAt, cancelAtPeriodEnd } = await rowOf(app, ordered)
    await ask(app, ordered, '/cancel')
    const twice = await ask(app, ordered, '/cancel')
    await later(app, 40 * day)
    await checkAll(app)

    expect(before).toMatchObject({ canCancel: true, canResume: false })
    expect(canceled).toMatchObject({
      canCancel: false,
      canResume: true,
      nextChargeAt: null,
      endsAt: before.nextChargeAt,
    })
    expect(resumed).toEqual(before)
    expect([cancelAt?.toISOString() ?? null, cancelAtPeriodEnd]).toEqual([before.endsAt, false])
    expect(wireOf(twice)).toEqual(canceled)
    expect(wireOf(await ask(app, ordered, ''))).toMatchObject({
      status: 'canceled',
      endsAt: before.nextChargeAt,
    })
    expect(await kinds(ordered)).toEqual(['order paid'])
    expect((await ask(app, ordered, '/resume')).status).toBe(409)
  },
)

test('a cancellation recorded while Stripe is unreachable is completed later', async () => {
  const ordered = await active()
  await setFaults(app, {
    ...lostEvents,
    calls: [{ method: '*', path: '/v1/subscriptions/*', fault: { kind: 'cut_before' } }],
  })
  const canceled = await ask(app, ordered, '/cancel')
  await setFaults(app, lostEvents)
  await checkAll(app)
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)

  expect(wireOf(canceled)).toMatchObject({ canCancel: false, canResume: true })
  expect((await app.services.provider.retrieveSubscription(account, id ?? '')).cancelAtPeriodEnd).toBe(true)
})

test('a cancellation after a declined payment ends the subscription and voids its invoice', async () => {
  const ordered = await active()
  await breakCard(ordered)
  await pastRenewal(ordered)
  await checkAll(app)
  const answer = wireOf(await ask(app, ordered, '/cancel'))

  expect(answer).toMatchObject({ status: 'canceled', canCancel: false, needsCard: false })
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['void', 'paid'])
})

test('ending a subscription voids all its unpaid invoices', async () => {
  const ordered = await active({ billingPeriod: 'Daily' })
  await breakCard(ordered)
  await later(app, 2 * day + 4_000_000)
  await checkAll(app)
  const before = (await invoicesOf(app, ordered)).map(({ status }) => status)
  await ask(app, ordered, '/cancel')

  expect(before).toEqual(['open', 'open', 'paid'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['void', 'void', 'paid'])
})

test('a buyer cannot resume a subscription the seller canceled', async () => {
  const [one, other] = [await active(), await active()]
  const cancel = (ordered: Ordered, at: string, token = seller.token) =>
    asSeller(app, () =>
      call(app, 'POST', `/api/sales/${ordered.purchaseId}/subscription/cancel`, { token, body: { at } }),
    )
  const refused = await cancel(one, 'now', stranger.token)
  const ending = wireOf(await cancel(one, 'period_end'))
  const ended = wireOf(await cancel(other, 'now'))

  expect(refused.status).toBe(404)
  expect(ending).toMatchObject({ status: 'active', canCancel: false, canResume: false })
  expect((await ask(app, one, '/resume')).status).toBe(409)
  expect(ended).toMatchObject({ status: 'canceled' })
  expect((await ask(app, other, '/card')).status).toBe(409)
})

test('an order’s sale lists its renewals, and each renewal’s sale links to its order', async () => {
  const ordered = await active({ cancelAfter: 12 })
  await pastRenewal(ordered)
  await checkAll(app)
  const read = async (id: string) =>
    saleDetail.parse(
      (await asSeller(app, () => call(app, 'GET', `/api/sales/${id}`, { token: seller.token }))).body,
    )
  const sale = await read(ordered.purchaseId)
  const renewal = await read(sale.followUps[0]?.id ?? '')

  expect(sale).toMatchObject({
    kind: 'order',
    subscription: { status: 'active', paidCycles: 2, cancelAfter: 12, total: 4900 },
    followUps: [{ kind: 'renewal', status: 'paid', total: 4900 }],
  })
  expect(renewal).toMatchObject({ kind: 'renewal', orderId: sale.id, subscription: null, refundable: 4900 })
  expect(renewal.lines).toMatchObject([{ title: 'A course in watercolor', total: 4900 }])
})

test('a subscription gets a 404 with a wrong secret or for a one-time purchase', async () => {
  const ordered = await active()
  const oneTime = await subscribe(app, seller, { priceType: 'OneTimePrice' })
  const statuses = [
    await ask(app, { ...ordered, secret: oneTime.secret }, ''),
    await ask(app, oneTime, '/cancel'),
    await ask(app, { ...ordered, purchaseId: 'nothing' }, '/card'),
  ].map(({ status }) => status)

  expect(statuses).toEqual([404, 404, 404])
  expect((await sandboxList(app, 'subscriptions')).length).toBeGreaterThan(0)
})

test('a subscription that the seller ends on Stripe is recorded as ended', async () => {
  const ordered = await active()
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)
  await setFaults(app, {})
  await app.services.provider.endSubscription(account, id ?? '')
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)

  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await mailsOf(app, ordered)).toEqual(['receipt', 'subscription_ended'])
})
