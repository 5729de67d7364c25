import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { payFormBody } from '#buying/checkout/contract.ts'
import { payForm } from '#buying/checkout/pay/pay-form.ts'
import { newKey, stateOf } from '#buying/checkout/pay/test-paying.ts'
import { Failure } from '#foundation/failures/failure.ts'
import { addCoupon, placesOf } from '#payments/coupons/test-coupons.ts'
import { purchaseSecret } from '#payments/purchases/purchase.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { answerBank, createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

// Purchases waiting for a bank can reserve no more than half of the remaining items, per network and email.

let app: TestApp
let seller: Awaited<ReturnType<typeof signUpSeller>>
let form: string
let buyers = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  form = await createTestForm(app, seller, { stockLimit: 50, quantityMax: 50 })
})

type Fields = Readonly<Record<string, unknown>>
const asking = { paymentMethodId: 'pm_card_authenticationRequired' }

async function buy(network: string, fields: Fields = {}) {
  const buyer = { email: `waits-${(buyers += 1)}@example.com`, name: 'Bea', paymentMethodId: 'pm_card_visa' }
  try {
    const body = payFormBody.parse({ form, ...buyer, ...fields })
    const { charged } = await payForm(app.services, body, { key: newKey(), network, locale: null })
    if (charged.kind !== 'purchase') throw new Error(charged.kind)
    const { purchase, clientSecret } = charged
    return { status: purchase.status, id: purchase.id, clientSecret: clientSecret ?? '' }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { status: error.code, id: '', clientSecret: '' }
  }
}

const taken = async () =>
  (
    await app.services.db
      .selectFrom('stocks')
      .select('taken')
      .where('formId', '=', form)
      .executeTakeFirstOrThrow()
  ).taken

/** Reads the purchase's state, as when the buyer returns from their bank. */
const look = (purchaseId: string) =>
  stateOf(app, {
    purchaseId,
    secret: purchaseSecret(app.config.authSecret, { id: purchaseId, keyGeneration: 0 }),
  })

async function abandon(): Promise<void> {
  app.clock.advance(21 * 60)
  await reconcile(app.services)
}

test('a network with many unfinished purchases blocks no other buyer', async () => {
  for (let round = 0; round < 3; round += 1) {
    const all = 50 - 2 * round
    for (const quantity of [all, 20, 20])
      expect((await buy('203.0.113.1', { ...asking, quantity })).status).toBe('requires_action')
    expect(await taken()).toBeLessThan(50 - 20)
    expect((await buy('198.51.100.7', { quantity: 2 })).status).toBe('paid')
    await abandon()
  }
  expect(await taken()).toBe(6)
})

test('the networks of one /48 reserve no more than one network could', async () => {
  for (const last of [1, 2, 3]) await buy(`2001:db8:7:${last}::/64`, { ...asking, quantity: 20 })
  expect(await taken()).toBe(20)
  await buy('2001:db8:8:1::/64', { ...asking, quantity: 10 })
  expect(await taken()).toBe(30)
})

test('several networks with one email reserve no more than one network could', async () => {
  for (const last of [1, 2, 3])
    await buy(`203.0.113.${last}`, { ...asking, quantity: 20, email: `one+${last}@gmail.com` })

  expect(await taken()).toBe(20)
})

test('an abandoned purchase of the last item no longer blocks other buyers', async () => {
  await buy('198.51.100.7', { quantity: 49 })
  const first = await buy('203.0.113.1', asking)
  expect([first.status, (await buy('198.51.100.8')).status]).toEqual(['requires_action', 'sold_out'])
  await abandon()
  expect((await buy('203.0.113.1', asking)).status).toBe('requires_action')
  expect((await buy('198.51.100.8')).status).toBe('paid')
})

test('a buyer whose authentication failed can try again for the same items', async () => {
  const failed = await buy('203.0.113.1', { ...asking, quantity: 20 })
  await answerBank(app, failed.clientSecret, 'fail')
  await look(failed.id)
  expect(await taken()).toBe(0)
  const again = await buy('203.0.113.1', { ...asking, quantity: 20 })
  expect([again.status, await taken()]).toEqual(['requires_action', 20])
  await answerBank(app, again.clientSecret)
  await look(again.id)
  expect(await taken()).toBe(20)
})

test('a paid purchase that waited without reserved items takes them exactly once', async () => {
  const all = await buy('203.0.113.1', { ...asking, quantity: 30 })
  expect(await taken()).toBe(0)
  await answerBank(app, all.clientSecret)
  await look(all.id)
  await reconcile(app.services)
  expect(await taken()).toBe(30)
  const kept = await app.services.db
    .selectFrom('stockHolds')
    .select(['isHeld', 'network', 'emailKey'])
    .where('purchaseId', '=', all.id)
    .executeTakeFirst()
  expect(kept).toEqual({ isHeld: true, network: null, emailKey: null })
})

test('a purchase waiting without reserved items is canceled once too few are left', async () => {
  const all = await buy('203.0.113.1', { ...asking, quantity: 30 })
  expect((await buy('198.51.100.7', { quantity: 20 })).status).toBe('paid')
  await reconcile(app.services)
  expect((await look(all.id)).status).toBe('requires_action')
  expect((await buy('198.51.100.8', { quantity: 5 })).status).toBe('paid')
  await reconcile(app.services)
  expect((await look(all.id)).status).toBe('failed')
  expect(await taken()).toBe(25)
})

test('unfinished purchases do not block a coupon’s last uses', async () => {
  const coupon = await addCoupon(app, form, { maxRedemptions: 2, maxPerBuyer: 1 })
  const code = { coupon: coupon.code, quantity: 1 }
  const one = await buy('203.0.113.1', { ...asking, ...code, email: 'ann@example.com' })
  const two = await buy('203.0.113.1', { paymentMethodId: 'pm_card_threeDSecure2Required', ...code })
  expect([one.status, two.status]).toEqual(['requires_action', 'requires_action'])
  expect((await buy('198.51.100.7', { ...code, paymentMethodId: 'pm_card_mastercard' })).status).toBe('paid')
  // A waiting purchase counts as a use of the coupon by its buyer even if no use is reserved.
  const same = await buy('198.51.100.9', { paymentMethodId: 'pm_card_threeDSecure2Required', ...code })
  expect(same.status).toBe('coupon_refused')
  await answerBank(app, two.clientSecret)
  await look(two.id)
  await abandon()
  expect((await placesOf(app, coupon.id)).taken).toBe(2)
})
