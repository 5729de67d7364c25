import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { reconcileAccounts } from '#payments/reconciliation/reconcile-accounts.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { salesContract } from '#selling/sales/contract.ts'
import {
  askProvider,
  call,
  createTestForm,
  lostEvents,
  sandboxList,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { isTakenBack } from './dispute.ts'
import { isTakenBackRow, recordDispute, recordDisputeByEvent } from './record-dispute.ts'
import { writeDisputeMail } from './write-dispute-mail.ts'
import { disputeOf } from './test-disputes.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller, { successMessage: 'See you on Monday' })
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, {})
})

const lost = lostEvents

const buy = async (paymentMethodId: string) =>
  outcomeOf(await pay(app, form, { paymentMethodId, email: `${newKey()}@example.com` }))

const saleOf = async (id: string) =>
  salesContract.getSale.ok.schema.parse(
    (await call(app, 'GET', `/api/sales/${id}`, { token: seller.token })).body,
  )

const standings = async (id: string) => (await saleOf(id)).disputes.map(({ status }) => status)

/** Events arrive with a delay, so this processes them until the sale shows the status. */
const untilDisputed = (id: string, status: string) =>
  expect
    .poll(async () => {
      app.clock.advance(5)
      await workOffEvents(app.services)
      return standings(id)
    })
    .toEqual([status])

const answer = (id: string, text: string) =>
  askProvider(app, seller.account, `/v1/disputes/${id}`, { 'evidence[uncategorized_text]': text })

test('a dispute appears on the sale and in the list with its deadline', async () => {
  const { purchaseId } = await buy('pm_card_createDispute')
  await untilDisputed(purchaseId, 'needs_response')
  const { disputes, status, refundable } = await saleOf(purchaseId)
  const list = await call(app, 'GET', '/api/sales', { token: seller.token })
  const row = salesContract.listSales.ok.schema.parse(list.body).data.find(({ id }) => id === purchaseId)

  expect(disputes).toMatchObject([{ reason: 'fraudulent', total: 4900, currency: 'usd' }])
  expect(Date.parse(disputes[0]?.evidenceDueAt ?? '')).toBeGreaterThan(Date.now() + 8 * 24 * 3600 * 1000)
  expect([status, row?.disputeStatus, refundable]).toEqual(['paid', 'needs_response', 0])
})

test('a dispute reported several times is logged only once', async () => {
  const { purchaseId } = await buy('pm_card_createDisputeProductNotReceived')
  const dispute = await disputeOf(app, purchaseId)
  await Promise.all([1, 2, 3].map(() => recordDisputeByEvent(app.services, seller.account, dispute)))
  await answer(dispute, 'some evidence')
  await recordDisputeByEvent(app.services, seller.account, dispute)
  const { history } = await saleOf(purchaseId)
  const mail = await writeDisputeMail(app.services.db, app.url, dispute)

  expect(await standings(purchaseId)).toEqual(['under_review'])
  expect(history.flatMap(({ event, cause }) => (event === 'dispute' ? [cause] : []))).toEqual([
    'The buyer says they did not receive the product.',
  ])
  expect(mail.subject).toBe('Dispute: $49.00')
  expect(mail.text).toContain('The buyer says they did not receive the product.')
  expect(mail.text).toContain(`/sales/${purchaseId}`)
})

test.each([
  ['winning_evidence', 'won', 'Paid'],
  ['losing_evidence', 'lost', 'reversed this payment'],
])('with %s a dispute is %s, and only a lost one ends the buyer’s access', async (text, status, shown) => {
  const { purchaseId, secret } = await buy('pm_card_createDispute')
  await untilDisputed(purchaseId, 'needs_response')
  const page = async () => (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
  const before = await page()
  await answer(await disputeOf(app, purchaseId), text)
  await untilDisputed(purchaseId, status)

  expect(before).toContain('See you on Monday')
  expect(await page()).toContain(shown)
  expect((await page()).includes('See you on Monday')).toBe(status === 'won')
})

const refund = (id: string, amount: number, key = newKey()) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount },
    headers: { 'idempotency-key': key },
  })

