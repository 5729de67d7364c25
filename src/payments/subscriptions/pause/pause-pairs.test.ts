// @module-tag long goes through a pause and everything that can happen to it
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changersOf } from '#buying/price-changes/test-price-changes.ts'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { syncDisputes } from '#payments/disputes/record-dispute.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { cancelSubscription } from '../end/cancel-subscription.ts'
import {
  ask,
  changeCard,
  checkAll,
  mailsOf,
  moveTo,
  payOffEarly,
  renew,
  rowOf,
  subscribe,
  totalsOf,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { pauseProblem } from './pause-state.ts'
import { pauses } from './test-pauses.ts'

let app: TestApp
let seller: TestSeller
let of: ReturnType<typeof pauses>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  of = pauses(app)
})
afterAll(async () => app.close())
// The outcome must not depend on events.
beforeEach(() => setFaults(app, lostEvents))

const day = 86_400_000

async function begin(fields: object = {}, payment: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 24, ...fields }, payment)
  await checkAll(app)
  return ordered
}

/** Makes a buyer who has requested a pause of three months, which begins at the end of the paid period. */
async function pausing(): Promise<Ordered> {
  const ordered = await begin()
  await of.pause(ordered, 3)
  return ordered
}

async function resting(): Promise<Ordered> {
  const ordered = await pausing()
  const { pauseFrom } = await rowOf(app, ordered)
  await moveTo(app, new Date((pauseFrom?.getTime() ?? 0) + 5 * day))
  await checkAll(app)
  return ordered
}

const stateOf = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))

/** Lets half a year pass. */
async function halfAYear(): Promise<void> {
  for (let step = 0; step < 24; step += 1) {
    await moveTo(app, new Date(app.clock.now().getTime() + 7.6 * day))
    await checkAll(app)
  }
}

test('a pausing subscription that is canceled ends with the paid period, and can be resumed without the pause', async () => {
  const ordered = await pausing()
  const { pauseFrom: end } = await rowOf(app, ordered)
  const canceled = wireOf(await ask(app, ordered, '/cancel'))
  expect(canceled).toMatchObject({ endsAt: end?.toISOString(), pause: null, canResume: true })
  await ask(app, ordered, '/resume')
  expect(await stateOf(ordered)).toMatchObject({ nextChargeAt: end?.toISOString(), pause: null })
  await ask(app, ordered, '/cancel')
  await halfAYear()
  expect(await totalsOf(app, ordered)).toEqual([2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', endedAt: end, pauseUntil: null })
})

test('a pausing subscription that is canceled while Stripe is unreachable still ends with the paid period', async () => {
  const ordered = await pausing()
  const { pauseFrom: end } = await rowOf(app, ordered)
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 12, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  const canceled = wireOf(await ask(app, ordered, '/cancel'))
  expect(canceled).toMatchObject({ endsAt: end?.toISOString(), pause: null })
  await setFaults(app, lostEvents)
  await halfAYear()
  expect(await totalsOf(app, ordered)).toEqual([2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', endedAt: end })
})

test('a paused subscription that is canceled ends right away and charges nothing', async () => {
  const ordered = await resting()
  const canceled = wireOf(await ask(app, ordered, '/cancel'))
  expect(canceled).toMatchObject({ status: 'canceled', canResume: false })
  await halfAYear()
  expect(await totalsOf(app, ordered)).toEqual([2400])
  expect(await mailsOf(app, ordered)).toContain('subscription_ended')
})

test.for(['pausing', 'resting'] as const)(
  '%s, then ended by the seller: nothing is charged',
  async (state) => {
    const ordered = state === 'pausing' ? await pausing() : await resting()
    await cancelSubscription(app.services, await rowOf(app, ordered), 'now', 'seller')
    await halfAYear()
    expect(await totalsOf(app, ordered)).toEqual([2400])
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', pauseUntil: null })
  },
)

test('before and during a pause, the plan cannot be changed', async () => {
  const buyer = changersOf(app, seller)
  const ordered = await buyer.subscribed()
  await of.pause(ordered, 2)
  expect((await buyer.change(ordered)).status).toBe(409)
  const { pauseFrom } = await rowOf(app, ordered)
  await moveTo(app, new Date((pauseFrom?.getTime() ?? 0) + day))
  await checkAll(app)
  expect((await buyer.change(ordered)).status).toBe(409)
})

test('a subscription with a pending plan change cannot be paused until it has taken effect', async () => {
  const buyer = changersOf(app, seller)
  const ordered = await buyer.subscribed()
  await buyer.change(ordered)
  await expect(of.pause(ordered, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
  await buyer.renew(ordered)
  await of.pause(ordered, 2)
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([1200, 2400, 2400])
})

test('installments can be paid off early but not paused', async () => {
  const ordered = await begin({ cancelAfter: 4 })
  await expect(of.pause(ordered, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
  expect((await payOffEarly(app, ordered, 7200)).status).toBe(200)
  await expect(of.skip(ordered)).rejects.toMatchObject({ code: 'pause_unavailable' })
})

test('a canceled subscription cannot be paused', async () => {
  const ordered = await begin()
  await ask(app, ordered, '/cancel')
  await expect(of.pause(ordered, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
})

test('a trial cannot be paused', async () => {
  const ordered = await begin()
  await app.services.db
    .updateTable('subscriptions')
    .set({ status: 'trialing' })
    .where('orderId', '=', ordered.purchaseId)
    .execute()
  const row = await rowOf(app, ordered)
  expect(pauseProblem(row, app.clock.now())).toBe('trial')
})

test('a declined payment must be paid before a pause', async () => {
  const ordered = await begin()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await renew(app, ordered)
  await expect(of.pause(ordered, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await of.pause(ordered, 2)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused' })
})

test('a dispute must be decided before its subscription can be paused', async () => {
  const disputed = await begin({}, { paymentMethodId: 'pm_card_createDispute' })
  await syncDisputes(app.services, disputed.purchaseId)
  await expect(of.pause(disputed, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
})

test('a card changed during a pause is charged after it', async () => {
  const ordered = await resting()
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused', cardLast4: '4444' })
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
})

test('a card that is declined after a pause is handled like any other renewal', async () => {
  const ordered = await resting()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await renew(app, ordered)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'past_due', pauseUntil: null })
  expect(await mailsOf(app, ordered)).toContain('renewal_failed')
  await changeCard(app, seller, ordered, 'pm_card_visa')
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
})

test('a coupon for some payments must be used up before a pause, and a coupon for all payments stays', async () => {
  const { form } = await begin()
  const buy = async (fields: object, email: string): Promise<Ordered> => {
    const { code } = await addCoupon(app, form, { percentage: '50', ...fields })
    const { purchaseId, secret } = outcomeOf(await pay(app, form, { email, coupon: code }))
    await checkAll(app)
    return { form, purchaseId, secret }
  }
  const [some, all] = [
    await buy({ lasts: 'cycles', cycles: 2 }, 'some@example.com'),
    await buy({ lasts: 'forever' }, 'all@example.com'),
  ]
  await expect(of.pause(some, 2)).rejects.toMatchObject({ code: 'pause_unavailable' })
  await of.pause(all, 2)
  await renew(app, some)
  await of.pause(some, 2)
  await renew(app, all)
  await renew(app, some)
  await renew(app, some)
  expect(await totalsOf(app, some)).toEqual([1200, 1200, 2400, 2400])
  expect((await totalsOf(app, all)).every((total) => total === 1200)).toBe(true)
})
