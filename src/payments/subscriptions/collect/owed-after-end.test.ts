import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import { returnedFor, withdraw, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import {
  answerBank,
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type Answer,
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

const paying = { method: 'POST', path: '/v1/invoices/*/pay', fault: { kind: 'error', status: 400 } }

/**
 * Makes a plan of two weekly payments whose last one is declined. Stripe retries the card on day 10, after
 * the plan's end.
 */
async function beginDeclined(): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { billingPeriod: 'Weekly', cancelAfter: 2 })
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await pass(13)
  return ordered
}

async function pass(days: number): Promise<void> {
  for (let passed = 0; passed < days; passed += 1) {
    await later(app, day)
    await checkAll(app)
  }
}

/** Makes the declined plan and moves past its end. */
async function endDeclined(): Promise<Ordered> {
  const ordered = await beginDeclined()
  await pass(2)
  return ordered
}

const read = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))
const stateOfInvoices = async (ordered: Ordered) =>
  (await invoicesOf(app, ordered)).map(({ status }) => status).toReversed()
const codeOf = ({ status, body }: Answer) => [status, errorBody.parse(body).code]

function asSellerOf(ordered: Ordered, what: string, body: object): Promise<Answer> {
  const path = `/api/sales/${ordered.purchaseId}/subscription/${what}`
  return asSeller(app, () => call(app, 'POST', path, { token: seller.token, body }))
}

async function pageOf({ purchaseId, secret }: Ordered): Promise<string> {
  return (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()
}

test('after a plan’s end another card can pay its declined last payment', async () => {
  const ordered = await beginDeclined()
  const { nextPaymentAttempt } = await read(ordered)
  await pass(2)
  const told = await read(ordered)
  const page = await pageOf(ordered)
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('purchaseId', '=', ordered.purchaseId)
    .where('kind', '=', 'subscription_ended')
    .executeTakeFirstOrThrow()
  const write = receiptWriters({ db: app.services.db, clock: app.clock, addresses: app.config })
  const letter = await write['subscription_ended']?.(mail)
  const changed = await changeCard(app, seller, ordered, 'pm_card_visa')

  expect(nextPaymentAttempt).toBeNull()
  expect(told).toMatchObject({ status: 'canceled', needsCard: true, due: 4900, paidCycles: 1 })
  expect(page).toContain(', with $49.00 still unpaid.')
  expect(letter?.text).toContain('$49.00 is still unpaid')
  expect(letter?.text).not.toContain('You will not be charged again')
  expect(
    wireOf({ ...changed, body: z.object({ subscription: z.unknown() }).parse(changed.body).subscription }),
  ).toMatchObject({
    status: 'canceled',
    needsCard: false,
    due: null,
    paidCycles: 2,
  })
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900])
  expect(await pageOf(ordered)).toContain('All payments have been made. You will not be charged again.')
})

test('a seller sees the open balance and charges the last card again', async () => {
  const ordered = await beginDeclined()
  await setFaults(app, { ...lostEvents, calls: [paying] })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await setFaults(app, lostEvents)
  await pass(2)
  const path = `/api/sales/${ordered.purchaseId}`
  const sale = await asSeller(app, () => call(app, 'GET', path, { token: seller.token }))
  const tried = await asSellerOf(ordered, 'pay', {})
  const again = await asSellerOf(ordered, 'pay', {})

  expect(sale.body).toMatchObject({
    unpaidRenewal: { nextTryAt: null },
    subscription: { status: 'canceled', needsCard: true, due: 4900 },
  })
  expect(JSON.stringify(sale.body)).not.toContain('subscription_canceled')
  expect(tried).toMatchObject({ status: 200, body: { status: 'canceled', needsCard: false, paidCycles: 2 } })
  expect(again.status).toBe(200)
  expect(await paidTotalsOf(app, ordered)).toEqual([4900, 4900])
})

