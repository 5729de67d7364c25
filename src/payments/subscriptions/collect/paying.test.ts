import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { errorOf, newKey, outcomeOf, pay, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  answerBank,
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { invoicesOf, purchasesOf, rowOf, subscribe } from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
})

/** The states of a form's purchases and subscriptions, and the amounts that Stripe charged. */
async function atProvider(form: string) {
  const rows = await app.services.db
    .selectFrom('purchases')
    .select(['id', 'status', 'paymentIntentId', 'failureReason'])
    .where('formId', '=', form)
    .orderBy('id')
    .execute()
  const subscriptions = (await sandboxList(app, 'subscriptions')).filter((one) =>
    rows.some(({ id }) => id === one.metadata?.['purchase']),
  )
  const intents = await sandboxList(app, 'payment_intents')
  const own = intents.filter(({ id }) => rows.some((row) => row.paymentIntentId === id))
  return {
    purchases: rows.map(({ status }) => status),
    subscriptions: subscriptions.map(({ status }) => status),
    charged: own.filter(({ status }) => status === 'succeeded').map(({ amount }) => amount),
  }
}

const recurring = (fields: object = {}) =>
  createTestForm(app, seller, { priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...fields })

async function addTax(tax: { percentage: number; inclusive: boolean }): Promise<string> {
  const body = { title: `Tax of ${tax.percentage} percent`, ...tax, active: true }
  const answer = await call(app, 'POST', '/api/taxes', { token: seller.token, body })
  return z.object({ id: z.string() }).parse(answer.body).id
}

async function settle(seconds = 10) {
  app.clock.advance(seconds)
  await reconcile(app.services)
  await checkSubscriptions(app.services)
}

