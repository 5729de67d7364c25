import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import {
  confirmWith,
  newKey,
  outcomeOf,
  pay,
  stateOf,
  trialConsents,
} from '#buying/checkout/pay/test-paying.ts'
import { reconcile } from '#payments/purchases/register.ts'
import {
  ask,
  begunSetup,
  confirmSetup,
  rowOf,
  subscribe,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  answerBank,
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { declines, deliver } from './test-tries.ts'

const declinedCard = 'pm_card_visa_chargeDeclined'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
// These tests make their own deliveries. Most pay from one network, so earlier declines are deleted.
beforeEach(async () => {
  app.clock.set(new Date())
  await app.services.db.deleteFrom('rateLimits').execute()
  await setFaults(app, lostEvents)
})

const membership = () =>
  createTestForm(app, seller, {
    amount: 24,
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    trialDays: 14,
  })

async function beginTrial(form: string, paymentMethodId: string) {
  const fields = {
    email: `${newKey()}@example.com`,
    consents: await trialConsents(app, form),
    paymentMethodId,
  }
  return pay(app, form, fields)
}

const beginChange = async (ordered: Ordered) => begunSetup.parse((await ask(app, ordered, '/card')).body)

test('cards tried with a card change’s secret count against the order, and the fifth ends the change', async () => {
  const ordered = await subscribe(app, seller)
  const [setup, other] = [await beginChange(ordered), await beginChange(ordered)]
  const before = [await declines(app, 'declineOfForm'), await declines(app, 'declineOfOrder')]
  for (let count = 0; count < 4; count += 1) await confirmSetup(app, seller, setup, declinedCard)
  await deliver(app, setup.setupIntentId)
  const after = [await declines(app, 'declineOfForm'), await declines(app, 'declineOfOrder')]
  await confirmSetup(app, seller, setup, declinedCard)
  await deliver(app, setup.setupIntentId)
  const refused = await ask(app, ordered, '/card')
  await confirmSetup(app, seller, setup, 'pm_card_visa')
  await confirmSetup(app, seller, other, declinedCard)
  await deliver(app, other.setupIntentId)
  await confirmSetup(app, seller, other, 'pm_card_visa')
  const finished = [setup, other].map(({ setupIntentId }) =>
    app.services.provider.retrieveCardSetup(seller.account, setupIntentId),
  )

  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([4, 4])
  expect(refused.status).toBe(429)
  expect(refused.body).toMatchObject({ message: 'Too many cards were declined for this order.' })
  expect((await Promise.all(finished)).map(({ paymentMethodId }) => paymentMethodId)).toEqual([null, null])
})

test('a card that a seller tries on a buyer’s Customer does not count against the order', async () => {
  const ordered = await subscribe(app, seller)
  const { stripeCustomerId } = await rowOf(app, ordered)
  const own = await app.services.provider.createCardSetup(seller.account, stripeCustomerId ?? '')
  const before = await declines(app, 'declineOfOrder')
  await confirmSetup(app, seller, { setupIntentId: own.id, clientSecret: own.clientSecret }, declinedCard)
  await deliver(app, own.id)

  expect(await declines(app, 'declineOfOrder')).toBe(before)
})

test('a trial’s declined card counts once, and so does a card that is declined at the bank', async () => {
  const form = await membership()
  const before = await declines(app, 'declineOfForm')
  const declined = await beginTrial(form, declinedCard)
  const { purchaseId: id } = z
    .object({ details: z.object({ purchaseId: z.string() }) })
    .parse(declined.body).details
  await deliver(app, (await rowOf(app, { purchaseId: id })).stripeSetupIntentId ?? '')
  const atOnce = await declines(app, 'declineOfForm')

  const waiting = outcomeOf(await beginTrial(form, 'pm_card_authenticationRequired'))
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  await answerBank(app, waiting.clientSecret, 'fail')
  // The page requests the state before the event arrives.
  const failed = await stateOf(app, waiting)
  await deliver(app, (await rowOf(app, waiting)).stripeSetupIntentId ?? '')

  expect([atOnce - before, failed.status]).toEqual([1, 'failed'])
  expect((await declines(app, 'declineOfForm')) - atOnce).toBe(1)
})

test('only a few cards can be tried with a trial’s secret, even with a bank authentication in between', async () => {
  const form = await membership()
  const waiting = outcomeOf(await beginTrial(form, 'pm_card_authenticationRequired'))
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  const setup = { setupIntentId: waiting.clientSecret.split('_secret_')[0] ?? '', ...waiting }
  const before = await declines(app, 'declineOfForm')
  for (let count = 0; count < 8; count += 1) {
    await confirmSetup(app, seller, setup, declinedCard)
    await confirmSetup(app, seller, setup, 'pm_card_authenticationRequired')
    await deliver(app, setup.setupIntentId)
  }
  await reconcile(app.services)

  expect((await declines(app, 'declineOfForm')) - before).toBe(5)
  // With a card that the bank could still confirm, the payment would wait for the bank.
  expect((await stateOf(app, waiting)).status).toBe('failed')
})

test('while a payment waits for the bank, each card tried with its secret counts', async () => {
  const form = await createTestForm(app, seller)
  const fields = { email: `${newKey()}@example.com`, paymentMethodId: 'pm_card_authenticationRequired' }
  const waiting = outcomeOf(await pay(app, form, fields))
  if (waiting.status !== 'requires_action') throw new Error(waiting.status)
  const [intent = ''] = waiting.clientSecret.split('_secret_')
  const before = await declines(app, 'declineOfForm')
  await answerBank(app, waiting.clientSecret, 'fail')
  await deliver(app, intent)
  await stateOf(app, waiting)

  expect((await declines(app, 'declineOfForm')) - before).toBe(1)
})

// Proves card-testing.
test('cards declined in the browser block the order’s network on every form, and close the payment', async () => {
  const [form, other] = [await createTestForm(app, seller), await createTestForm(app, seller)]
  const order = (where: string, network: string, paymentMethodId: string) =>
    call(app, 'POST', '/api/stripe/pay-form', {
      body: { form: where, email: `${newKey()}@example.com`, name: 'Bea Novak', paymentMethodId },
      headers: { 'idempotency-key': newKey(), 'x-forwarded-for': network },
    })
  const begin = async (network: string) => {
    const begun = outcomeOf(await order(form, network, 'pm_card_authenticationRequired'))
    if (begun.status !== 'requires_action') throw new Error(begun.status)
    const [intent = ''] = begun.clientSecret.split('_secret_')
    const confirm = (card: string) => confirmWith(app, seller.account, begun.clientSecret, card)
    return { intent, confirm }
  }
  const statuses = async (network: string, wheres = [form, other]) => {
    const answers = wheres.map((where) => order(where, network, 'pm_card_visa'))
    return (await Promise.all(answers)).map(({ status }) => status)
  }

  const honest = await begin('203.0.113.50')
  await honest.confirm(declinedCard)
  await deliver(app, honest.intent)
  const again = await statuses('203.0.113.50', [form])
  const thief = await begin('203.0.113.60')
  for (let count = 0; count < 2; count += 1) await thief.confirm(declinedCard)
  await deliver(app, thief.intent)
  const waiting = await statuses('203.0.113.60', [form])
  await Promise.all(Array.from({ length: 20 }, () => thief.confirm(declinedCard)))
  await thief.confirm('pm_card_authenticationRequired')
  await deliver(app, thief.intent)

  expect([again, waiting]).toEqual([[200], [429]])
  expect(await thief.confirm('pm_card_visa')).toBe(400)
  expect(await statuses('203.0.113.60')).toEqual([429, 429])
  expect(await statuses('203.0.113.61')).toEqual([200, 200])
  app.clock.advance(15 * 60)
  expect(await statuses('203.0.113.60', [other])).toEqual([200])
})
