import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeKey } from '#accounts/api-keys/test-keys.ts'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, order as placeOrder, undo } from '#buying/upsells/test-offers.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { recordPending } from '#foundation/events/pending-events.ts'
import { recordAttack } from '#payments/card-testing/guard.ts'
import { issueDueInvoices, settledAfter } from '#payments/invoices/issue-invoices.ts'
import { recordEvent } from '#payments/purchases/settle/record-event.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
import { disputeOf } from '#payments/disputes/test-disputes.ts'
import { ask, asSeller, checkAll, renew } from '#payments/subscriptions/test-subscriptions.ts'
import { buyAs, customerWith } from '#selling/customers/test-customers.ts'
import { buy } from '#selling/notifications/test-notifications.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { event } from './contract.ts'
import { collectAll, eventsAfter, letHistorySettle } from './test-events.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const types = async () => (await asSeller(app, () => eventsAfter(app, seller))).map(({ type }) => type)

test('a payment is one event that contains the purchase as the API returns it', async () => {
  const id = await buy(app, form)
  await collectAll(app)
  await collectAll(app)

  const [paid, ...more] = await eventsAfter(app, seller)
  expect(more).toEqual([])
  expect(paid).toMatchObject({
    type: 'purchase.paid',
    objectId: id,
    purchaseId: id,
    data: {
      purchase: {
        id,
        status: 'paid',
        total: 4900,
        currency: 'usd',
        lines: [{ kind: 'form', total: 4900, bumpId: null, offerId: null }],
      },
    },
  })
  const one = await call(app, 'GET', `/api/events/${paid?.id ?? ''}`, { token: seller.token })
  expect(event.parse(one.body)).toEqual(paid)
})

test('a key sees the purchase of an event only if it can read sales', async () => {
  const id = await buy(app, form)
  await collectAll(app)
  const { key: blind } = await makeKey(app, seller, ['developers:read'])
  const { key: full } = await makeKey(app, seller, ['developers:read', 'sales:read'])

  const [seen] = await eventsAfter(app, { token: full })
  expect([seen?.data.purchase?.id, seen?.data.purchase?.email.includes('@')]).toEqual([id, true])
  const { data: _, ...thin } = seen ?? {}
  const list = await call(app, 'GET', '/api/events', { token: blind })
  expect(list.body).toEqual({ data: [thin], hasMore: false })
  const one = await call(app, 'GET', `/api/events/${seen?.id ?? ''}`, { token: blind })
  expect(one.body).toEqual({ ...thin, data: {} })
})

test('a declined payment is not an event', async () => {
  await call(app, 'POST', `/api/stripe/pay-form/${form}`, { body: {} })
  await buy(app, form, 'pm_card_chargeDeclined').catch(() => undefined)
  await collectAll(app)

  expect(await types()).toEqual([])
})

test('a refund and a dispute are events about their purchase', async () => {
  const refunded = await buy(app, form)
  await call(app, 'POST', `/api/sales/${refunded}/refunds`, { token: seller.token, body: { amount: 9 } })
  const disputed = await buy(app, form, 'pm_card_createDispute')
  const dispute = await disputeOf(app, disputed)
  await recordDisputeByEvent(app.services, seller.account, dispute)
  await collectAll(app)

  const events = await eventsAfter(app, seller)
  expect(events.map(({ type, purchaseId }) => [type, purchaseId])).toEqual([
    ['purchase.paid', refunded],
    ['purchase.refunded', refunded],
    ['purchase.paid', disputed],
    ['purchase.disputed', disputed],
  ])
  expect(events[1]?.data).toMatchObject({ refund: { total: 900 }, purchase: { returned: 900 } })
  expect(events[3]?.data).toMatchObject({ dispute: { id: dispute, total: 4900 } })
})

