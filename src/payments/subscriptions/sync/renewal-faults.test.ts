// @module-tag long tries every renewal fault
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  createTestForm,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { changeCard, later } from '../test-subscriptions.ts'
import { checkSubscriptions } from './leave-disconnected.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())

/** The seed of the faults. Set SEED to repeat a run of `npm run faults`. */
const seed = Number(process.env['SEED'] ?? Math.floor(Math.random() * 1e6))
const trials = 10
const day = 86_400_000

/** Faults: calls that fail before or after their effect, and events that are lost, duplicated, late or out of order. */
function planFaults(random: Random): object {
  const kinds = [
    { kind: 'error', status: 500, stored: true },
    { kind: 'error', status: 503, stored: false },
    { kind: 'rate_limit' },
    { kind: 'cut_before' },
    { kind: 'cut_after' },
    { kind: 'slow', ms: 100 },
  ]
  const failing = [
    ['POST', '/v1/customers', 0.1],
    ['POST', '/v1/products', 0.1],
    ['POST', '/v1/subscriptions', 0.15],
    ['POST', '/v1/subscriptions/*', 0.15],
    ['POST', '/v1/payment_intents/*/confirm', 0.2],
    ['POST', '/v1/invoices/*/void', 0.2],
    ['DELETE', '/v1/subscriptions/*', 0.2],
    ['GET', '*', 0.08],
  ] as const
  const calls = failing.flatMap(([method, path, probability]) =>
    Array.from({ length: 200 }, (_, index) => index + 1)
      .filter(() => random.chance(probability))
      .map((nth) => ({ method, path, nth, fault: random.pick(kinds) })),
  )
  const events = [
    { fault: { kind: 'drop' }, probability: 0.1 },
    { fault: { kind: 'duplicate', times: 2 }, probability: 0.2 },
    { fault: { kind: 'reorder' }, probability: 0.3 },
    { fault: { kind: 'delay', ms: 500 }, probability: 0.2 },
  ].map((rule) => ({ type: '*', seed: random.below(1e6), ...rule }))
  return { calls, events }
}

/** Subscribes one buyer, who clicks again if the response is lost. */
async function subscribeOnce(form: string, random: Random): Promise<void> {
  const key = newKey()
  const fields = { email: `${key}@example.com`, paymentMethodId: random.pick(cards) }
  const answer = await pay(app, form, fields, key)
  if (answer.status !== 200 || random.chance(0.3)) await pay(app, form, fields, key)
  if (answer.status !== 200) return
  const outcome = outcomeOf(answer)
  if (outcome.status !== 'paid' || random.chance(0.7)) return
  // Makes renewals fail, unless a fault prevents the change of card.
  await changeCard(app, seller, { form, ...outcome }, 'pm_card_chargeCustomerFail').catch(() => undefined)
}
const cards = ['pm_card_visa', 'pm_card_visa', 'pm_card_visa', 'pm_card_visa_chargeDeclined']

/** The background jobs, each running in two processes. */
async function work(): Promise<void> {
  const { services } = app
  const jobs = [workOffEvents, checkSubscriptions, reconcile, workOffEvents, checkSubscriptions]
  for (let rounds = 0; rounds < 50; rounds += 1) {
    const done = await Promise.all(jobs.map((job) => job(services)))
    if (done.every((count) => count === 0)) return
  }
  throw new Error('The work in the background finds no end')
}

test('payments and renewals under random faults match Stripe’s charges', async () => {
  const random = randomFrom(seed)
  const recurrences = Array.from({ length: trials }, () => ({
    billingPeriod: random.pick(['Daily', 'Weekly', 'Monthly']),
    cancelAfter: random.pick([0, 1, 2, 3]),
    amount: random.between(1, 90),
  }))
  const forms = await Promise.all(
    recurrences.map((recurrence) =>
      createTestForm(app, seller, { priceType: 'RecurringPrice', ...recurrence }),
    ),
  )
  await setFaults(app, planFaults(random))
  const waiting = forms.map((form) => ({ form, chance: randomFrom(random.below(1e9)) }))
  const buy = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift())
      await subscribeOnce(next.form, next.chance)
  }
  await Promise.all([buy(), buy(), buy(), buy()])
  for (const wait of [200, day, 7 * day, 24 * day]) {
    await later(app, wait + random.below(10_000))
    await Promise.all([work(), sleep(random.below(300))])
  }
  await setFaults(app, {})
  await app.sandbox.untilDelivered()
  for (let round = 0; round < 3; round += 1) {
    await later(app, 2 * 3_600_000)
    await work()
  }
  await later(app, day)
  await work()

  expect(await differences(), `seed ${seed}`).toEqual([])
  expect(await reconcileAccounts(app.services)).toEqual([])
})

/** The differences between paid purchases and charges, and between our subscriptions and Stripe's. */
async function differences(): Promise<unknown[]> {
  const { db } = app.services
  const purchases = await db.selectFrom('purchases').selectAll().execute()
  const paid = purchases.filter(({ status }) => status === 'paid')
  const charges = (await sandboxList(app, 'charges')).filter(({ status }) => status === 'succeeded')
  const ours = paid.map(({ paymentIntentId, total, currency }) => `${paymentIntentId} ${total} ${currency}`)
  const theirs = charges.map((one) => `${one.payment_intent} ${one.amount} ${one.currency}`)
  const mails = await db.selectFrom('mails').select(['kind', 'purchaseId']).execute()
  const told = mails.filter(({ kind }) => kind === 'receipt' || kind === 'renewal')
  const begun = new Map((await sandboxList(app, 'subscriptions')).map((one) => [one.id, one.status]))
  const rows = await db.selectFrom('subscriptions').selectAll().execute()
  const isPaidOrder = new Set(paid.map(({ id }) => id))
  const renewals = (id: string) => paid.filter(({ orderId }) => orderId === id).length
  return [
    ...missing(ours, theirs).map((one) => `only in our records: ${one}`),
    ...missing(theirs, ours).map((one) => `charged alone: ${one}`),
    ...purchases
      .filter(({ status }) => !['paid', 'failed', 'canceled'].includes(status))
      .map(({ id, status }) => `${id} is ${status}`),
    ...missing(
      told.map(({ purchaseId }) => purchaseId ?? ''),
      [...isPaidOrder],
    ).map((id) => `notified twice or wrongly: ${id}`),
    ...missing(
      [...isPaidOrder],
      told.map(({ purchaseId }) => purchaseId ?? ''),
    ).map((id) => `not notified: ${id}`),
    ...rows.flatMap(({ id, orderId, status, paidCycles, cancelAfter, stripeSubscriptionId }) => {
      const cycles = isPaidOrder.has(orderId) ? 1 + renewals(orderId) : 0
      const actual = stripeSubscriptionId === null ? 'incomplete_expired' : begun.get(stripeSubscriptionId)
      const isRight =
        status === actual && paidCycles === cycles && (cancelAfter === 0 || cycles <= cancelAfter)
      return isRight
        ? []
        : [`${id} is ${status} (${actual}), ${paidCycles} of ${cancelAfter} paid, ${cycles} found`]
    }),
    ...[...begun].filter(
      ([id, status]) => status === 'active' && !rows.some((row) => row.stripeSubscriptionId === id),
    ),
  ]
}

/** The entries that the first list contains more often than the second. */
function missing(from: readonly string[], others: readonly string[]): string[] {
  const left = [...others]
  return from.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}