test.each([
  [{ percentage: 17.5, inclusive: false }, 4999 + 875 + 999 + 175],
  [{ percentage: 17.5, inclusive: true }, 4999 + 999],
])('a subscription’s order has the same total as its first invoice with tax %j', async (tax, total) => {
  const taxId = await addTax(tax)
  const bump = await app.services.db
    .insertInto('bumps')
    .values({
      id: crypto.randomUUID(),
      sellerId: (
        await app.services.db
          .selectFrom('members')
          .select('sellerId')
          .where('userId', '=', seller.userId)
          .executeTakeFirstOrThrow()
      ).sellerId,
      title: 'A set of brushes',
      image: '/pictures/x.webp',
      description: 'Five',
      amount: 999,
      currency: 'usd',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ordered = await subscribe(
    app,
    seller,
    { amount: 49.99, taxId, bumps: [bump.id], cancelAfter: 3 },
    { bumps: [bump.id] },
  )
  await settle()

  expect(await purchasesOf(app, ordered)).toMatchObject([{ kind: 'order', status: 'paid', total }])
  expect(await invoicesOf(app, ordered)).toMatchObject([{ status: 'paid', total, amount_paid: total }])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', paidCycles: 1, cancelAfter: 3 })
})

test('a form’s second buyer takes three calls to Stripe', async () => {
  const form = await recurring({ title: 'A form of its own title' })
  await pay(app, form, { email: 'first@example.com' })
  const before = await requests()
  await pay(app, form, { email: 'second@example.com' })

  const paths = (await requests()).slice(0, -before.length).map(({ path }) => path.replace(/pi_\w+/, ':id'))
  expect(paths.toReversed()).toEqual([
    '/v1/customers',
    '/v1/subscriptions',
    '/v1/payment_intents/:id/confirm',
  ])
})

async function requests(): Promise<{ path: string }[]> {
  const response = await fetch(`${app.sandbox.url}/sandbox/requests`)
  return z.object({ data: z.array(z.object({ path: z.string() })) }).parse(await response.json()).data
}

test('a declined card ends its subscription, and another card can pay right away', async () => {
  const form = await recurring()
  const declined = await pay(app, form, { paymentMethodId: 'pm_card_visa_chargeDeclinedInsufficientFunds' })
  const paid = await pay(app, form)
  await settle()

  expect(declined.status).toBe(402)
  expect(errorOf(declined).details?.reason).toBe('insufficient_funds')
  expect(outcomeOf(paid).status).toBe('paid')
  expect(await atProvider(form)).toEqual({
    purchases: ['failed', 'paid'],
    subscriptions: ['active', 'incomplete_expired'],
    charged: [4900],
  })
})

test('a subscription begins after its buyer authenticates the first payment', async () => {
  const form = await recurring()
  const waiting = outcomeOf(await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired' }))
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  await answerBank(app, waiting.clientSecret)

  expect((await stateOf(app, waiting)).status).toBe('paid')
  expect(await atProvider(form)).toMatchObject({ subscriptions: ['active'], charged: [4900] })
})

test('a failed, canceled or abandoned authentication charges nothing', async () => {
  const form = await recurring()
  const waiting = async (email: string) => {
    const fields = { paymentMethodId: 'pm_card_authenticationRequired', email }
    const outcome = outcomeOf(await pay(app, form, fields))
    if (outcome.status !== 'requires_action') throw new Error(outcome.status)
    return outcome
  }
  const [failed, canceled, abandoned] = [
    await waiting('a@x.io'),
    await waiting('b@x.io'),
    await waiting('c@x.io'),
  ]
  await answerBank(app, failed.clientSecret, 'fail')
  await stateOf(app, failed)
  const path = `/api/stripe/purchases/${canceled.purchaseId}/cancel`
  await call(app, 'POST', path, { body: { secret: canceled.secret } })
  await settle(3601)

  expect((await stateOf(app, abandoned)).status).toBe('failed')
  expect(await atProvider(form)).toEqual({
    purchases: ['failed', 'canceled', 'canceled'],
    subscriptions: ['incomplete_expired', 'incomplete_expired', 'incomplete_expired'],
    charged: [],
  })
})

test('a buyer can pay again right after a failed authentication’s event', async () => {
  await setFaults(app, {})
  const form = await recurring()
  const email = 'gone@x.io'
  const waiting = outcomeOf(
    await pay(app, form, { paymentMethodId: 'pm_card_authenticationRequired', email }),
  )
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  await answerBank(app, waiting.clientSecret, 'fail')
  await app.sandbox.untilDelivered()
  app.clock.advance(1)
  while ((await workOffEvents(app.services)) > 0);

  expect(outcomeOf(await pay(app, form, { email })).status).toBe('paid')
  expect(await atProvider(form)).toMatchObject({ purchases: ['failed', 'paid'], charged: [4900] })
})

test('simultaneous requests with the same key begin one subscription', async () => {
  const form = await recurring()
  const key = newKey()
  const answers = await Promise.all([1, 2, 3].map(() => pay(app, form, {}, key)))

  expect(new Set(answers.map((answer) => outcomeOf(answer).purchaseId)).size).toBe(1)
  expect(await atProvider(form)).toEqual({ purchases: ['paid'], subscriptions: ['active'], charged: [4900] })
})

test('a recurring price that changed since it was shown is not charged', async () => {
  const form = await recurring({ cancelAfter: 3 })
  await call(app, 'PATCH', `/api/forms/${form}`, {
    token: seller.token,
    body: { isDetailUpdate: false, cancelAfter: 12 },
  })
  const answer = await pay(app, form)

  expect(errorOf(answer).code).toBe('quote_changed')
  expect(await atProvider(form)).toEqual({ purchases: [], subscriptions: [], charged: [] })
})

test.each(['cut_before', 'cut_after', 'timeout_after'])(
  'a lost response to creating the subscription (%s) leaves no charge or subscription',
  async (kind) => {
    const form = await recurring()
    const fault = { kind }
    await setFaults(app, {
      ...lostEvents,
      calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault }],
    })
    const answer = await pay(app, form)
    await setFaults(app, lostEvents)
    await settle(61)

    expect([answer.status, errorOf(answer).code]).toEqual([503, 'provider_unreachable'])
    const { purchases, charged, subscriptions } = await atProvider(form)
    expect([purchases, charged]).toEqual([['failed'], []])
    expect(subscriptions.every((status) => status === 'incomplete_expired')).toBe(true)
  },
)

test.each([
  ['cut_after', 'paid'],
  ['cut_before', 'canceled'],
])('after a lost response to the first charge (%s), Stripe’s outcome counts', async (kind, status) => {
  const form = await recurring()
  const path = '/v1/payment_intents/*/confirm'
  await setFaults(app, { ...lostEvents, calls: [{ method: 'POST', path, times: 9, fault: { kind } }] })
  const answer = await pay(app, form)
  await setFaults(app, lostEvents)
  await settle(100)
  await settle(100)

  expect(outcomeOf(answer).status).toBe('processing')
  expect(await atProvider(form)).toEqual({
    purchases: [status],
    subscriptions: [status === 'paid' ? 'active' : 'incomplete_expired'],
    charged: status === 'paid' ? [4900] : [],
  })
})

test('an invoice whose total differs from its order is not charged', async () => {
  const form = await formWithStrayRate()
  const answer = await pay(app, form, { email: 'after@example.com' })
  await settle()

  expect(answer.status).toBe(402)
  expect(await atProvider(form)).toEqual({
    purchases: ['failed'],
    subscriptions: ['incomplete_expired'],
    charged: [],
  })
})

/** A form whose tax rate on Stripe was stored wrongly, as if someone had edited the table. */
async function formWithStrayRate(): Promise<string> {
  const taxes = [
    { percentage: 10, inclusive: false },
    { percentage: 20, inclusive: false },
  ]
  const ids: string[] = []
  for (const body of taxes) {
    ids.push(await addTax(body))
    await pay(app, await recurring({ taxId: ids.at(-1) }), { email: `${ids.at(-1)}@example.com` })
  }
  const rates = await app.services.db
    .selectFrom('providerObjects')
    .selectAll()
    .where('kind', '=', 'tax_rate')
    .orderBy('createdAt', 'desc')
    .limit(2)
    .execute()
  await app.services.db
    .updateTable('providerObjects')
    .set({ stripeId: rates[0]?.stripeId ?? '' })
    .where('fingerprint', '=', rates[1]?.fingerprint ?? '')
    .execute()
  return recurring({ taxId: ids[0] })
}