test('a subscription with a trial has events for its beginning, renewals, cancellation and end', async () => {
  const terms = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', trialDays: 14 }
  const membership = await asSeller(app, () => createTestForm(app, seller, terms))
  const consents = await trialConsents(app, membership)
  const order = await pay(app, membership, { email: 'trier@example.com', consents })
  const { purchaseId, secret } = outcomeOf(order)
  const ordered = { form: membership, purchaseId, secret }
  await checkAll(app)
  await renew(app, ordered)
  await ask(app, ordered, '/cancel')
  await renew(app, ordered)
  await collectAll(app)

  expect(await types()).toEqual([
    'purchase.paid',
    'subscription.started',
    'trial.started',
    'renewal.paid',
    'subscription.cancel_asked',
    'subscription.ended',
  ])
})

test('a pause, the end of a pause and a reminder of a trial’s end are events of the subscription', async () => {
  const { db, clock } = app.services
  const purchaseId = await buy(app, form)
  const record = (happened: 'subscription_paused' | 'subscription_resumed_from_pause' | 'payment_skipped') =>
    inTransaction(db, (tx) =>
      recordEvent(tx, purchaseId, { event: happened, subject: 'sub' }, 'asked by buyer'),
    )
  await record('subscription_paused')
  await record('subscription_resumed_from_pause')
  await record('payment_skipped')
  const { sellerId } = await db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  await inTransaction(db, (tx) =>
    recordPending(tx, { type: 'trial.ends_soon', sellerId, objectId: 'sub', purchaseId, at: clock.now() }),
  )
  await collectAll(app)

  expect(await types()).toEqual([
    'purchase.paid',
    'subscription.paused',
    'subscription.unpaused',
    'subscription.payment_skipped',
    'trial.ends_soon',
  ])
})

test('an offer undone by its buyer sends purchase.refunded and purchase.undone', async () => {
  const bought = await placeOrder(app, await createOfferForm(app, seller))
  const shown = await offerOf(app, bought)
  await accept(app, bought, shown)
  await undo(app, bought, shown)
  await collectAll(app)

  expect(await types()).toEqual(['purchase.paid', 'purchase.paid', 'purchase.refunded', 'purchase.undone'])
})

test('each attack on a form is one event that names the form', async () => {
  const { sellerId } = await app.services.db
    .selectFrom('forms')
    .select('sellerId')
    .where('id', '=', form)
    .executeTakeFirstOrThrow()
  const attack = () => recordAttack(app.services, { formId: form, sellerId }, 600)
  await attack()
  await attack()
  await collectAll(app)

  const [attacked, ...more] = await eventsAfter(app, seller)
  expect(more).toEqual([])
  expect(attacked).toMatchObject({
    type: 'form.attacked',
    objectId: form,
    purchaseId: null,
    data: { form: { id: form, title: 'A course in watercolor' } },
  })
})

test('a limited form has one event when few items are left, and one when the last is paid for', async () => {
  const limited = await createTestForm(app, seller, { stockLimit: 7, quantityMax: 10 })
  const sell = async (quantity: number) => {
    outcomeOf(await pay(app, limited, { quantity, email: `stock${quantity}@example.com`, isRepeat: true }))
    await collectAll(app)
  }
  await sell(1)
  expect(await types()).toEqual(['purchase.paid'])
  await sell(2)
  await sell(1)
  await sell(3)

  const events = await asSeller(app, () => eventsAfter(app, seller))
  expect(events.filter(({ type }) => type.startsWith('stock.'))).toMatchObject([
    { type: 'stock.low', objectId: limited, data: { stock: { limit: 7, left: 0 } } },
    { type: 'stock.sold_out', purchaseId: null, data: { form: { id: limited } } },
  ])
})

test('an invoice and a credit note are events with their numbers', async () => {
  const purchase = await buy(app, form)
  await call(app, 'POST', `/api/sales/${purchase}/refunds`, { token: seller.token, body: {} })
  app.clock.advance(settledAfter + 1)
  await issueDueInvoices(app.services)
  await collectAll(app)

  const events = (await eventsAfter(app, seller)).filter(({ type }) => type.startsWith('invoice.'))
  expect(events.map(({ type, data }) => [type, data.invoice?.total, data.purchase?.id])).toEqual([
    ['invoice.issued', 4900, purchase],
    ['invoice.credited', -4900, purchase],
  ])
  expect(events[1]?.data.invoice?.ofNumber).toBe(events[0]?.data.invoice?.number)
})

