import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { addFile } from '#accounts/uploads/test-files.ts'
import { errorOf, newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import {
  listed,
  open,
  post,
  purchaseOf,
  returnedFor,
  state,
  withdraw,
  withdrawPathOf,
  workOff,
} from '#buying/withdrawal/test-withdrawals.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  seller = await signUpSeller(app)
})

const policy = {
  sells: 'service',
  withdrawalDays: 14,
  onWithdrawal: 'refund_at_once',
  earlyStart: 'not_asked',
  ownText: null,
}
const save = (fields: Readonly<Record<string, unknown>> = {}) =>
  call(app, 'PATCH', '/api/seller/policy', { token: seller.token, body: { ...policy, ...fields } })

const buy = async (form?: string) =>
  outcomeOf(await pay(app, form ?? (await createTestForm(app, seller)), { email: `${newKey()}@example.com` }))

const pathOf = ({ purchaseId, secret }: { purchaseId: string; secret: string }, file = '') =>
  `/purchases/${purchaseId}${file}?key=${secret}`

const frenchDetails = {
  name: 'Bea Novak',
  addressLine1: '1 Rue Haute',
  addressLine2: '',
  postalCode: '75001',
  city: 'Paris',
  country: 'FR',
  taxNumber: '',
}

const pageOf = async ({ purchaseId, secret }: { purchaseId: string; secret: string }) =>
  (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()

const setCountry = (country: string) => locate(app, seller, country)

test('an EU seller without a policy gives buyers 14 days', async () => {
  await setCountry('DE')
  const read = await call(app, 'GET', '/api/seller/policy', { token: seller.token })
  const bought = await buy()

  expect(read.body).toEqual({ policy: null, country: 'DE' })
  expect((await purchaseOf(app, bought.purchaseId)).policyId).toBeNull()
  expect(await pageOf(bought)).toContain('You can withdraw from this contract until 8 Dec 2026')
})

test('a policy stores the seller’s own text', async () => {
  const saved = await save({ ownText: 'Write to us first.' })
  const read = await call(app, 'GET', '/api/seller/policy', { token: seller.token })

  expect(saved.status).toBe(200)
  expect(read.body).toMatchObject({ policy: { ...policy, ownText: 'Write to us first.' } })
})

test('a sale keeps the policy that was in effect at the time', async () => {
  await save({ withdrawalDays: 30 })
  const bought = await buy()
  const answer = await save({ withdrawalDays: 14 })
  const versions = await app.services.db
    .selectFrom('sellerPolicies')
    .select(['id', 'withdrawalDays'])
    .where('sellerId', '=', (await purchaseOf(app, bought.purchaseId)).sellerId)
    .orderBy('id')
    .execute()

  expect([answer.status, answer.body]).toMatchObject([200, { policy: { withdrawalDays: 14 } }])
  expect(versions.map(({ withdrawalDays }) => withdrawalDays)).toEqual([30, 14])
  expect((await purchaseOf(app, bought.purchaseId)).policyId).toBe(versions[0]?.id)
  expect(await pageOf(bought)).toContain('You can withdraw from this contract until 24 Dec 2026')
})

test('a policy with unknown values or fewer days than the law is rejected', async () => {
  expect(await save({ withdrawalDays: 7 })).toMatchObject({
    status: 422,
    body: { errors: { withdrawalDays: 'The law gives buyers at least 14 days' } },
  })
  expect((await save({ sells: 'dreams' })).status).toBe(422)
  expect((await save({ color: 'red' })).status).toBe(422)
})

test('a seller who reviews withdrawals decides before a refund is made', async () => {
  await save({ onWithdrawal: 'ask_me' })
  const bought = await buy()
  const { text } = await open(app, withdrawPathOf(bought))
  await withdraw(app, bought)
  await workOff(app)
  const [waiting] = await listed(app, seller)
  const before = await returnedFor(app, bought.purchaseId)
  await call(app, 'POST', `/api/withdrawals/${waiting?.id ?? ''}/refund`, { token: seller.token, body: {} })
  await workOff(app)

  expect(text).toContain('The seller reviews your withdrawal before any money moves')
  expect([waiting?.outcome, before]).toEqual(['open', 0])
  expect(await returnedFor(app, bought.purchaseId)).toBeGreaterThan(0)
})

test('the page explains why a booking for a date has no right of withdrawal', async () => {
  await save({ sells: 'dated_event' })
  const bought = await buy()
  const page = await pageOf(bought)
  await withdraw(app, bought)
  await workOff(app)

  expect(page).toContain('there is no right of withdrawal for bookings for a specific date')
  expect(page).not.toContain(`/purchases/${bought.purchaseId}/withdraw`)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
})

test('the withdrawal period for goods starts with their delivery', async () => {
  await save({ sells: 'goods' })
  const [sent, arrived] = [await buy(), await buy()]
  const path = `/api/sales/${arrived.purchaseId}/delivery`
  const set = await call(app, 'PATCH', path, { token: seller.token, body: { deliveredOn: '2026-11-23' } })
  const setDelivery = (deliveredOn: string) =>
    call(app, 'PATCH', path, { token: seller.token, body: { deliveredOn } })
  const wrong = await Promise.all(['soon', '2026-02-30', '0000-01-01'].map(setDelivery))
  const another = await signUpSeller(app)
  const others = await call(app, 'PATCH', path, { token: another.token, body: { deliveredOn: null } })
  app.clock.advance(90 * 24 * 3600)

  expect([set, ...wrong, others].map(({ status }) => status)).toEqual([200, 422, 422, 422, 404])
  expect(await pageOf(sent)).toContain('until 14 days after the goods arrive')
  expect(await pageOf(sent)).toContain(`/purchases/${sent.purchaseId}/withdraw`)
  expect(await pageOf(arrived)).toContain('The right of withdrawal ended on 8 Dec 2026')
})

test('a delivery date is neither before its sale nor in the future', async () => {
  await save({ sells: 'goods' })
  app.clock.set(new Date('2026-11-20T10:00:00Z'))
  const { purchaseId } = await buy()
  app.clock.set(new Date('2026-11-23T10:00:00Z'))
  const errors: unknown[] = []
  for (const deliveredOn of ['2026-11-18', '2026-11-25', '9999-12-31', '2026-11-19', '2026-11-24']) {
    const path = `/api/sales/${purchaseId}/delivery`
    const answer = await call(app, 'PATCH', path, { token: seller.token, body: { deliveredOn } })
    errors.push(answer.status === 200 ? deliveredOn : errorOf(answer).errors?.['deliveredOn'])
  }

  // At both limits, the day is valid in at least one time zone.
  expect(errors).toEqual([
    'Enter the day of the sale or a later one',
    'Enter today or an earlier day',
    'Enter today or an earlier day',
    '2026-11-19',
    '2026-11-24',
  ])
})

test('in a country without a withdrawal law, buyers have only the rights of the policy', async () => {
  await setCountry('US')
  const form = await createTestForm(app, seller)
  const bought = await buy(form)
  await withdraw(app, bought)
  await workOff(app)
  await save({ withdrawalDays: 20 })
  const promised = await buy(form)

  expect(await pageOf(bought)).not.toMatch(/You can withdraw|right of withdrawal/)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(await pageOf(promised)).toContain('You can withdraw from this contract until')
})

test('a seller outside the EU without a policy owes withdrawal only to EU buyers', async () => {
  const form = await createTestForm(app, seller, { files: [await addFile(app, seller, 'Book.txt')] })
  const [own, european] = [await buy(form), await buy(form)]
  await post(app, pathOf(european, '/invoice-details'), frenchDetails)
  const review = await open(app, withdrawPathOf(own))
  const filledIn = await open(app, review.location)
  for (const bought of [own, european]) {
    const { email } = await purchaseOf(app, bought.purchaseId)
    await state(app, { email, reference: bought.purchaseId })
  }
  await workOff(app)
  const [waiting, ...others] = await listed(app, seller)
  const refused = await call(app, 'PATCH', `/api/withdrawals/${waiting?.id ?? ''}`, {
    token: seller.token,
    body: { refusedFor: 'no_right' },
  })

  expect(await pageOf(own)).not.toMatch(/You can withdraw|right of withdrawal/)
  expect(filledIn.text).toContain(own.purchaseId)
  expect(await returnedFor(app, own.purchaseId)).toBe(0)
  expect(await returnedFor(app, european.purchaseId)).toBe(4900)
  expect(waiting).toMatchObject({ saleId: own.purchaseId, outcome: 'open', lacksLaw: true })
  expect(others).toMatchObject([{ outcome: 'refunded', lacksLaw: false }])
  expect(refused).toMatchObject({ status: 200, body: { outcome: 'refused' } })
})

test('a purchase made before the shop’s country was known keeps its withdrawal right', async () => {
  const bought = await buy()
  const { db } = app.services
  await db
    .updateTable('purchases')
    .set({ accountCountry: null })
    .where('id', '=', bought.purchaseId)
    .execute()

  expect(await pageOf(bought)).toContain('You can withdraw from this contract until 8 Dec 2026')
})

test('a request without a session cannot change the policy', async () => {
  const answer = await fetch(`${app.url}/api/seller/policy`, { method: 'PATCH' })

  expect(answer.status).toBe(401)
})
