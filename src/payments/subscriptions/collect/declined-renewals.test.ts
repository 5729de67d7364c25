import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { lastPaymentText } from '#buying/receipts/page/subscription-view.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import {
  answerBank,
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  ask,
  asSeller,
  begunSetup,
  changeCard,
  checkAll,
  confirmSetup,
  invoicesOf,
  later,
  paidTotalsOf,
  purchasesOf,
  rowOf,
  subscribe,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  await setFaults(app, lostEvents)
  await asSeller(app, async () => {
    seller = await signUpSeller(app)
  })
})

const [hour, day] = [3_600_000, 86_400_000]

const read = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))
const stateOfInvoices = async (ordered: Ordered) =>
  (await invoicesOf(app, ordered)).map(({ status }) => status).toReversed()

/** The state of a weekly plan after this many days, whose card pays only the first payment. */
async function beginDeclined(days: number, fields: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { billingPeriod: 'Weekly', ...fields })
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  for (let passed = 0; passed < days; passed += 1) {
    await later(app, day)
    await checkAll(app)
  }
  await later(app, 3 * hour)
  await checkAll(app)
  await read(ordered)
  return ordered
}

const eventsOf = async ({ purchaseId }: Ordered) => {
  const entries = await app.services.db
    .selectFrom('purchaseTransitions')
    .select('event')
    .where('purchaseId', '=', purchaseId)
    .where('event', 'in', ['renewal_failed', 'renewal_retried', 'renewal_paid'])
    .orderBy('id')
    .execute()
  return entries.map(({ event }) => event)
}

test('a new card pays all declined payments, as the email announced', async () => {
  const ordered = await beginDeclined(14, { cancelAfter: 3 })
  const told = await read(ordered)
  const mails = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', ordered.purchaseId)
    .where('kind', '=', 'renewal_failed')
    .orderBy('id')
    .execute()
  const write = receiptWriters({ db: app.services.db, clock: app.clock, addresses: app.config })
  const [, second] = await Promise.all(mails.map(async (mail) => write['renewal_failed']?.(mail)))
  const changed = await changeCard(app, seller, ordered, 'pm_card_visa')
  const after = await read(ordered)
  await later(app, 10 * day)
  await checkAll(app)

  expect(told).toMatchObject({ needsCard: true, due: 9800, paidCycles: 1 })
  expect(mails).toHaveLength(2)
  expect(second?.text).toContain('We could not charge $49.00')
  expect(second?.text).toContain('It will be charged $98.00 right away')
  expect(changed.status).toBe(200)
  expect(after).toMatchObject({ needsCard: false, due: null, paidCycles: 3 })
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900, 4900])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'canceled', paidCycles: 3 })
  expect(await eventsOf(ordered)).toEqual([
    'renewal_failed',
    'renewal_failed',
    'renewal_paid',
    'renewal_paid',
  ])
})

test('a buyer can pay a declined renewal before the next one is charged', async () => {
  const ordered = await beginDeclined(7)
  await later(app, 7 * day - 2.5 * hour)
  await checkAll(app)
  const before = await stateOfInvoices(ordered)
  const told = await read(ordered)
  await changeCard(app, seller, ordered, 'pm_card_visa')

  expect(before).toEqual(['paid', 'open', 'draft'])
  expect(told).toMatchObject({ needsCard: true, due: 4900 })
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900])
})

test('an older declined renewal stays unpaid after a newer one is paid', async () => {
  const ordered = await beginDeclined(14)
  const { unpaidInvoiceId, stripeAccountId: account, stripeCustomerId } = await rowOf(app, ordered)
  const setup = await app.services.provider.createCardSetup(account, stripeCustomerId ?? '')
  await confirmSetup(
    app,
    seller,
    { setupIntentId: setup.id, clientSecret: setup.clientSecret },
    'pm_card_visa',
  )
  const { paymentMethodId } = await app.services.provider.retrieveCardSetup(account, setup.id)
  await app.services.provider.payInvoice(account, unpaidInvoiceId ?? '', paymentMethodId ?? '')
  const told = await read(ordered)
  await ask(app, ordered, '/cancel')
  const page = await fetch(`${app.url}/purchases/${ordered.purchaseId}?key=${ordered.secret}`)

  expect(await page.text()).toContain(lastPaymentText())
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'open', 'paid'])
  expect(told).toMatchObject({ status: 'active', needsCard: true, due: 4900 })
  expect(await eventsOf(ordered)).toEqual(['renewal_failed', 'renewal_failed', 'renewal_paid'])
})

