import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf, pay, stateOf, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import {
  answerBank,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  invoicesOf,
  later,
  mailsOf,
  renew,
  rowOf,
  totalsOf,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { remindOfTrials } from './remind-of-trials.ts'

let app: TestApp
let seller: TestSeller
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
// The outcome must not depend on events.
beforeEach(() => setFaults(app, lostEvents))

const days = (count: number) => count * 86_400_000

/** Creates a form with two weeks of trial and then $24.00 every month. */
const formOf = (fields: object) => {
  const terms = { amount: 24, priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  return asSeller(app, () => createTestForm(app, seller, { ...terms, ...fields }))
}

const order = async (form: string, fields: object = {}) =>
  pay(app, form, {
    email: `ender-${(buyers += 1)}@example.com`,
    consents: await trialConsents(app, form),
    ...fields,
  })

/** A new buyer of a new form. */
async function begin(fields: object): Promise<Ordered> {
  const form = await formOf(fields)
  const { purchaseId, secret } = outcomeOf(await order(form))
  await checkAll(app)
  return { form, purchaseId, secret }
}

async function live(milliseconds: number): Promise<void> {
  await later(app, milliseconds)
  await checkAll(app)
}

/** Changes the subscription as the seller would in the Stripe dashboard. */
async function atProvider(ordered: Ordered, change: Readonly<Record<string, string>>): Promise<void> {
  const { stripeSubscriptionId: id } = await rowOf(app, ordered)
  const answer = await fetch(`${app.sandbox.url}/v1/subscriptions/${id}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${app.config.provider.secretKey}`,
      'stripe-account': seller.account,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams(change),
  })
  expect([answer.status, id]).toEqual([200, id])
}

async function remindersOf(ordered: Ordered): Promise<number> {
  await remindOfTrials(app.services)
  return (await mailsOf(app, ordered)).filter((kind) => kind === 'trial_ending').length
}

test('a trial canceled on Stripe stays canceled and charges nothing', async () => {
  const ordered = await begin({ cancelAfter: 3 })
  await atProvider(ordered, { cancel_at_period_end: 'true' })
  await live(days(1.1))
  expect(wireOf(await ask(app, ordered, ''))).toMatchObject({ nextChargeAt: null, canCancel: false })
  await renew(app, ordered)
  expect((await invoicesOf(app, ordered)).map(({ total }) => total)).toEqual([0])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
})

test('a trial extended on Stripe is followed by all agreed payments', async () => {
  const ordered = await begin({ cancelAfter: 3 })
  const { trialEnd } = await rowOf(app, ordered)
  const moved = (trialEnd?.getTime() ?? 0) + days(40)
  await atProvider(ordered, { trial_end: `${moved / 1000}`, proration_behavior: 'none' })
  await live(days(1.1))
  for (let month = 0; month < 4; month += 1) await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 2400, 2400, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 3 })
})

test('a wrong end date set by an older release is corrected', async () => {
  const ordered = await begin({ cancelAfter: 1 })
  await atProvider(ordered, { cancel_at_period_end: 'true' })
  await app.services.db
    .updateTable('subscriptions')
    .set({ paidCycles: 1, cancelAtPeriodEnd: true })
    .where('orderId', '=', ordered.purchaseId)
    .execute()
  await live(days(1.1))
  for (let month = 0; month < 2; month += 1) await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([0, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 1 })
})

test('a buyer is reminded of a trial’s end even if the order was authenticated', async () => {
  const form = await formOf({ trialAmount: 1 })
  const ordered = outcomeOf(await order(form, { paymentMethodId: 'pm_card_authenticationRequired' }))
  if (ordered.status !== 'requires_action') throw new Error(ordered.status)
  await live(90_000)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'incomplete' })
  await answerBank(app, ordered.clientSecret)
  expect((await stateOf(app, ordered)).status).toBe('paid')
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'trialing' })
  await live(days(7.1))
  expect(await remindersOf({ ...ordered, form })).toBe(1)
})

test('no reminder is sent for a trial that is over or was canceled on Stripe', async () => {
  const canceled = await begin({})
  const ahead = await begin({})
  const over = await begin({})
  await atProvider(canceled, { cancel_at_period_end: 'true' })
  await live(days(7.1))
  app.clock.set(new Date(app.clock.now().getTime() + days(8)))
  expect([await remindersOf(canceled), await remindersOf(over)]).toEqual([0, 0])
  app.clock.set(new Date(app.clock.now().getTime() - days(8)))
  expect([await remindersOf(canceled), await remindersOf(ahead)]).toEqual([0, 1])
})

test('an extended trial’s buyer is reminded of the new end', async () => {
  const ordered = await begin({})
  await live(days(7.1))
  expect(await remindersOf(ordered)).toBe(1)
  const { trialEnd } = await rowOf(app, ordered)
  const moved = (trialEnd?.getTime() ?? 0) + days(10)
  await atProvider(ordered, { trial_end: `${moved / 1000}`, proration_behavior: 'none' })
  await live(days(1.1))
  expect(await remindersOf(ordered)).toBe(1)
  await live(days(9))
  expect([await remindersOf(ordered), await remindersOf(ordered)]).toEqual([2, 2])
})

test.each(['past_due', 'active'] as const)(
  'an interrupted end of a declined trial is completed even if Stripe reports %s',
  async (status) => {
    const ordered = await begin({})
    await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
    await setFaults(app, {
      calls: [{ method: 'DELETE', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_before' } }],
      ...lostEvents,
    })
    await renew(app, ordered)
    expect((await invoicesOf(app, ordered))[0]).toMatchObject({ status: 'void', amount_paid: 0 })
    expect((await rowOf(app, ordered)).status).toBe('trialing')

    await setFaults(app, { calls: [], ...lostEvents })
    const { provider: real } = app.services
    const provider: typeof real = {
      ...real,
      // Stripe can report a subscription without open invoices as active.
      async retrieveSubscription(...given) {
        const found = await real.retrieveSubscription(...given)
        return found.status === 'past_due' ? { ...found, status } : found
      },
    }
    await later(app, 3 * 60_000)
    while ((await checkSubscriptions({ ...app.services, provider })) > 0);

    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 0 })
    expect((await mailsOf(app, ordered)).filter((kind) => kind === 'subscription_ended')).toHaveLength(1)
  },
)