test('a program that requests later events misses none that are committed late under an earlier id', async () => {
  const [first, second] = [await buy(app, form), await buy(app, form)]
  const { db } = app.services
  const late = await db
    .selectFrom('purchaseTransitions')
    .selectAll()
    .where('purchaseId', '=', first)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('purchaseTransitions').where('id', '=', late.id).execute()
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into purchase_transitions (id, purchase_id, status, cause) overriding system value values ($1, $2, 'paid', '')`,
    [late.id, first],
  )
  await collectAll(app)
  await collectAll(app)
  const [seen] = await eventsAfter(app, seller)
  await client.query('commit')
  await client.end()
  await collectAll(app)

  expect(seen?.purchaseId).toBe(second)
  expect((await eventsAfter(app, seller, seen?.sequence)).map(({ purchaseId }) => purchaseId)).toEqual([
    first,
  ])
})

test('purchase history that was fully read is not searched for events again', async () => {
  await buy(app, form)
  await collectAll(app)
  await letHistorySettle(app)
  await collectAll(app)
  await letHistorySettle(app)
  await collectAll(app)

  const { collectedTo } = await app.services.db
    .selectFrom('noticeCursors')
    .select('collectedTo')
    .where('source', '=', 'events')
    .executeTakeFirstOrThrow()
  const { last } = await app.services.db
    .selectFrom('purchaseTransitions')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  expect(collectedTo).toBe(last)
})

test('an erased customer is missing from events about them', async () => {
  await buyAs(app, form, 'anna@example.com')
  const { id } = await customerWith(app, seller, 'anna@example.com')
  const change = { token: seller.token, body: { email: 'ann@example.com' } }
  expect((await call(app, 'POST', `/api/customers/${id}/email`, change)).status).toBe(200)
  await collectAll(app)
  const named = (await eventsAfter(app, seller)).find(({ type }) => type === 'customer.corrected')
  expect(named?.data.customer).toMatchObject({ id, email: 'ann@example.com' })
  await app.services.db.updateTable('mails').set({ nextAttemptAt: null }).execute()
  expect((await call(app, 'DELETE', `/api/customers/${id}`, { token: seller.token })).status).toBe(200)
  await collectAll(app)

  const events = await eventsAfter(app, seller)
  expect(events.map(({ type }) => type)).toEqual(['purchase.paid', 'customer.corrected', 'customer.erased'])
  expect(events[1]?.data).toEqual({ customer: null })
})

test('the newest events come first and can be found by type and purchase', async () => {
  const [first, second] = [await buy(app, form), await buy(app, form)]
  await collectAll(app)
  const list = async (query: string) => {
    const { body } = await call(app, 'GET', `/api/events?thin=true&${query}`, { token: seller.token })
    return body
  }

  expect(await list('limit=1')).toMatchObject({ data: [{ purchaseId: second }], hasMore: true })
  expect(await list(`q=${first}`)).toMatchObject({ data: [{ purchaseId: first }], hasMore: false })
  expect(await list('type=renewal.paid')).toEqual({ data: [], hasMore: false })
})

test('members see events only with the developer permission, and never another shop’s', async () => {
  await buy(app, form)
  await collectAll(app)
  const other = await signUpSeller(app)
  expect(await eventsAfter(app, other)).toEqual([])

  const viewer = await signUpMember(app, seller, await makeRole(app, 'sales', ['read'], { forTeams: true }))
  expect((await call(app, 'GET', '/api/events', { token: viewer.token })).status).toBe(403)
  const role = await makeRole(app, 'developers', ['read'], { forTeams: true })
  const { token } = await signUpMember(app, seller, role)
  expect((await call(app, 'GET', '/api/events', { token })).body).toMatchObject({
    data: [{ type: 'purchase.paid' }],
  })
})
