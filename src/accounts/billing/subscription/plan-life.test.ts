import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { call, lostEvents, setFaults, startTestApp, type TestApp } from '#test-app.ts'
import {
  billingOf,
  callAs,
  day,
  firstOf,
  invoicesOf,
  newSeller,
  pass,
  subscribe,
  subscriptionsOf,
  takeEvents,
  type PlanSeller,
} from '../test-billing.ts'
import { reconcilePlans } from './reconcile-plans.ts'

const month = 32 * day

let app: TestApp
let seller: PlanSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await newSeller(app)
})

const get = (path: string) => callAs(app, seller, 'GET', path)
const statusOf = async (path: string) => (await get(path)).status
const post = (path: string, body: object = {}) => callAs(app, seller, 'POST', path, body)
const cancel = (id: string) => callAs(app, seller, 'DELETE', `/api/stripe/cancel-subscription/${id}`)
const mailsOf = async () =>
  (
    await app.services.db
      .selectFrom('mails')
      .select('kind')
      .where('userId', '=', seller.userId)
      .orderBy('id')
      .execute()
  ).map(({ kind }) => kind)

const formFields = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
  currency: 'usd',
}

async function newForm(): Promise<string> {
  const answer = await post('/api/forms', formFields)
  return z.object({ id: z.string() }).parse(answer.body).id
}

