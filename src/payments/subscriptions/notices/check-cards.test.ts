import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  ask,
  changeCard,
  checkAll,
  mailsOf,
  moveTo,
  renew,
  rowOf,
  subscribe,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { checkCards } from './check-cards.ts'
import { mailTextOf } from './test-notices.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

/**
 * The sandbox’s cards expire in August of the year after they were made, so this buyer’s card expires before
 * the payment.
 */
async function begin(): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 120, billingPeriod: 'Yearly', billingInterval: 2 })
  await checkAll(app)
  return ordered
}

async function daysBefore(ordered: Ordered, days: number): Promise<void> {
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) - days * 86_400_000))
  await checkCards(app.services)
  await checkCards(app.services)
}

async function noticesOf(ordered: Ordered): Promise<number> {
  return (await mailsOf(app, ordered)).filter((kind) => kind === 'card_expires').length
}

async function expiresOnPage(ordered: Ordered): Promise<boolean> {
  return wireOf(await ask(app, ordered, '')).cardExpires
}

/** The buyer’s bank replaces the card, and Stripe reports that. */
async function renewedByBank(ordered: Ordered): Promise<void> {
  const { stripeSubscriptionId } = await rowOf(app, ordered)
  const listed = z.object({
    data: z.array(z.looseObject({ id: z.string(), default_payment_method: z.string() })),
  })
  const { data } = listed.parse(await (await fetch(`${app.sandbox.url}/sandbox/subscriptions`)).json())
  const card = data.find(({ id }) => id === stripeSubscriptionId)?.default_payment_method ?? ''
  const answer = await fetch(`${app.sandbox.url}/sandbox/payment_methods/${card}/renew`, { method: 'POST' })
  expect(answer.status).toBe(200)
  await app.sandbox.untilDelivered()
  await workOffEvents(app.services)
}

// Proves expiring-cards.
test('a buyer whose card expires before the next payment is asked for another one only once', async () => {
  const ordered = await begin()
  await daysBefore(ordered, 22)
  expect([await noticesOf(ordered), await expiresOnPage(ordered)]).toEqual([0, false])
  await daysBefore(ordered, 20)
  expect([await noticesOf(ordered), await expiresOnPage(ordered)]).toEqual([1, true])
  const text = await mailTextOf(app, ordered, 'card_expires')
  expect(text).toContain('Your Visa ending in 4242 expires before ')
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  expect(await expiresOnPage(ordered)).toBe(false)
})

test('a card replaced by the bank in time needs no email', async () => {
  const ordered = await begin()
  await renewedByBank(ordered)
  await daysBefore(ordered, 20)
  expect([await noticesOf(ordered), await expiresOnPage(ordered)]).toEqual([0, false])
})

test('a card replaced by the bank after the email no longer shows as expiring', async () => {
  const ordered = await begin()
  await daysBefore(ordered, 20)
  await setFaults(app, { calls: [], events: [] })
  await renewedByBank(ordered)
  await checkCards(app.services)
  expect([await noticesOf(ordered), await expiresOnPage(ordered)]).toEqual([1, false])
})

test('a card that is valid in the month of the payment needs no email', async () => {
  const ordered = await subscribe(app, seller, {})
  await checkAll(app)
  await daysBefore(ordered, 1)
  expect(await noticesOf(ordered)).toBe(0)
  expect(await rowOf(app, ordered)).toMatchObject({ cardEndsBeforeDue: false, cardCheckAt: null })
})

test('after a cancellation the buyer’s card is not checked', async () => {
  const ordered = await begin()
  await ask(app, ordered, '/cancel')
  await daysBefore(ordered, 20)
  expect(await noticesOf(ordered)).toBe(0)
})

test('without a response from Stripe, the card is checked again an hour later', async () => {
  const ordered = await begin()
  await daysBefore(ordered, 21.01)
  await setFaults(app, {
    ...lostEvents,
    calls: [{ method: 'GET', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_before' } }],
  })
  await daysBefore(ordered, 20)
  expect(await noticesOf(ordered)).toBe(0)
  await setFaults(app, lostEvents)
  await daysBefore(ordered, 19.9)
  expect(await noticesOf(ordered)).toBe(1)
  await renew(app, ordered)
})