test('two declined payments can be authenticated one after the other', async () => {
  const ordered = await beginDeclined(14)
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, 'pm_card_authenticationRequired')
  await answerBank(app, begun.clientSecret)
  const finish = async () => {
    const { body } = await ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId })
    await answerBank(app, z.object({ clientSecret: z.string() }).parse(body).clientSecret)
    return (await read(ordered)).due
  }

  expect([await finish(), await finish()]).toEqual([4900, null])
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900, 4900])
})

test('a new card is charged no more than shown, oldest payment first', async () => {
  const ordered = await beginDeclined(14)
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, 'pm_card_visa')
  const { setupIntentId } = begun
  const finish = async (due: number) => {
    const { status } = await ask(app, ordered, '/card/finish', { setupIntentId, due })
    return [status, ...(await stateOfInvoices(ordered))]
  }

  expect(await finish(0)).toEqual([200, 'paid', 'open', 'open'])
  expect(await finish(4900)).toEqual([200, 'paid', 'paid', 'open'])
})

test('a seller who charges the card again charges every declined payment', async () => {
  const ordered = await beginDeclined(14)
  const paying = { method: 'POST', path: '/v1/invoices/*/pay', fault: { kind: 'error', status: 400 } }
  await setFaults(app, { ...lostEvents, calls: [paying] })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await setFaults(app, lostEvents)
  const path = `/api/sales/${ordered.purchaseId}/subscription/pay`
  const tried = await asSeller(app, () => call(app, 'POST', path, { token: seller.token, body: {} }))

  expect(tried).toMatchObject({ status: 200, body: { status: 'active', needsCard: false } })
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900, 4900])
})

test('a buyer who has canceled is not charged when changing the card', async () => {
  const ordered = await beginDeclined(7)
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, 'pm_card_visa')
  const ending = [
    { method: 'POST', path: '/v1/invoices/*/void' },
    { method: 'DELETE', path: '/v1/subscriptions/*' },
  ]
  const fault = { kind: 'error', status: 500, stored: false }
  await setFaults(app, { ...lostEvents, calls: ending.map((one) => ({ ...one, fault })) })
  await ask(app, ordered, '/cancel')
  await ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId })
  const path = `/api/sales/${ordered.purchaseId}/subscription/pay`
  const tried = await asSeller(app, () => call(app, 'POST', path, { token: seller.token, body: {} }))
  const charged = (await purchasesOf(app, ordered)).length
  await setFaults(app, lostEvents)
  await later(app, hour)
  await checkAll(app)

  expect(errorBody.parse(tried.body).code).toBe('subscription_ended')
  expect(charged).toBe(1)
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'void'])
})

test('a card change looks up the payment’s outcome if Stripe does not respond', async () => {
  const ordered = await beginDeclined(7)
  const paying = { method: 'POST', path: '/v1/invoices/*/pay', times: 3 }
  await setFaults(app, { ...lostEvents, calls: [{ ...paying, fault: { kind: 'cut_before' } }] })
  const unknown = await changeCard(app, seller, ordered, 'pm_card_visa')
  await setFaults(app, { ...lostEvents, calls: [{ ...paying, fault: { kind: 'cut_after' } }] })
  const known = await changeCard(app, seller, ordered, 'pm_card_visa')

  expect([unknown.status, errorBody.parse(unknown.body).code]).toEqual([503, 'collection_unknown'])
  expect(known.status).toBe(200)
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900])
})

test('a card change charges nothing while Stripe is unreachable', async () => {
  const ordered = await beginDeclined(7)
  const reading = { method: 'GET', path: '/v1/subscriptions/*', fault: { kind: 'cut_before' } }
  await setFaults(app, { ...lostEvents, calls: [reading] })
  const answer = await changeCard(app, seller, ordered, 'pm_card_visa')

  expect([answer.status, errorBody.parse(answer.body).code]).toEqual([503, 'provider_unreachable'])
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'open'])
})