/** Replaces the card on file, as the page does after the browser has set one up. */
async function replaceCard(paymentMethodId: string) {
  await post('/api/stripe/plan-card/setup')
  const response = await fetch(`${app.sandbox.url}/v1/setup_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_tillform_sandbox' },
    body: new URLSearchParams({
      customer: (await invoicesOf(app, seller))[0]?.customer ?? '',
      payment_method: paymentMethodId,
      confirm: 'true',
    }),
  })
  const { id } = z.object({ id: z.string() }).parse(await response.json())
  return post('/api/stripe/plan-card', { setupIntentId: id })
}

test('a trial without a card opens forms but no Growth features until it ends', async () => {
  const form = await newForm()
  const details = { isDetailUpdate: true, timers: [] }
  expect(await callAs(app, seller, 'PATCH', `/api/forms/${form}`, details)).toMatchObject({
    status: 403,
    body: { message: "Your subscription doesn't have this feature" },
  })
  const timer = { title: 'Ends', timestamp: Date.now() + 60_000, timezone: 'America/Denver' }
  expect((await post('/api/forms', { ...formFields, timers: [timer] })).status).toBe(403)
  await billingOf(app, seller)
  expect([await statusOf('/api/forms'), await statusOf('/api/bumps')]).toEqual([200, 403])
  await pass(app, 15 * day)

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'canceled' })
  expect([await statusOf('/api/forms'), await statusOf('/api/bumps')]).toEqual([403, 403])
  expect([
    await statusOf('/api/stripe/account-billing'),
    await statusOf(`/api/users/${seller.userId}`),
  ]).toEqual([200, 200])
  expect((await get('/api/forms')).body).toMatchObject({
    code: 'no_plan',
    message: 'Your plan has ended. Choose one to continue.',
  })
  const body = { form, email: 'bea@example.com', name: 'Bea', paymentMethodId: 'pm_card_visa' }
  expect((await call(app, 'POST', '/api/stripe/pay-form', { body })).status).toBe(409)
  expect(await (await fetch(`${app.url}/payment/${form}`)).text()).toContain(
    'This form cannot be paid right now',
  )
  expect(await mailsOf()).toEqual(['plan_ended'])
})

test('a trial with a card on file continues as a paid plan', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  await pass(app, 14 * day + 3700)
  expect(await firstOf(app, seller)).toMatchObject({ status: 'active' })
  await pass(app, month)

  expect((await invoicesOf(app, seller)).map(({ amount_paid }) => amount_paid)).toEqual([1900, 1900, 0])
  expect(await statusOf('/api/forms')).toBe(200)
})

test('a seller gets one reminder three days before the trial ends, even without webhooks', async () => {
  await setFaults(app, lostEvents)
  await billingOf(app, seller)
  await pass(app, 10 * day)
  await reconcilePlans(app.services)
  expect(await mailsOf()).toEqual([])
  await pass(app, day + 60)
  await reconcilePlans(app.services)
  await pass(app, day)
  await billingOf(app, seller)
  await setFaults(app, { events: [] })

  expect(await mailsOf()).toEqual(['plan_trial_ending'])
  const { id } = await app.services.db
    .selectFrom('mails')
    .select('id')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const mail = await (await fetch(`${app.url}/dev/mail/${id}`)).text()
  expect(mail).toMatch(/>Your Tillform trial ends on \d+ \w+ \d{4}</)
  expect(mail).toContain('$19.00 a month')
})

test('a seller can choose an ended plan again but gets no second trial', async () => {
  await billingOf(app, seller)
  await pass(app, 15 * day)
  const { id } = await firstOf(app, seller)
  const ask = { plan: 'BASIC', currentSubscriptionId: id }
  const shown = (await post('/api/stripe/change-plan/preview', ask)).body
  expect(shown).toMatchObject({ total: 1900, isCardNeeded: true })
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })

  expect(await billingOf(app, seller)).toMatchObject([{ status: 'active' }, { status: 'canceled' }])
  expect((await invoicesOf(app, seller))[0]).toMatchObject({ amount_paid: 1900 })
  expect(await statusOf('/api/forms')).toBe(200)
})

test('a canceled plan runs until its period ends and can be resumed before then', async () => {
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  const { id } = await firstOf(app, seller)
  expect((await cancel(id)).body).toMatchObject({ status: 'active', cancelAtPeriodEnd: true })
  expect((await cancel(id)).status).toBe(200)
  const resumed = await post(`/api/stripe/resume-subscription/${id}`)
  expect(resumed.body).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  await cancel(id)
  expect(await statusOf('/api/bumps')).toBe(200)
  await pass(app, month)

  expect(await firstOf(app, seller)).toMatchObject({ status: 'canceled' })
  expect(await statusOf('/api/bumps')).toBe(403)
  expect((await post(`/api/stripe/resume-subscription/${id}`)).status).toBe(409)
  expect(await invoicesOf(app, seller)).toHaveLength(1)
})

test('a failed renewal does not end the plan, and the seller can pay with another card', async () => {
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  const broken = await replaceCard('pm_card_chargeCustomerFail')
  expect(broken.body).toMatchObject({ card: { last4: '0341' } })
  await pass(app, month)
  expect(await firstOf(app, seller)).toMatchObject({ status: 'past_due' })
  expect(await statusOf('/api/bumps')).toBe(200)
  expect(await mailsOf()).toEqual(['plan_payment_failed'])
  expect((await post('/api/stripe/pay-plan')).status).toBe(402)
  await replaceCard('pm_card_visa')
  const paid = await post('/api/stripe/pay-plan')

  expect([paid.status, paid.body]).toEqual([200, { status: 'done', clientSecret: null }])
  expect(await firstOf(app, seller)).toMatchObject({ status: 'active' })
  expect((await invoicesOf(app, seller)).map(({ status }) => status)).toEqual(['paid', 'paid'])
})

test('a renewal that is never paid ends the plan after the last attempt', async () => {
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  await replaceCard('pm_card_chargeCustomerFail')
  await pass(app, month)
  await pass(app, 16 * day)

  expect(await firstOf(app, seller)).toMatchObject({ status: 'canceled' })
  expect(await mailsOf()).toEqual(['plan_payment_failed', 'plan_ended'])
})

test('the reconciler ends an expired trial when every webhook is lost', async () => {
  await setFaults(app, lostEvents)
  await billingOf(app, seller)
  await pass(app, 15 * day)
  expect(await firstOf(app, seller)).toMatchObject({ status: 'trialing' })
  await reconcilePlans(app.services)
  await setFaults(app, { events: [] })

  expect(await firstOf(app, seller)).toMatchObject({ status: 'canceled' })
})

test('duplicate and reordered events leave the plan in the same state', async () => {
  await setFaults(app, { events: [{ type: '*', fault: { kind: 'duplicate', times: 2 } }] })
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  const { id } = await firstOf(app, seller)
  await setFaults(app, { events: [{ type: '*', fault: { kind: 'reorder' } }] })
  await cancel(id)
  await post(`/api/stripe/resume-subscription/${id}`)
  await setFaults(app, { events: [] })
  await app.sandbox.untilDelivered()
  await takeEvents(app)

  expect(await firstOf(app, seller)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
})

test('a seller can neither cancel another seller’s plan nor use their card', async () => {
  const stranger = await newSeller(app)
  const { id } = await firstOf(app, stranger)
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  const answers = [
    await cancel(id),
    await cancel('nonsense'),
    await post(`/api/stripe/resume-subscription/${id}`),
  ]

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
  expect((await post('/api/stripe/plan-card', { setupIntentId: 'seti_unknown' })).status).toBe(404)
  expect(await firstOf(app, stranger)).toMatchObject({ cancelAtPeriodEnd: false })
})
