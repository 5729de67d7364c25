import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { compareBooks } from '#payments/compare-books.ts'
import {
  call,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { workOffEvents } from '#webhooks/work-event.ts'
import { checkSubscriptions } from './check-subscriptions.ts'
import {
  ask,
  asSeller,
  invoicesOf,
  mailsOf,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  wireOf,
  type Ordered,
} from './test-subscriptions.ts'

let app: TestApp
let seller: TestSeller
let stranger: TestSeller

const day = 86_400_000
const noEvents = { events: [{ type: '*', fault: { kind: 'drop' } }] }

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  stranger = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, noEvents))

const later = (milliseconds: number) => moveTo(app, new Date(app.clock.now().getTime() + milliseconds))

type Fields = Readonly<Record<string, unknown>>

/** A subscription that is active, compared with the provider once. */
async function active(plan: Fields = {}, payment: Fields = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { billingPeriod: 'Monthly', ...plan }, payment)
  await checkSubscriptions(app.parts)
  return ordered
}

const kinds = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).map(({ kind, status }) => `${kind} ${status}`)

test('a renewal is recorded once, however often and in whatever order its events come', async () => {
  await setFaults(app, {
    events: [
      { type: 'invoice.*', fault: { kind: 'duplicate', times: 3 } },
      { type: 'customer.*', fault: { kind: 'reorder' } },
    ],
  })
  const ordered = await active()
  await later(31 * day + 4_000_000)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  await Promise.all([workOffEvents(app.parts), workOffEvents(app.parts), checkSubscriptions(app.parts)])
  await workOffEvents(app.parts)

  expect(await kinds(ordered)).toEqual(['order paid', 'renewal paid'])
  expect(await mailsOf(app, ordered)).toEqual(['receipt', 'renewal'])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 2 })
})

test('with every event lost, the comparison of the books finds a renewal and records it without an alarm', async () => {
  const ordered = await active()
  await later(31 * day + 4_000_000)
  await app.parts.db.updateTable('subscriptions').set({ nextCheckAt: null }).execute()
  await later(2 * 3_600_000)
  const differences = await compareBooks(app.parts)
  const again = await compareBooks(app.parts)

  expect(await kinds(ordered)).toEqual(['order paid', 'renewal paid'])
  expect([differences, again]).toEqual([[], []])
})

test('a renewal that is declined is told to the buyer, tried again, and ends the subscription after the last try', async () => {
  const ordered = await active({ cancelAfter: 12 }, { paymentMethodId: 'pm_card_visa' })
  await breakCard(ordered)
  await later(31 * day + 4_000_000)
  await checkSubscriptions(app.parts)
  const failed = wireOf(await ask(app, ordered, ''))
  await later(20 * day)
  await checkSubscriptions(app.parts)

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

/** From now on the buyer's card is declined. */
async function breakCard(ordered: Ordered) {
  const { stripeCustomerId } = await rowOf(app, ordered)
  await changeCard(ordered, 'pm_card_chargeCustomerFail')
  return stripeCustomerId
}

/** What the page does: the SetupIntent is confirmed with the publishable key, then our server is told. */
async function changeCard(ordered: Ordered, card: string) {
  const begun = z
    .object({ setupIntentId: z.string(), clientSecret: z.string() })
    .parse((await ask(app, ordered, '/card')).body)
  await fetch(`${app.sandbox.url}/v1/setup_intents/${begun.setupIntentId}/confirm`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_tillform_sandbox',
      'stripe-account': seller.account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ client_secret: begun.clientSecret, payment_method: card }),
  })
  return ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId })
}

