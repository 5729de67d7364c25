import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey } from '#buying/checkout/pay/test-paying.ts'
import { addBump, order } from '#buying/upsells/test-offers.ts'
import { recordFinish } from '#foundation/jobs/schedule.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { recordDispute } from '#payments/disputes/record-dispute.ts'
import { findRefund } from '#payments/refunds/store.ts'
import { settleRefund } from '#payments/refunds/settle-refund.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { issueDueInvoices, issueInvoicesOf, restoreName } from './issue-invoices.ts'
import { documentsOf, issueAll, numberByDays, sellerIdOf } from './test-invoices.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-22T12:00:00Z'))
  seller = await signUpSeller(app)
})

const created = z.object({ id: z.string() })
const taxed = async (fields: object = {}) => {
  const body = { title: 'VAT', percentage: 19, inclusive: true, ...fields }
  return created.parse((await call(app, 'POST', '/api/taxes', { token: seller.token, body })).body).id
}
const formOf = (fields: Readonly<Record<string, unknown>> = {}) => createTestForm(app, seller, fields)
const buy = async (form: string, fields = {}) => (await order(app, form, fields)).purchaseId

const refund = async (id: string, amount?: number) => {
  const body = amount === undefined ? {} : { amount }
  const headers = { 'idempotency-key': newKey() }
  const answer = await call(app, 'POST', `/api/sales/${id}/refunds`, { token: seller.token, body, headers })
  expect(answer.status).toBe(201)
  return created.parse(answer.body).id
}

const numbers = async () => (await documentsOf(app, seller)).map(({ number }) => number)

test('invoices get their numbers in the order of payments, half a minute later', async () => {
  const form = await formOf()
  const first = await buy(form)
  await buy(await formOf({ amount: 0 }))
  app.clock.advance(20)
  const second = await buy(form)
  expect(await issueDueInvoices(app.services)).toBe(0)
  app.clock.advance(15)
  await issueDueInvoices(app.services)
  expect(await numbers()).toEqual(['2026-00001'])
  await issueAll(app)

  expect(await documentsOf(app, seller)).toMatchObject([
    { number: '2026-00001', purchaseId: first, total: 4900, issuedOn: '2026-11-22' },
    { number: '2026-00002', purchaseId: second, total: 4900 },
  ])
})

test('a shop from before invoice series keeps its numbers, and its refunds have no credit notes', async () => {
  await numberByDays(app, seller)
  await refund(await buy(await formOf()))
  await issueAll(app)

  const { db } = app.services
  const due = await db
    .selectFrom('invoices')
    .select('id')
    .where('sellerId', '=', await sellerIdOf(app, seller))
    .execute()
  expect(due).toEqual([])
})

test('each refund has a credit note for its invoice, with the refund’s tax on the right lines', async () => {
  const taxId = await taxed()
  const bump = await addBump(app, seller)
  const id = await buy(await formOf({ taxId, amount: 10, bumps: [bump] }), { bumps: [bump] })
  await refund(id, 5)
  await refund(id)
  await issueAll(app)
  const [invoice, part, rest] = await documentsOf(app, seller)

  expect(invoice).toMatchObject({ kind: 'invoice', reason: 'sale', total: 1900, taxAmount: 304 })
  expect([part, rest]).toMatchObject([
    { kind: 'credit', reason: 'refund', ofNumber: invoice?.number, total: 500, taxAmount: 80 },
    { kind: 'credit', reason: 'refund', ofNumber: invoice?.number, total: 1400, taxAmount: 224 },
  ])
  expect(part?.documentLines?.map(({ total }) => total)).toEqual([263, 237])
})

test('a refund that fails cancels its credit note, or prevents one that was not issued yet', async () => {
  const id = await buy(await formOf())
  const [early, late] = [await refund(id, 10), await refund(id, 20)]
  const failing = async (refundId: string) => {
    const found = await findRefund(app.services.db, refundId)
    if (found === undefined) throw new Error('No refund')
    await settleRefund(app.services, found, { status: 'failed', failureReason: 'closed' }, 'test')
  }
  await failing(early)
  await issueAll(app)
  await failing(late)
  await issueAll(app)

  expect(await documentsOf(app, seller)).toMatchObject([
    { number: '2026-00001', reason: 'sale', total: 4900 },
    { number: '2026-00002', kind: 'credit', reason: 'refund', total: 2000 },
    { number: '2026-00003', kind: 'invoice', reason: 'refund_failed', total: 2000, ofNumber: '2026-00002' },
  ])
})

