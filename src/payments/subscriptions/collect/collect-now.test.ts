import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { dashboard } from '#selling/sales/dashboard/dashboard-wire.ts'
import { finishCardChange } from '../change/change-card.ts'
import { salesContract } from '#selling/sales/contract.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type Answer,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { syncSubscription } from '../sync/sync-subscription.ts'
import {
  ask,
  asSeller,
  begunSetup,
  changeCard,
  checkAll,
  confirmSetup,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  type Ordered,
} from '../test-subscriptions.ts'

let app: TestApp
let seller: TestSeller

const paying = { method: 'POST', path: '/v1/invoices/*/pay' }

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

/** Makes a subscription whose renewal was declined. */
async function beginPastDue(): Promise<Ordered> {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 3 * 3_600_000))
  await checkAll(app)
  return ordered
}

/** Sets a valid card without charging it for the open invoice. */
async function putGoodCard(ordered: Ordered): Promise<void> {
  const calls = [{ ...paying, fault: { kind: 'error', status: 400 } }]
  await setFaults(app, { ...lostEvents, calls })
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await setFaults(app, lostEvents)
}

const tryNow = ({ purchaseId }: Ordered, { token }: Pick<TestSeller, 'token'> = seller): Promise<Answer> =>
  asSeller(app, () => call(app, 'POST', `/api/sales/${purchaseId}/subscription/pay`, { token, body: {} }))
const saleOf = async ({ purchaseId }: Ordered, { token }: Pick<TestSeller, 'token'> = seller) =>
  salesContract.getSale.ok.schema.parse(
    (await asSeller(app, () => call(app, 'GET', `/api/sales/${purchaseId}`, { token }))).body,
  )
const eventsOf = async (ordered: Ordered) =>
  (await saleOf(ordered)).history.flatMap(({ event }) => event ?? [])
const renewalsOf = async (ordered: Ordered) =>
  (await purchasesOf(app, ordered)).flatMap(({ kind, status }) => (kind === 'renewal' ? [status] : []))

test('a failed renewal appears in the list of subscriptions, on the sale and in the overview', async () => {
  const ordered = await beginPastDue()
  const { token } = seller
  const list = await asSeller(app, () => call(app, 'GET', '/api/sales', { token }))
  const [row] = salesContract.listSales.ok.schema.parse(list.body).data
  const { unpaidRenewal, buyerLink, subscription } = await saleOf(ordered)
  const overview = await asSeller(app, () => call(app, 'GET', '/api/sales/dashboard', { token }))

  expect(row).toMatchObject({ id: ordered.purchaseId, status: 'paid', unpaidRenewal })
  expect(Date.parse(unpaidRenewal?.failedAt ?? '')).toBeLessThan(app.clock.now().getTime())
  expect(Date.parse(unpaidRenewal?.nextTryAt ?? '')).toBeGreaterThan(app.clock.now().getTime())
  expect(subscription).toMatchObject({ paymentFailedAt: unpaidRenewal?.failedAt, needsCard: true })
  expect(buyerLink).toBe(`${app.url}/purchases/${ordered.purchaseId}?key=${ordered.secret}`)
  expect((await fetch(buyerLink ?? '')).status).toBe(200)
  expect(dashboard.parse(overview.body).subscriptions).toMatchObject({ active: 0, pastDue: 1 })
})

test('a seller can charge an unpaid renewal’s card again', async () => {
  const ordered = await beginPastDue()
  await putGoodCard(ordered)
  const answer = await tryNow(ordered)
  const again = await tryNow(ordered)
  const sale = await saleOf(ordered)

  expect(answer).toMatchObject({ status: 200, body: { status: 'active', needsCard: false } })
  expect(again).toMatchObject({ status: 200, body: { status: 'active' } })
  expect(await renewalsOf(ordered)).toEqual(['paid'])
  expect([sale.unpaidRenewal, sale.buyerLink]).toEqual([null, null])
  expect(await eventsOf(ordered)).toEqual(['renewal_failed', 'renewal_retried', 'renewal_paid'])
})

test('a seller who charges again sees that the card was declined', async () => {
  const ordered = await beginPastDue()
  const answer = await tryNow(ordered)

  expect([answer.status, errorBody.parse(answer.body).code]).toEqual([402, 'card_refused'])
  expect(errorBody.parse(answer.body).message).toContain('The card was declined again.')
  expect((await rowOf(app, ordered)).status).toBe('past_due')
  expect(await renewalsOf(ordered)).toEqual([])
})

test('a repeated card change does not replace a newer card', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  const { provider } = app.services
  const { stripeAccountId: account, stripeSubscriptionId } = await rowOf(app, ordered)
  const cardNow = async () =>
    (await provider.retrieveSubscription(account, stripeSubscriptionId ?? '')).cardId
  const first = begunSetup.parse((await ask(app, ordered, '/card')).body)
  await confirmSetup(app, seller, first, 'pm_card_visa')
  const finish = () => ask(app, ordered, '/card/finish', { setupIntentId: first.setupIntentId })
  await finish()
  const older = await cardNow()
  await changeCard(app, seller, ordered, 'pm_card_mastercard')
  const newer = await cardNow()

  expect(newer).not.toBe(older)
  expect(await finish()).toMatchObject({ status: 200, body: { clientSecret: null } })
  expect(await cardNow()).toBe(newer)
})