test('a buyer who authenticates an open balance is not asked to pay it again', async () => {
  const ordered = await endDeclined()
  const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, begun, 'pm_card_authenticationRequired')
  await answerBank(app, begun.clientSecret)
  const finish = () => ask(app, ordered, '/card/finish', { setupIntentId: begun.setupIntentId, due: 4900 })
  const { body } = await finish()
  await answerBank(app, z.object({ clientSecret: z.string() }).parse(body).clientSecret)
  const known = await read(ordered)
  const again = await finish()

  expect(known.due).toBeNull()
  expect(again).toMatchObject({ status: 200, body: { clientSecret: null, subscription: { paidCycles: 2 } } })
})

test('a card declined for an open balance leaves it unpaid', async () => {
  const ordered = await endDeclined()

  expect(codeOf(await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail'))).toEqual([
    402,
    'card_refused',
  ])
  expect(await read(ordered)).toMatchObject({ needsCard: true, due: 4900 })
})

test('an open balance paid on Stripe is found without events', async () => {
  const ordered = await endDeclined()
  const { unpaidInvoiceId, stripeAccountId: account, stripeCustomerId } = await rowOf(app, ordered)
  const { id: setupIntentId, clientSecret } = await app.services.provider.createCardSetup(
    account,
    stripeCustomerId ?? '',
  )
  await confirmSetup(app, seller, { setupIntentId, clientSecret }, 'pm_card_visa')
  const { paymentMethodId } = await app.services.provider.retrieveCardSetup(account, setupIntentId)
  await app.services.provider.payInvoice(account, unpaidInvoiceId ?? '', paymentMethodId ?? '')
  await pass(2)

  expect(await rowOf(app, ordered)).toMatchObject({ unpaidInvoiceId: null, paidCycles: 2, nextCheckAt: null })
})

test('neither the buyer nor the seller can charge a waived balance', async () => {
  const ordered = await endDeclined()
  const canceled = await ask(app, ordered, '/cancel')
  const before = await stateOfInvoices(ordered)
  const given = await asSellerOf(ordered, 'cancel', { at: 'now' })

  expect([wireOf(canceled).due, before]).toEqual([4900, ['paid', 'open']])
  expect(given).toMatchObject({ status: 200, body: { needsCard: false, due: null } })
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'void'])
  expect(codeOf(await ask(app, ordered, '/card'))).toEqual([409, 'subscription_ended'])
  expect(codeOf(await asSellerOf(ordered, 'pay', {}))).toEqual([409, 'subscription_ended'])
})

test('a buyer who withdraws from the plan no longer has an open balance', async () => {
  await asSeller(app, () => locate(app, seller, 'DE'))
  const ordered = await subscribe(app, seller, { billingPeriod: 'Daily', cancelAfter: 2 })
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await pass(3)
  const { due } = await read(ordered)
  await withdraw(app, ordered)
  await workOff(app)

  expect(due).toBe(4900)
  expect(await returnedFor(app, ordered.purchaseId)).toBe(4900)
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'void'])
  expect((await read(ordered)).due).toBeNull()
})

test('a subscription the seller canceled on Stripe leaves no open balance', async () => {
  const ordered = await beginDeclined()
  const { stripeAccountId, stripeSubscriptionId } = await rowOf(app, ordered)
  await app.services.provider.endSubscription(stripeAccountId, stripeSubscriptionId ?? '')
  await pass(2)

  expect(await read(ordered)).toMatchObject({ status: 'canceled', needsCard: false, due: null })
  expect(codeOf(await ask(app, ordered, '/card'))).toEqual([409, 'subscription_ended'])
})

test('a seller who deletes their account leaves no open balances', async () => {
  const ordered = await endDeclined()
  const { sellerId } = await rowOf(app, ordered)
  await app.services.db.deleteFrom('planSubscriptions').where('sellerId', '=', sellerId).execute()
  const body = { password: 'correct-horse' }
  const left = await asSeller(app, () =>
    call(app, 'POST', '/api/account/erase', { token: seller.token, body }),
  )
  await later(app, hour)
  await checkAll(app)

  expect(left.status).toBe(200)
  expect(await stateOfInvoices(ordered)).toEqual(['paid', 'void'])
  expect(await rowOf(app, ordered)).toMatchObject({ unpaidInvoiceId: null, nextCheckAt: null })
})