test('a lost dispute leads to a credit note, and one that is won later leads to an invoice', async () => {
  const { purchaseId } = await order(app, await formOf(), { paymentMethodId: 'pm_card_createDispute' })
  await app.sandbox.untilDelivered()
  const { db, provider } = app.services
  const dispute = await provider.retrieveDispute(seller.account, await disputeOf(app, purchaseId))
  const become = async (status: string) => {
    app.clock.advance(60)
    await recordDispute(app.services, seller.account, { ...dispute, status }, app.clock.now())
    await recordDispute(app.services, seller.account, { ...dispute, status }, app.clock.now())
    await issueAll(app)
  }
  await become('lost')
  await become('won')

  expect(await documentsOf(app, seller)).toMatchObject([
    { kind: 'invoice', reason: 'sale', total: 4900 },
    { kind: 'credit', reason: 'dispute', total: 4900, ofNumber: '2026-00001' },
    { kind: 'invoice', reason: 'dispute_won', total: 4900, ofNumber: '2026-00002' },
  ])
  expect(await db.selectFrom('invoices').select('id').where('number', 'is', null).execute()).toEqual([])
})

test('invoice numbers start at 1 each year in the shop’s time zone', async () => {
  const form = await formOf()
  await app.services.db
    .updateTable('sellers')
    .set({ timeZone: 'Pacific/Auckland' })
    .where('id', '=', await sellerIdOf(app, seller))
    .execute()
  app.clock.set(new Date('2026-12-31T10:00:00Z'))
  await buy(form)
  await issueAll(app)
  app.clock.set(new Date('2026-12-31T11:30:00Z'))
  await buy(form)
  await issueAll(app)

  expect(await documentsOf(app, seller)).toMatchObject([
    { number: '2026-00001', issuedOn: '2026-12-31' },
    { number: '2027-00001', issuedOn: '2027-01-01' },
  ])
})

test('after the clock is set back, no invoice has an earlier date than one with a lower number', async () => {
  const form = await formOf()
  await buy(form)
  await issueAll(app)
  const [first] = await documentsOf(app, seller)
  app.clock.set(new Date('2026-11-20T12:00:00Z'))
  await buy(form)
  await issueAll(app)

  const [, second] = await documentsOf(app, seller)
  expect(second).toMatchObject({ number: '2026-00002', issuedAt: first?.issuedAt, issuedOn: '2026-11-22' })
})

// Proves gapless-invoices.
test('several processes numbering one shop’s invoices at the same time use each number once', async () => {
  const form = await formOf()
  for (let count = 0; count < 12; count += 1) await buy(form)
  app.clock.advance(60)
  const sellerId = await sellerIdOf(app, seller)
  await Promise.all([
    issueDueInvoices(app.services),
    issueInvoicesOf(app.services, sellerId),
    issueDueInvoices(app.services),
    issueInvoicesOf(app.services, sellerId),
  ])

  expect(await numbers()).toEqual(
    Array.from({ length: 12 }, (_, at) => `2026-${String(at + 1).padStart(5, '0')}`),
  )
})

// Proves gapless-invoices.
test('a failure while numbering invoices uses up no number', async () => {
  const form = await formOf()
  await buy(form)
  await issueAll(app)
  const { db } = app.services
  await sql
    .raw(
      `create function fail() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
      create trigger failing after update of next_number on invoice_series execute function fail()`,
    )
    .execute(db)
  await buy(form)
  app.clock.advance(60)
  expect(await issueDueInvoices(app.services)).toBe(0)
  expect(await numbers()).toEqual(['2026-00001'])
  await sql.raw('drop trigger failing on invoice_series; drop function fail').execute(db)
  await issueAll(app)

  expect(await numbers()).toEqual(['2026-00001', '2026-00002'])
})

// Proves restored-numbers.
test('after a restored backup no invoice number is used twice', async () => {
  const form = await formOf()
  await buy(form)
  await issueAll(app)
  const { db } = app.services
  await recordFinish(db, restoreName, app.clock.now())
  await buy(form)
  await issueAll(app)
  app.clock.advance(60)
  await recordFinish(db, restoreName, app.clock.now())
  await buy(form)
  await issueAll(app)
  app.clock.set(new Date('2027-01-02T12:00:00Z'))
  await buy(form)
  await issueAll(app)
  await db.deleteFrom('schedules').where('name', '=', restoreName).execute()

  const given = await numbers()
  expect(new Set(given).size).toBe(4)
  expect(given[0]).toBe('2026-00001')
  expect(given[1]).toMatch(/^2026-R[0-9A-Z]{5}-00001$/)
  expect(given[2]).toMatch(/^2026-R[0-9A-Z]{5}-00001$/)
  expect(given[3]).toBe('2027-00001')
})
