import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { answerBank, lostEvents, setFaults, startTestApp, type TestApp } from '#test-app.ts'
import { reconcilePlans } from '#accounts/billing/subscription/reconcile-plans.ts'
import { changePreview, planOutcome } from '../contract.ts'
import {
  callAs,
  day,
  firstOf,
  invoicesOf,
  newSeller,
  pass,
  subscribe,
  type PlanSeller,
} from '../test-billing.ts'

let app: TestApp
let seller: PlanSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await newSeller(app)
})

const post = (path: string, body: object) => callAs(app, seller, 'POST', path, body)

async function preview(plan: string) {
  const { id } = await firstOf(app, seller)
  const answer = await post('/api/stripe/change-plan/preview', { plan, currentSubscriptionId: id })
  return changePreview.parse(answer.body)
}

async function change(plan: string, quoted?: { total: number; prorationDate: string }) {
  const { id } = await firstOf(app, seller)
  const shown = quoted && { total: quoted.total, prorationDate: quoted.prorationDate }
  return post('/api/stripe/change-plan', {
    plan,
    email: 'ada@example.com',
    currentSubscriptionId: id,
    ...(shown && { shown }),
  })
}

/** Stripe's clock advances between the preview and the change. */
const secondsBetween = (one: string | null, other: string) =>
  Math.abs(Date.parse(one ?? '') - Date.parse(other)) / 1000

const paid = async () => (await invoicesOf(app, seller)).map(({ amount_paid }) => amount_paid)

test('an upgrade during the trial ends the trial and charges the amount shown', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  const shown = await preview('GROWTH')
  expect(shown).toMatchObject({ total: 4900, credit: 0, nextTotal: 4900, isCardNeeded: false })
  const answer = await change('GROWTH', shown)

  expect([answer.status, planOutcome.parse(answer.body).status]).toEqual([200, 'done'])
  const after = await firstOf(app, seller)
  expect(after).toMatchObject({ plan: 'GROWTH', status: 'active', pendingPlan: null })
  expect(secondsBetween(after.currentPeriodEnd, shown.nextAt)).toBeLessThan(60)
  expect(await paid()).toEqual([4900, 0])
})

test('an upgrade in the middle of a month charges exactly the prorated amount shown', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  await pass(app, 14 * day + 3700)
  await pass(app, 12 * day)
  const shown = await preview('GROWTH')
  expect(shown.total).toBeGreaterThan(1000)
  expect(shown.total).toBeLessThan(3000)
  await pass(app, 30)
  const answer = await change('GROWTH', shown)

  expect(answer.status).toBe(200)
  expect(await paid()).toEqual([shown.total, 1900, 0])
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', currentPeriodEnd: shown.nextAt })
})

test('a downgrade charges nothing and leaves a credit for later invoices', async () => {
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  await pass(app, 10 * day)
  const shown = await preview('BASIC')
  expect(shown).toMatchObject({ total: 0, nextTotal: 1900 })
  expect(shown.credit).toBeGreaterThan(1500)
  await change('BASIC', shown)
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'active' })
  const purse = async () => (await callAs(app, seller, 'GET', '/api/stripe/plan-card')).body
  expect(await purse()).toMatchObject({
    card: { last4: '4242' },
    credit: { total: shown.credit, currency: 'usd' },
  })
  const { lines, total, credit } = await preview('GROWTH')
  expect(lines).toContainEqual({ description: 'Your credit', total: -shown.credit })
  expect(lines.reduce((sum, line) => sum + line.total, 0)).toBe(total - credit)
  await pass(app, 22 * day)

  const [renewal, , first] = await paid()
  expect(first).toBe(4900)
  expect(renewal).toBe(Math.max(0, 1900 - shown.credit))
  const left = Math.max(0, shown.credit - 1900)
  expect(await purse()).toMatchObject({ credit: left === 0 ? null : { total: left } })
})

test('a plan change with a different or outdated amount is rejected without a charge', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  const shown = await preview('GROWTH')
  const other = await change('GROWTH', { ...shown, total: shown.total - 1 })
  await pass(app, 16 * 60)
  const late = await change('GROWTH', shown)

  expect([other.status, late.status]).toEqual([409, 409])
  expect(other.body).toMatchObject({ code: 'preview_outdated' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'trialing' })
})

test('a seller without a card cannot upgrade, as the preview shows', async () => {
  expect(await preview('GROWTH')).toMatchObject({ total: 4900, isCardNeeded: true })
  expect((await change('GROWTH')).body).toMatchObject({ code: 'card_needed' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', pendingPlan: null })
})

test('a seller can retry a plan change with another card after a decline', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_chargeCustomerFail' })
  const declined = await change('GROWTH')
  expect(declined.status).toBe(402)
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'trialing', pendingPlan: null })
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })

  expect((await change('GROWTH')).status).toBe(200)
  expect((await paid()).filter((amount) => amount > 0)).toEqual([4900])
})

test('a plan change waits for bank authentication and charges only once when repeated', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_authenticationRequired' })
  const waiting = planOutcome.parse((await change('GROWTH')).body)
  const again = planOutcome.parse((await change('GROWTH')).body)
  expect(waiting.status).toBe('requires_action')
  expect(again).toEqual(waiting)
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', pendingPlan: 'GROWTH' })
  await answerBank(app, waiting.clientSecret ?? '')

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active', pendingPlan: null })
  expect((await paid()).filter((amount) => amount > 0)).toEqual([4900])
})

test('the reconciler finds a plan change whose response was lost', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  const cut = { method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_after' } }
  await setFaults(app, { calls: [cut], ...lostEvents })
  expect((await change('GROWTH')).status).toBe(503)
  await setFaults(app, { calls: [] })
  app.clock.advance(61)
  await reconcilePlans(app.services)

  expect((await change('GROWTH')).status).toBe(409)
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', pendingPlan: null })
  expect((await paid()).filter((amount) => amount > 0)).toEqual([4900])
})

test('a plan change that never reached Stripe is dropped and can be repeated', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })
  const cut = { method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_before' } }
  await setFaults(app, { calls: [cut] })
  expect((await change('GROWTH')).status).toBe(503)
  await setFaults(app, { calls: [] })
  expect((await change('GROWTH')).status).toBe(200)

  expect((await paid()).filter((amount) => amount > 0)).toEqual([4900])
})

test('a plan change is rejected for invalid fields, another seller’s subscription or a missing role', async () => {
  const { id } = await firstOf(app, seller)
  const stranger = await newSeller(app)
  const foreign = await firstOf(app, stranger)
  const body = { plan: 'GROWTH', email: 'ada@example.com', currentSubscriptionId: id }

  expect((await change('PARTNER_FREE')).body).toMatchObject({ code: 'partners_only' })
  const bad = errorBody.parse((await post('/api/stripe/change-plan', { plan: 'GOLD', email: 'x' })).body)
  expect(bad.errors).toMatchObject({ email: 'Email is not valid' })
  expect(Object.keys(bad.errors ?? {}).toSorted()).toEqual(['currentSubscriptionId', 'email', 'plan'])
  const ids = [foreign.id, 'nonsense', '01a1f882-85a6-763a-997b-e9385dbf9804']
  const answers = ids.map((other) =>
    post('/api/stripe/change-plan', { ...body, currentSubscriptionId: other }),
  )
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 404, 404])
})
