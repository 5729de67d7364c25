import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { answerBank, setFaults, startTestApp, type TestApp } from '#test-app.ts'
import { reconcilePlans } from './reconcile-plans.ts'
import {
  billingOf,
  firstOf,
  invoicesOf,
  newSeller,
  subscribe,
  subscriptionsOf,
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

test('sign-up creates one BASIC trial on Stripe without a card', async () => {
  expect(await subscriptionsOf(app, seller)).toEqual([])
  const [one, other] = await Promise.all([billingOf(app, seller), billingOf(app, seller)])
  const [first] = one

  expect(first).toMatchObject({ plan: 'BASIC', status: 'trialing', total: 1900, currency: 'usd' })
  expect(other).toEqual(one)
  const days = (Date.parse(first?.trialEnd ?? '') - app.clock.now().getTime()) / 86_400_000
  expect(Math.round(days)).toBe(14)
  expect(await subscriptionsOf(app, seller)).toMatchObject([{ status: 'trialing' }])
})

test('the reconciler creates the trial for a seller who never opened billing', async () => {
  app.clock.advance(180)
  await reconcilePlans(app.services)

  expect(await subscriptionsOf(app, seller)).toMatchObject([{ status: 'trialing' }])
})

test('registering for GROWTH charges the card immediately and leaves no other plan', async () => {
  const outcome = await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })

  expect(outcome).toEqual({ status: 'done' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active', total: 4900 })
  expect(await invoicesOf(app, seller)).toMatchObject([{ status: 'paid', amount_paid: 4900 }])
})

test('registering for BASIC with a card starts the trial without a charge', async () => {
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'trialing' })
  expect((await invoicesOf(app, seller)).map(({ amount_paid }) => amount_paid)).toEqual([0])
})

test('repeated and simultaneous registrations start only one subscription', async () => {
  const press = () => subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })
  await Promise.all([press(), press()])
  await press()

  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
  expect((await invoicesOf(app, seller)).map(({ amount_paid }) => amount_paid)).toEqual([4900])
})

test('a retry finds the subscription whose response was lost', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault: { kind: 'cut_after' } }],
  })
  await expect(subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })).rejects.toMatchObject({
    status: 503,
  })
  await setFaults(app, { calls: [] })
  await subscribe(app, seller, {})

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active' })
  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
})

test('the reconciler finds the subscription whose response was lost', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault: { kind: 'cut_after' } }],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' }).catch(() => undefined)
  await setFaults(app, { calls: [] })
  app.clock.advance(61)
  await reconcilePlans(app.services)

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active' })
  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
})

test('a subscription request that never reached Stripe is dropped and not charged later', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault: { kind: 'cut_before' } }],
  })
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' }).catch(() => undefined)
  await setFaults(app, { calls: [] })
  app.clock.advance(61)
  await reconcilePlans(app.services)

  expect(await invoicesOf(app, seller)).toEqual([])
  expect(await subscribe(app, seller, {})).toEqual({ status: 'done' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active' })
})

test('a seller can choose another plan after a lost request, without paying for the first', async () => {
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/subscriptions', times: 9, fault: { kind: 'cut_before' } }],
  })
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' }).catch(() => undefined)
  await setFaults(app, { calls: [] })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'creating' })
  await subscribe(app, seller, { plan: 'BASIC' })

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC', status: 'trialing' })
  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
})

test('a seller whose card is declined can subscribe with another card', async () => {
  const declined = subscribe(app, seller, { paymentMethodId: 'pm_card_chargeCustomerFail' })
  await expect(declined).rejects.toMatchObject({ status: 402, code: 'card_declined' })
  expect(await firstOf(app, seller)).toMatchObject({ status: 'incomplete' })
  await subscribe(app, seller, { paymentMethodId: 'pm_card_visa' })

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active' })
  expect(await subscriptionsOf(app, seller)).toHaveLength(1)
})

test('a seller whose card is declined can choose the trial instead', async () => {
  await subscribe(app, seller, { paymentMethodId: 'pm_card_chargeCustomerFail' }).catch(() => undefined)
  await expect(subscribe(app, seller, { plan: 'PARTNER_FREE' })).rejects.toMatchObject({ status: 403 })
  await subscribe(app, seller, { plan: 'BASIC', paymentMethodId: 'pm_card_visa' })

  expect(await firstOf(app, seller)).toMatchObject({ plan: 'BASIC' })
})

test('a card that needs authentication is charged after the seller confirms it with the bank', async () => {
  const outcome = await subscribe(app, seller, { paymentMethodId: 'pm_card_authenticationRequired' })
  const secret = 'clientSecret' in outcome ? outcome.clientSecret : ''
  expect(outcome.status).toBe('requires_action')
  await answerBank(app, secret)

  expect(await subscribe(app, seller, {})).toEqual({ status: 'done' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'GROWTH', status: 'active' })
})

test('GROWTH needs a card, and PARTNER_FREE needs the Partner role', async () => {
  await expect(subscribe(app, seller, {})).rejects.toMatchObject({ status: 409, code: 'card_needed' })
  const partner = { plan: 'PARTNER_FREE', role: 'Partner' } as const
  expect(await subscribe(app, seller, partner)).toEqual({ status: 'done' })
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'PARTNER_FREE', status: 'active', total: 0 })
})