test('two simultaneous card changes are both recorded', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  const { provider } = app.services
  const row = await rowOf(app, ordered)
  const read = () => provider.retrieveSubscription(row.stripeAccountId, row.stripeSubscriptionId ?? '')
  const before = await read()
  const begin = async (card: string) => {
    const begun = begunSetup.parse((await ask(app, ordered, '/card')).body)
    await confirmSetup(app, seller, begun, card)
    return begun.setupIntentId
  }
  const [one, other] = [await begin('pm_card_visa'), await begin('pm_card_mastercard')]
  await finishCardChange(app.services, row, one)
  // The second change reads the state from before the first.
  const retrieveSubscription = vi.fn<typeof provider.retrieveSubscription>(read).mockResolvedValueOnce(before)
  const late = { ...app.services, provider: { ...provider, retrieveSubscription } }
  await finishCardChange(late, await rowOf(app, ordered), other)
  const { cardId } = await read()
  await finishCardChange(app.services, await rowOf(app, ordered), one)

  expect((await read()).cardSetups).toEqual([one, other])
  expect((await read()).cardId).toBe(cardId)
})

test('a renewal paid while its subscription is being read is found by the next check', async () => {
  const ordered = await beginPastDue()
  await putGoodCard(ordered)
  const row = await rowOf(app, ordered)
  const { provider } = app.services
  const read = await provider.retrieveSubscription(seller.account, row.stripeSubscriptionId ?? '')
  const paidMeanwhile: typeof provider = {
    ...provider,
    async listInvoices(account, id, status) {
      if (status === 'open') await provider.payInvoice(account, row.unpaidInvoiceId ?? '', read?.cardId ?? '')
      return provider.listInvoices(account, id, status)
    },
  }
  await syncSubscription({ ...app.services, provider: paidMeanwhile }, row, 'test')
  const { unpaidInvoiceId } = await rowOf(app, ordered)
  await syncSubscription(app.services, await rowOf(app, ordered), 'test')

  expect(unpaidInvoiceId).toBe(row.unpaidInvoiceId)
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', unpaidInvoiceId: null })
  expect(await renewalsOf(ordered)).toEqual(['paid'])
  expect((await eventsOf(ordered)).filter((event) => event === 'renewal_paid')).toHaveLength(1)
})

test('a renewal charged three times simultaneously is paid only once', async () => {
  const ordered = await beginPastDue()
  await putGoodCard(ordered)
  const answers = await asSeller(app, () =>
    Promise.all(
      [1, 2, 3].map(() =>
        call(app, 'POST', `/api/sales/${ordered.purchaseId}/subscription/pay`, {
          token: seller.token,
          body: {},
        }),
      ),
    ),
  )
  await checkAll(app)

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await renewalsOf(ordered)).toEqual(['paid'])
  expect((await eventsOf(ordered)).filter((event) => event === 'renewal_paid')).toHaveLength(1)
})

test('a charge whose response was lost is looked up before the seller gets a response', async () => {
  const ordered = await beginPastDue()
  await putGoodCard(ordered)
  await setFaults(app, { ...lostEvents, calls: [{ ...paying, fault: { kind: 'cut_after' } }] })
  const answer = await tryNow(ordered)

  expect(answer).toMatchObject({ status: 200, body: { status: 'active' } })
  expect(await renewalsOf(ordered)).toEqual(['paid'])
})

test('a charge that cannot be looked up stays unknown until the next check', async () => {
  const ordered = await beginPastDue()
  await putGoodCard(ordered)
  const calls = [
    { ...paying, fault: { kind: 'cut_after' } },
    { method: 'GET', path: '/v1/subscriptions/*', fault: { kind: 'cut_before' } },
  ]
  await setFaults(app, { ...lostEvents, calls })
  const answer = await tryNow(ordered)
  await setFaults(app, lostEvents)
  app.clock.advance(180)
  await checkAll(app)

  expect([answer.status, errorBody.parse(answer.body).code]).toEqual([503, 'collection_unknown'])
  expect(await renewalsOf(ordered)).toEqual(['paid'])
  expect((await rowOf(app, ordered)).status).toBe('active')
})

test('a read-only member cannot charge the card or get the buyer’s link', async () => {
  const ordered = await beginPastDue()
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const [viewer, stranger] = await asSeller(app, async () => [
    await signUpMember(app, seller, reads),
    await signUpSeller(app),
  ])
  const [refused, unknown] = [await tryNow(ordered, viewer), await tryNow(ordered, stranger)]

  expect([refused.status, unknown.status]).toEqual([403, 404])
  const seen = await saleOf(ordered, viewer)
  expect([seen.buyerLink, seen.unpaidRenewal === null]).toEqual([null, false])
})

test('an ended subscription’s unpaid renewal cannot be charged', async () => {
  const ordered = await beginPastDue()
  await asSeller(app, () =>
    call(app, 'POST', `/api/sales/${ordered.purchaseId}/subscription/cancel`, {
      token: seller.token,
      body: { at: 'now' },
    }),
  )
  const answer = await tryNow(ordered)

  expect([answer.status, errorBody.parse(answer.body).code]).toEqual([409, 'subscription_ended'])
  expect((await saleOf(ordered)).unpaidRenewal).toBeNull()
})
