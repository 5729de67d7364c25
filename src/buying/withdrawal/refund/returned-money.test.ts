import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { accept as acceptOffer, offerOf } from '#buying/upsells/test-offers.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { numberByDay } from '#payments/purchases/records/invoice-number.ts'
import { recordRenewal } from '#payments/purchases/settle/record-renewal.ts'
import {
  checkAll,
  payOffEarly,
  purchasesOf,
  rowOf,
  subscribe,
} from '#payments/subscriptions/test-subscriptions.ts'
import { call, lostEvents, moveProviderClock, sandboxList, setFaults, type TestApp } from '#test-app.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { processStatement, processDueStatements } from './process-statements.ts'
import { refundPreview, withdrawal } from '../contract.ts'
import { findWithdrawal } from '../store.ts'
import { taxColumnsOf } from '#payments/pricing/tax-for.ts'
import {
  listed,
  mailsTo,
  purchaseOf,
  returnedFor,
  startWithdrawals,
  state,
  withdraw,
  workOff,
} from '../test-withdrawals.ts'

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

/** The statements in the seller's list, read with a token that is valid at the test's time. */
async function found(purchaseId: string) {
  const at = app.clock.now()
  app.clock.set(new Date())
  const rows = (await listed(app, shop.seller)).filter(({ saleId }) => saleId === purchaseId)
  app.clock.set(at)
  return rows
}

async function theOne(purchaseId: string) {
  const [row] = await found(purchaseId)
  if (row === undefined) throw new Error('Nothing was received')
  return row
}

/** Another purchase by the same person, who had used another email address. */
async function buyAgain(email: string) {
  const bought = await shop.buy()
  await app.services.db.updateTable('purchases').set({ email }).where('id', '=', bought.purchaseId).execute()
  return bought
}

const coveredBy = async (id: string) => {
  const rows = await app.services.db
    .selectFrom('withdrawnPurchases')
    .select('purchaseId')
    .where('withdrawalId', '=', id)
    .execute()
  return rows.map(({ purchaseId }) => purchaseId)
}

const dueAt = async (id: string) => (await findWithdrawal(app.services.db, id))?.nextCheckAt ?? null

