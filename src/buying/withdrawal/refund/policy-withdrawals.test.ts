import { setPolicy as setPolicyOf } from '#buying/consumer-law/test-policy.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { rowOf, subscribe } from '#payments/subscriptions/test-subscriptions.ts'
import { lostEvents, setFaults, type TestApp } from '#test-app.ts'
import { cancellationTexts } from '../cancellation/cancellation-texts.ts'
import {
  hiddenIn,
  listed,
  mailsTo,
  post,
  purchaseOf,
  returnedFor,
  startWithdrawals,
  state,
  withdraw,
  workOff,
} from '../test-withdrawals.ts'
import { say } from '#foundation/language/t.ts'

let shop: Awaited<ReturnType<typeof startWithdrawals>>
let app: TestApp

beforeAll(async () => {
  shop = await startWithdrawals()
  app = shop.app
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
})

const setPolicy = (fields: Readonly<Record<string, unknown>>) =>
  setPolicyOf(app, shop.seller, { sells: 'service', earlyStart: 'not_asked', ...fields })

/** The newest statement in the seller's list, read with a token that is valid at the test's time. */
async function theOne(purchaseId: string) {
  const at = app.clock.now()
  app.clock.set(new Date())
  const row = (await listed(app, shop.seller)).find(({ saleId }) => saleId === purchaseId)
  app.clock.set(at)
  if (row === undefined) throw new Error('Nothing was received')
  return row
}

let buyers = 0
const newEmail = () => `policy-${(buyers += 1)}@example.com`

const sellerOf = async (purchaseId: string) => (await purchaseOf(app, purchaseId)).sellerId

/** Corrects a purchase's email address. */
async function correct(purchaseId: string, mailTo: string): Promise<void> {
  await app.services.db.updateTable('purchases').set({ mailTo }).where('id', '=', purchaseId).execute()
}

test('two purchases in one statement are refunded under their own policies', async () => {
  const email = newEmail()
  await setPolicy({ onWithdrawal: 'ask_me' })
  const asked = await subscribe(app, shop.seller)
  await correct(asked.purchaseId, email)
  await setPolicy({})
  const free = await shop.buy()
  await correct(free.purchaseId, email)
  await state(app, { email, reference: `${asked.purchaseId} and ${free.purchaseId}` })
  await workOff(app)
  const waiting = await theOne(asked.purchaseId)

  expect(await returnedFor(app, free.purchaseId)).toBe(4900)
  expect(await returnedFor(app, asked.purchaseId)).toBe(0)
  expect((await rowOf(app, asked)).status).toBe('active')
  expect(waiting).toMatchObject({ outcome: 'open', isConfirmed: true, isLate: false, waitsForSeller: true })
  await shop.accept(waiting.id)
  expect(await returnedFor(app, asked.purchaseId)).toBe(4900)
  expect((await rowOf(app, asked)).status).toBe('canceled')
  expect(await theOne(asked.purchaseId)).toMatchObject({
    outcome: 'refunded',
    waitsForSeller: false,
    returned: 9800,
  })
})

test('a seller rejects two purchases in one statement together, without a refund', async () => {
  const email = newEmail()
  await setPolicy({ onWithdrawal: 'ask_me' })
  const [first, second] = [await shop.buy({ email }), await shop.buy()]
  await correct(second.purchaseId, email)
  await state(app, { email, reference: `${first.purchaseId}, ${second.purchaseId}` })
  await workOff(app)
  const { id } = await theOne(first.purchaseId)
  await shop.refuse(id, 'not_consumer')
  shop.days(2)
  await workOff(app)

  expect(await returnedFor(app, first.purchaseId)).toBe(0)
  expect(await returnedFor(app, second.purchaseId)).toBe(0)
  expect((await theOne(first.purchaseId)).outcome).toBe('refused')
  expect(await mailsTo(app, email)).toContain('withdrawal_refused')
})

test('with a 30-day policy, a statement on day 20 is refunded automatically', async () => {
  await setPolicy({ withdrawalDays: 30 })
  const [first, second] = [await shop.buy(), await shop.buy()]
  shop.days(20)
  await state(app, { email: first.email, reference: first.purchaseId })
  await workOff(app)
  expect(await returnedFor(app, first.purchaseId)).toBe(4900)

  shop.days(20)
  await state(app, { email: second.email, reference: second.purchaseId })
  await workOff(app)
  const late = await theOne(second.purchaseId)
  expect(late).toMatchObject({ outcome: 'open', isLate: true })
  expect(await returnedFor(app, second.purchaseId)).toBe(0)
  app.clock.set(new Date())
  await shop.accept(late.id)
  expect(await returnedFor(app, second.purchaseId)).toBe(4900)
})

test('a cancellation ends the subscription without waiting for the seller', async () => {
  await setPolicy({ onWithdrawal: 'ask_me' })
  const { purchaseId } = await subscribe(app, shop.seller)
  const email = newEmail()
  await correct(purchaseId, email)
  const review = await post(app, '/cancel-contract', {
    name: 'Bea Novak',
    email,
    reference: purchaseId,
    ground: 'ordinary',
  })
  expect(review.text).toContain(say(cancellationTexts.confirm))
  await post(app, '/cancel-contract', { ...hiddenIn(review), step: 'confirm' })
  await workOff(app)

  expect(await rowOf(app, { purchaseId })).toMatchObject({ status: 'active', cancellation: 'period_end' })
  expect(await returnedFor(app, purchaseId)).toBe(0)
  expect(await theOne(purchaseId)).toMatchObject({ outcome: 'canceled', waitsForSeller: false })
  expect(await mailsTo(app, email)).toEqual(['withdrawal', 'subscription_canceled'])
})

test('a buyer can withdraw at any time from a subscription to goods that were not delivered', async () => {
  await setPolicy({ sells: 'goods' })
  const ordered = await subscribe(app, shop.seller)
  shop.days(20)
  await withdraw(app, ordered)

  expect(await returnedFor(app, ordered.purchaseId)).toBe(4900)
  expect((await rowOf(app, ordered)).status).toBe('canceled')
})

test('under a 60-day policy, a buyer who withdraws on day 40 is asked which purchase they mean', async () => {
  const email = newEmail()
  await setPolicy({ withdrawalDays: 60 })
  const kept = await shop.buy({ email })
  await setPolicy({})
  const over = await shop.buy()
  await correct(over.purchaseId, email)
  shop.days(40)
  await state(app, { email, reference: 'the course' }, `/withdraw/${await sellerOf(kept.purchaseId)}`)
  await workOff(app)

  expect(await mailsTo(app, email)).toContain('withdrawal_question')
  expect(await theOne(kept.purchaseId)).toMatchObject({ fits: 'email', outcome: 'open' })
})