test('another card pays the open invoice at once, and the plan still has its number of payments', async () => {
  const ordered = await active({ billingPeriod: 'Weekly', cancelAfter: 3 })
  await breakCard(ordered)
  await later(7 * day + 4_000_000)
  await checkSubscriptions(app.parts)
  const declined = await changeCard(ordered, 'pm_card_chargeCustomerFail')
  const mended = await changeCard(ordered, 'pm_card_mastercard')
  const answer = z.object({ subscription: z.unknown(), clientSecret: z.null() }).parse(mended.body)
  await later(30 * day)
  await checkSubscriptions(app.parts)

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

test('a card that its bank wants to see is confirmed in place', async () => {
  const ordered = await active()
  await breakCard(ordered)
  await later(31 * day + 4_000_000)
  await checkSubscriptions(app.parts)
  const { stripeAccountId: account, stripeCustomerId } = await rowOf(app, ordered)
  const setup = await app.parts.provider.createCardSetup(account, stripeCustomerId ?? '')
  await confirmAtBank(setup.id, setup.clientSecret)
  const answer = await ask(app, ordered, '/card/finish', { setupIntentId: setup.id })
  const { clientSecret } = z.object({ clientSecret: z.string() }).parse(answer.body)
  await authenticate({ payment_intent: clientSecret.split('_secret_')[0], client_secret: clientSecret })

  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({
    status: 'active',
    needsCard: false,
    paidCycles: 2,
  })
})

async function confirmAtBank(id: string, clientSecret: string) {
  await fetch(`${app.sandbox.url}/v1/setup_intents/${id}/confirm`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer pk_test_tillform_sandbox',
      'stripe-account': seller.account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      client_secret: clientSecret,
      payment_method: 'pm_card_authenticationRequired',
    }),
  })
  await authenticate({ setup_intent: id, client_secret: clientSecret })
}

async function authenticate(body: object) {
  await fetch(`${app.sandbox.url}/sandbox/authentications`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...body, outcome: 'complete' }),
  })
}

test('a SetupIntent of somebody else, or one that nobody confirmed, changes no card', async () => {
  const [one, other] = [await active(), await active()]
  const { stripeAccountId: account, stripeCustomerId } = await rowOf(app, other)
  const foreign = await app.parts.provider.createCardSetup(account, stripeCustomerId ?? '')
  const own = z.object({ setupIntentId: z.string() }).parse((await ask(app, one, '/card')).body)
  const statuses = [
    await ask(app, one, '/card/finish', { setupIntentId: foreign.id }),
    await ask(app, one, '/card/finish', { setupIntentId: own.setupIntentId }),
    await ask(app, one, '/card/finish', { setupIntentId: 'seti_unknown' }),
  ].map(({ status }) => status)

  expect(statuses).toEqual([422, 422, 422])
})

test.each([0, 12])(
  'the buyer cancels, resumes, cancels again; nothing is charged after the period (%i cycles)',
  async (cancelAfter) => {
    const ordered = await active({ cancelAfter })
    const before = wireOf(await ask(app, ordered, ''))
    const canceled = wireOf(await ask(app, ordered, '/cancel'))
    const resumed = wireOf(await ask(app, ordered, '/resume'))
    const { cancelAt, cancelAtPeriodEnd } = await rowOf(app, ordered)
    await ask(app, ordered, '/cancel')
    const twice = await ask(app, ordered, '/cancel')
    await later(40 * day)
    await checkSubscriptions(app.parts)

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

test('a cancellation that can not reach the provider is kept and carried out as soon as it can', async () => {
  const ordered = await active()
  await setFaults(app, {
    ...noEvents,
    calls: [{ method: '*', path: '/v1/subscriptions/*', fault: { kind: 'cut_before' } }],
  })
  const canceled = await ask(app, ordered, '/cancel')
  await setFaults(app, noEvents)
  await checkSubscriptions(app.parts)
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)

  expect(wireOf(canceled)).toMatchObject({ canCancel: false, canResume: true })
  expect((await app.parts.provider.retrieveSubscription(account, id ?? '')).cancelAtPeriodEnd).toBe(true)
})

test('canceling a payment that was declined ends it at once, and its invoice can not be paid any more', async () => {
  const ordered = await active()
  await breakCard(ordered)
  await later(31 * day + 4_000_000)
  await checkSubscriptions(app.parts)
  const answer = wireOf(await ask(app, ordered, '/cancel'))

  expect(answer).toMatchObject({ status: 'canceled', canCancel: false, needsCard: false })
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['void', 'paid'])
})

test('the seller cancels a sale’s subscription; the buyer can not resume it, and no other seller can', async () => {
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

test('a wrong secret, a one-time purchase and an unknown one are not found', async () => {
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

test('what the seller ends at the provider is ended here', async () => {
  const ordered = await active()
  const { stripeAccountId: account, stripeSubscriptionId: id } = await rowOf(app, ordered)
  await setFaults(app, {})
  await app.parts.provider.endSubscription(account, id ?? '')
  await new Promise((resolve) => setTimeout(resolve, 300))
  await workOffEvents(app.parts)

  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled' })
  expect(await mailsOf(app, ordered)).toEqual(['receipt', 'subscription_ended'])
})