test('a disputed payment can be refunded only after the seller wins', async () => {
  const message = 'The bank is holding the money because of a dispute, so this payment cannot be refunded.'
  const { purchaseId } = await buy('pm_card_createDispute')
  const key = newKey()
  await setFaults(app, lost)
  const before = await refund(purchaseId, 5, key)
  await setFaults(app, {})
  await recordDisputeByEvent(app.services, seller.account, await disputeOf(app, purchaseId))
  const held = await refund(purchaseId, 9)
  const known = await refund(purchaseId, 5, key)
  await answer(await disputeOf(app, purchaseId), 'winning_evidence')
  await untilDisputed(purchaseId, 'won')
  const won = await refund(purchaseId, 7)
  const refunds = (await sandboxList(app, 'refunds')).filter(
    ({ metadata }) => metadata?.['purchase'] === purchaseId,
  )

  // Our records do not contain the dispute yet, but Stripe's do.
  expect(before).toMatchObject({ status: 409, body: { code: 'refund_refused', message } })
  expect(held).toMatchObject({ status: 409, body: { code: 'not_refundable', message } })
  expect(known.body).toMatchObject({ code: 'refund_refused' })
  expect(won.status).toBe(201)
  expect((await saleOf(purchaseId)).refunds.map(({ status, total }) => [status, total])).toEqual([
    ['failed', 500],
    ['succeeded', 700],
  ])
  expect(refunds.map(({ amount }) => amount)).toEqual([700])
})

test('a payment lost in a dispute cannot be refunded, but one under inquiry can', async () => {
  const [gone, asked] = [await buy('pm_card_createDispute'), await buy('pm_card_createDisputeInquiry')]
  await answer(await disputeOf(app, gone.purchaseId), 'losing_evidence')
  await untilDisputed(gone.purchaseId, 'lost')
  await untilDisputed(asked.purchaseId, 'warning_needs_response')
  const refused = await refund(gone.purchaseId, 49)

  const message = 'The bank has reversed this payment after a dispute, so it cannot be refunded.'
  expect(refused).toMatchObject({ status: 409, body: { code: 'not_refundable', message } })
  expect((await refund(asked.purchaseId, 49)).status).toBe(201)
})

test('a dispute whose events are lost is found by reconciliation', async () => {
  await setFaults(app, lost)
  const { purchaseId } = await buy('pm_card_createDisputeInquiry')
  expect(await standings(purchaseId)).toEqual([])
  await reconcileAccounts(app.services)

  expect(await standings(purchaseId)).toEqual(['warning_needs_response'])
})

test('reconciliation closes an old dispute whose last event was lost', async () => {
  await setFaults(app, lost)
  const [ended, open] = [await buy('pm_card_createDispute'), await buy('pm_card_createDispute')]
  const disputes = [await disputeOf(app, ended.purchaseId), await disputeOf(app, open.purchaseId)] as const
  for (const dispute of disputes) await recordDisputeByEvent(app.services, seller.account, dispute)
  await answer(disputes[0], 'winning_evidence')
  const { provider: real } = app.services
  const read: string[] = []
  const provider: typeof real = {
    ...real,
    async retrieveDispute(account, id) {
      read.push(id)
      return real.retrieveDispute(account, id)
    },
  }
  const compareLater = async (days: number) => {
    app.clock.advance(days * 24 * 3600)
    await reconcileAccounts({ ...app.services, provider })
    return read.splice(0).filter((id) => disputes.includes(id))
  }

  expect(await compareLater(40)).toEqual(disputes)
  expect(await compareLater(1)).toEqual([disputes[1]])
  app.clock.set(new Date())
  expect(await standings(ended.purchaseId)).toEqual(['won'])
  expect(await standings(open.purchaseId)).toEqual(['needs_response'])
})

