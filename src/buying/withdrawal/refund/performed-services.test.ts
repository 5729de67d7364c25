import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { consentsOf } from '#buying/consumer-law/asked-consent.ts'
import type { TestOrder } from '#buying/upsells/test-offers.ts'
import { toMinor } from '#foundation/money/amount.ts'
import { rowOf } from '#payments/subscriptions/test-subscriptions.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { listMailsOfBuyer } from '#buying/withdrawal/notify.ts'
import {
  listed,
  mailsTo,
  open,
  purchaseOf,
  returnedFor,
  withdraw,
  withdrawPathOf,
  workOff,
} from '../test-withdrawals.ts'
import { withdrawalTexts } from '../texts.ts'
import { say } from '#foundation/language/t.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
})

const setPolicy = (fields: Readonly<Record<string, unknown>>) =>
  call(app, 'PATCH', '/api/seller/policy', {
    token: seller.token,
    body: {
      sells: 'service',
      withdrawalDays: 14,
      onWithdrawal: 'refund_at_once',
      earlyStart: 'offered',
      ownText: null,
      ...fields,
    },
  })

const consents = consentsOf('service')

const buy = async (form: string, fields: Readonly<Record<string, unknown>> = {}): Promise<TestOrder> =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))

// Proves withdrawal-once.
test('a seller retains the performed part of a service that has started and refunds the rest with tax', async () => {
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'VAT', percentage: 19, inclusive: true },
  })
  const form = await createTestForm(app, seller, {
    amount: 119,
    taxId: z.object({ id: z.string() }).parse(tax.body).id,
  })
  const bought = await buy(form, { consents })
  const { purchaseId } = bought
  const promised = (await open(app, withdrawPathOf(bought))).text
  await withdraw(app, bought)
  await workOff(app)
  const [waiting] = await listed(app, seller)
  const before = await returnedFor(app, purchaseId)
  const accept = (percentage: number) =>
    call(app, 'POST', `/api/withdrawals/${waiting?.id ?? ''}/refund`, {
      token: seller.token,
      body: { performed: [{ purchaseId, percentage }] },
    })
  const [none, whole] = [await accept(0), await accept(100)]
  const accepted = await accept(33)
  const again = await accept(50)
  await workOff(app)
  const refunds = await app.services.db
    .selectFrom('refunds')
    .select(['amount', 'taxAmount'])
    .where('purchaseId', '=', purchaseId)
    .execute()

  expect(promised).toContain(say(withdrawalTexts.begunService))
  expect([waiting?.waitsForSeller, waiting?.mayKeepPart, before]).toEqual([true, true, 0])
  expect([none.status, whole.status]).toEqual([422, 422])
  expect(accepted).toMatchObject({
    status: 200,
    body: { outcome: 'part_refunded', total: 11900, returned: 7973, kept: 3927 },
  })
  expect(again.body).toMatchObject({ returned: 7973, kept: 3927 })
  expect(refunds).toEqual([{ amount: 7973, taxAmount: 1273 }])
  expect((await open(app, `/purchases/${purchaseId}?key=${bought.secret}`)).text).toContain(
    withdrawalTexts.kept('$39.27'),
  )
  const sale = await call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token })
  // The sale's page quotes the text that the buyer sees, but offers no further withdrawal.
  expect(sale.body).toMatchObject({
    withdrawal: { right: null, made: [expect.stringContaining(withdrawalTexts.kept('$39.27'))] },
  })
  expect(await mailsTo(app, (await purchaseOf(app, purchaseId)).email)).toEqual([
    'receipt',
    'withdrawal',
    'withdrawal_kept',
    'refund',
  ])
  // The emails are part of the purchase's dispute evidence and are erased with the buyer.
  const { sellerId } = await purchaseOf(app, purchaseId)
  expect(
    await listMailsOfBuyer(app.services.db, { sellerId, purchaseIds: [purchaseId], addresses: [] }),
  ).toHaveLength(4)
})

test.each([
  ['isk', 1234, 407],
  ['kwd', 12.34, 4.07],
])('the part a seller keeps in %s is a chargeable amount', async (currency, amount, kept) => {
  const minor = (major: number) => toMinor(major, currency)
  const { purchaseId, ...bought } = await buy(await createTestForm(app, seller, { amount, currency }), {
    consents,
  })
  await withdraw(app, { purchaseId, ...bought })
  await workOff(app)
  const [waiting] = await listed(app, seller)
  const accepted = await call(app, 'POST', `/api/withdrawals/${waiting?.id ?? ''}/refund`, {
    token: seller.token,
    body: { performed: [{ purchaseId, percentage: 33 }] },
  })

  expect(accepted.body).toMatchObject({ outcome: 'part_refunded', kept: minor(kept) })
  expect(await returnedFor(app, purchaseId)).toBe(minor(amount) - minor(kept))
})

test('a withdrawal from a service that has started ends it right away, but the refund waits for the seller', async () => {
  const form = await createTestForm(app, seller, { priceType: 'RecurringPrice', billingPeriod: 'Monthly' })
  const bought = await buy(form, { consents })
  await withdraw(app, bought)
  await workOff(app)
  const { status } = await rowOf(app, bought)

  expect([status, await returnedFor(app, bought.purchaseId)]).toEqual(['canceled', 0])
})

test('a seller cannot retain a part of a service that has not started', async () => {
  await setPolicy({})
  const form = await createTestForm(app, seller)
  const begun = await buy(form, { consents })
  await withdraw(app, begun)
  await setPolicy({ onWithdrawal: 'ask_me' })
  const waiting = await buy(form)
  await withdraw(app, waiting)
  await workOff(app)
  const row = (await listed(app, seller)).find(({ saleId }) => saleId === waiting.purchaseId)
  const refused = await call(app, 'POST', `/api/withdrawals/${row?.id ?? ''}/refund`, {
    token: seller.token,
    body: { performed: [{ purchaseId: waiting.purchaseId, percentage: 10 }] },
  })

  expect(await returnedFor(app, begun.purchaseId)).toBe(4900)
  expect([row?.mayKeepPart, refused.status]).toEqual([false, 422])
  expect(await returnedFor(app, waiting.purchaseId)).toBe(0)
})