// Proves withdrawal-once.
test('a rejected withdrawal can no longer be accepted, and the buyer can withdraw again', async () => {
  const bought = await shop.buy()
  await state(app, { email: 'other@example.com', reference: bought.purchaseId })
  await workOff(app)
  const { id } = await theOne(bought.purchaseId)
  await shop.refuse(id, 'no_purchase')
  const late = await shop.accept(id)

  expect(errorBody.parse(late.body).code).toBe('withdrawal_closed')
  expect(await coveredBy(id)).toEqual([])
  await withdraw(app, bought)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('a withdrawal rejected before it is matched covers no purchase', async () => {
  const bought = await shop.buy()
  const { location } = await state(app, { email: bought.email, reference: bought.purchaseId })
  const id = /received\/([^?]+)/.exec(location)?.[1] ?? ''
  await app.services.db
    .updateTable('withdrawals')
    .set({ refusedFor: 'too_late', decidedAt: app.clock.now() })
    .where('id', '=', id)
    .execute()
  await workOff(app)

  expect(await coveredBy(id)).toEqual([])
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
})

test('a pending refund is checked until it has arrived', async () => {
  const bought = await shop.buy({ paymentMethodId: 'pm_card_pendingRefund' })
  await withdraw(app, bought)
  const { id } = await theOne(bought.purchaseId)
  const watched = await dueAt(id)
  await moveProviderClock(app, 60)
  app.clock.advance(3600)
  await workOff(app)
  app.clock.advance(3600)
  await workOff(app)

  expect(watched).toBeInstanceOf(Date)
  expect(await dueAt(id)).toBeNull()
})

// Proves withdrawal-completion.
test('a pending refund that fails reopens its withdrawal and is reported to the seller', async () => {
  const bought = await shop.buy({ paymentMethodId: 'pm_card_pendingRefund' })
  await withdraw(app, bought)
  const refund = await app.services.db
    .selectFrom('refunds')
    .selectAll()
    .where('purchaseId', '=', bought.purchaseId)
    .executeTakeFirstOrThrow()
  expect(refund.status).toBe('pending')
  await settleRefund(
    app.services,
    refund,
    { status: 'failed', failureReason: 'lost_or_stolen_card' },
    'a test',
  )
  app.clock.advance(3600)
  await processDueStatements(app.services)
  const [row] = await found(bought.purchaseId)
  const stuck = await app.services.db
    .selectFrom('mails')
    .select('id')
    .where('kind', '=', 'withdrawal_stuck')
    .where('about', 'like', `${row?.id}%`)
    .execute()

  expect(row?.outcome).toBe('open')
  expect(stuck).toHaveLength(1)
})

test('a buyer who was asked within the period can withdraw from two orders after the period ends', async () => {
  const email = `two-orders-${Date.now()}@example.com`
  const [first, second] = [await shop.buy({ email }), await buyAgain(email)]
  shop.days(13)
  await state(app, { email, reference: 'the course of last week' })
  await workOff(app)
  shop.days(7)
  await withdraw(app, second)
  const rows = await app.services.db
    .selectFrom('withdrawals')
    .select(['fits', 'refusedFor'])
    .where('email', '=', email)
    .execute()

  expect(rows).toContainEqual({ fits: 'email', refusedFor: 'repeated' })
  // The first statement covers the other order too.
  await withdraw(app, first)
  for (const { purchaseId } of [second, first]) {
    expect(await returnedFor(app, purchaseId)).toBe(0)
    expect(await theOne(purchaseId)).toMatchObject({ waitsBecause: 'late' })
  }
})

test('a withdrawal refunds every purchase whose order or invoice number it contains', async () => {
  const email = `numbers-${Date.now()}@example.com`
  const [first, second] = [await shop.buy({ email }), await buyAgain(email)]
  const { paidAt } = await purchaseOf(app, second.purchaseId)
  const invoice = numberByDay({ id: second.purchaseId, paidAt: paidAt ?? new Date(0) })
  await state(app, {
    email,
    reference: `${first.purchaseId.toUpperCase()} and invoice ${invoice.toLowerCase()}.`,
  })
  await workOff(app)

  expect(await returnedFor(app, first.purchaseId)).toBe(4900)
  expect(await returnedFor(app, second.purchaseId)).toBe(4900)
})

test('a seller can also refund the late part of a withdrawal', async () => {
  const bought = await shop.buy()
  const added = outcomeOf(await acceptOffer(app, bought, await offerOf(app, bought)))
  await app.services.db
    .updateTable('purchases')
    .set({ paidAt: new Date(app.clock.now().getTime() - 30 * 24 * 3600 * 1000) })
    .where('id', '=', bought.purchaseId)
    .execute()
  await state(app, { email: bought.email, reference: bought.purchaseId })
  await workOff(app)
  const [partly] = await found(bought.purchaseId)

  expect(await returnedFor(app, added.purchaseId)).toBe(1990)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(partly).toMatchObject({ outcome: 'open', isLate: true, returned: 1990 })
  const accepted = await shop.accept(partly?.id ?? '')
  expect(withdrawal.parse(accepted.body)).toMatchObject({
    outcome: 'refunded',
    isLate: false,
    returned: 6890,
  })
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

/** Records a renewal as an event from Stripe would. */
async function renew(purchaseId: string, paidAt: Date): Promise<string> {
  const placed = await purchaseOf(app, purchaseId)
  const { services } = app
  const { paymentIntentId } = await purchaseOf(app, (await shop.buy()).purchaseId)
  const intent = await services.provider.retrievePaymentIntent(placed.stripeAccountId, paymentIntentId ?? '')
  // Unlinks this payment from its purchase, so that the renewal can use it.
  await services.db
    .updateTable('purchases')
    .set({ paymentIntentId: null })
    .where('paymentIntentId', '=', paymentIntentId)
    .execute()
  const line = {
    title: 'A month',
    subtotal: 4900,
    taxAmount: 0,
    total: 4900,
    discountAmount: 0,
    quantity: 1,
    ...taxColumnsOf({ tax: null, treatment: null, country: null }),
  }
  const renewal = { invoiceId: `in_${crypto.randomUUID()}`, intent, currency: 'usd', agreedFee: 0, line }
  const recorded = await services.db
    .transaction()
    .execute((tx) => recordRenewal(services, tx, placed, { ...renewal, chargedAt: paidAt, paidAt }, 'a test'))
  return recorded?.id ?? ''
}

const before = (days: number) => new Date(app.clock.now().getTime() - days * 24 * 3600 * 1000)

test('a late withdrawal’s preview equals its refund', async () => {
  const { purchaseId } = await subscribe(app, shop.seller)
  await app.services.db
    .updateTable('purchases')
    .set({ paidAt: before(100) })
    .where('id', '=', purchaseId)
    .execute()
  const [early, kept] = [await renew(purchaseId, before(95)), await renew(purchaseId, before(40))]
  const { email } = await purchaseOf(app, purchaseId)
  await state(app, { email, reference: purchaseId })
  await workOff(app)
  const charged = await renew(purchaseId, new Date(app.clock.now().getTime() + 1000))
  const { id } = await theOne(purchaseId)
  const shown = await call(app, 'GET', `/api/withdrawals/${id}/refund`, { token: shop.seller.token })
  expect(refundPreview.parse(shown.body)).toMatchObject({
    endsSubscription: true,
    parts: [
      { kind: 'order', amount: 4900 },
      { kind: 'renewal', amount: 4900 },
      { kind: 'renewal', amount: 4900 },
    ],
  })
  await shop.accept(id)
  const back = await Promise.all([purchaseId, early, kept, charged].map((one) => returnedFor(app, one)))
  expect(back).toEqual([4900, 4900, 0, 4900])
})

test('a withdrawal from a plan also refunds its early payoff', async () => {
  const ordered = await subscribe(app, shop.seller, { cancelAfter: 3 }, { email: 'planner@example.com' })
  await checkAll(app)
  const { token } = shop.seller
  await call(app, 'POST', `/api/sales/${ordered.purchaseId}/refunds`, { token, body: { amount: 49 } })
  expect((await payOffEarly(app, ordered, 9800)).status).toBe(200)
  await withdraw(app, ordered)
  await workOff(app)

  const { id = '' } = (await purchasesOf(app, ordered)).find(({ kind }) => kind === 'payoff') ?? {}
  expect([await returnedFor(app, ordered.purchaseId), await returnedFor(app, id)]).toEqual([4900, 9800])
})

// Proves withdrawal-completion.
test('a renewal recorded after a withdrawal is refunded', async () => {
  const ordered = await subscribe(app, shop.seller)
  await withdraw(app, ordered)
  expect((await rowOf(app, ordered)).status).toBe('canceled')
  const late = await renew(ordered.purchaseId, app.clock.now())
  expect(await returnedFor(app, late)).toBe(0)
  shop.days(1)
  await workOff(app)
  expect(await returnedFor(app, late)).toBe(4900)
})

// Proves withdrawal-once.
test('when a withdrawal is accepted and rejected at the same time, it is refunded only if the acceptance wins', async () => {
  const bought = await shop.buy()
  await state(app, { email: 'other@example.com', reference: bought.purchaseId })
  await workOff(app)
  const { id } = await theOne(bought.purchaseId)
  const row = await findWithdrawal(app.services.db, id)
  if (row === undefined) throw new Error('Nothing was received')
  await setFaults(app, {
    ...lostEvents,
    calls: [{ method: 'POST', path: '/v1/refunds', fault: { kind: 'cut_before' }, times: 1 }],
  })
  const { db } = app.services
  const rounds = await Promise.all([shop.accept(id), shop.refuse(id, 'too_late')])
  await processStatement(app.services, row)
  app.clock.advance(120)
  await workOff(app)
  const after = await db.selectFrom('withdrawals').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const refunds = await db
    .selectFrom('refunds')
    .select('id')
    .where('purchaseId', '=', bought.purchaseId)
    .execute()
  expect(rounds.map(({ status }) => status)).toContain(200)
  // A rejection counts only if no refund was recorded before it.
  expect(refunds.length > 0).toBe(after.refusedFor === null)
})

test('a payment that Stripe wrongly calls disputed is refunded a day later', async () => {
  const bought = await shop.buy()
  await setFaults(app, {
    ...lostEvents,
    calls: [
      {
        method: 'POST',
        path: '/v1/refunds',
        times: 1,
        fault: {
          kind: 'error',
          status: 400,
          body: { type: 'invalid_request_error', code: 'charge_disputed', message: 'Disputed' },
        },
      },
    ],
  })
  await withdraw(app, bought)
  expect((await found(bought.purchaseId))[0]).toMatchObject({ outcome: 'open', isHeld: true })
  expect(await mailsTo(app, bought.email)).toContain('withdrawal_held')
  await setFaults(app, lostEvents)
  shop.days(1)
  await workOff(app)
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
  expect((await sandboxList(app, 'disputes')).length).toBe(0)
})