test('a dispute shows its new deadline after Stripe moves it', async () => {
  await setFaults(app, lost)
  const { purchaseId } = await buy('pm_card_createDispute')
  const dispute = await disputeOf(app, purchaseId)
  await recordDisputeByEvent(app.services, seller.account, dispute)
  const read = await app.services.provider.retrieveDispute(seller.account, dispute)
  const evidenceDueAt = new Date('2031-05-06T07:08:09Z')
  await recordDispute(app.services, seller.account, { ...read, evidenceDueAt }, app.clock.now())
  const { disputes, history } = await saleOf(purchaseId)

  expect(disputes.map((one) => one.evidenceDueAt)).toEqual([evidenceDueAt.toISOString()])
  expect(history.filter(({ event }) => event === 'dispute')).toHaveLength(1)
})

test('a dispute deleted on Stripe does not stop others from being read', async () => {
  await setFaults(app, lost)
  const { purchaseId } = await buy('pm_card_createDispute')
  const dispute = await disputeOf(app, purchaseId)
  await recordDisputeByEvent(app.services, seller.account, dispute)
  await answer(dispute, 'losing_evidence')
  await sql`
    insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
    select 'du_gone', seller_id, purchase_id, 'under_review', reason, amount, currency, created_at - interval '1 day', updated_at
    from disputes where id = ${dispute}`.execute(app.services.db)
  app.clock.advance(40 * 24 * 3600)
  await reconcileAccounts(app.services)
  app.clock.set(new Date())

  expect(await standings(purchaseId)).toEqual(expect.arrayContaining(['lost', 'under_review']))
  await app.services.db.deleteFrom('disputes').where('id', '=', 'du_gone').execute()
})

test('an older reading of a dispute never overwrites a newer one', async () => {
  await setFaults(app, lost)
  const { purchaseId } = await buy('pm_card_createDispute')
  const dispute = await disputeOf(app, purchaseId)
  const early = app.clock.now()
  app.clock.advance(60)
  await answer(dispute, 'losing_evidence')
  await recordDisputeByEvent(app.services, seller.account, dispute)
  app.clock.set(early)
  await app.services.db.updateTable('disputes').set({ status: 'won' }).where('id', '=', dispute).execute()
  await recordDisputeByEvent(app.services, seller.account, dispute)

  expect(await standings(purchaseId)).toEqual(['won'])
})

test('a dispute about a charge made elsewhere is ignored', async () => {
  await setFaults(app, lost)
  await askProvider(app, seller.account, '/v1/payment_intents', {
    amount: '700',
    currency: 'usd',
    confirm: 'true',
    payment_method: 'pm_card_createDispute',
    'automatic_payment_methods[enabled]': 'true',
    'automatic_payment_methods[allow_redirects]': 'never',
  })
  const [dispute] = await sandboxList(app, 'disputes')
  const isDone = await recordDisputeByEvent(app.services, seller.account, dispute?.id ?? '')
  const stored = await app.services.db
    .selectFrom('disputes')
    .select('id')
    .where('id', '=', dispute?.id ?? '')
    .execute()

  expect([dispute?.amount, isDone, stored]).toEqual([700, true, []])
})

test('the database and the code agree on which disputes withhold the money', async () => {
  const statuses = [
    'needs_response',
    'under_review',
    'appeal_needs_response',
    'won',
    'lost',
    'prevented',
    'warning_needs_response',
    'warning_closed',
    'a future state',
  ]
  const { rows } = await sql<{ status: string; isTaken: boolean }>`
    select status, ${isTakenBackRow} as is_taken from unnest(${statuses}::text[]) as disputes (status)`.execute(
    app.services.db,
  )
  expect(rows).toEqual(statuses.map((status) => ({ status, isTaken: isTakenBack(status) })))
})
