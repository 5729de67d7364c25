import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { pendingOf } from '#foundation/events/test-pending.ts'
import { booksOf, errorOf, outcomeOf } from '#buying/checkout/pay/test-paying.ts'
import { newId } from '#foundation/db/new-id.ts'
import {
  call,
  createTestForm,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import {
  accept,
  addBump,
  addOffer,
  createOfferForm,
  current,
  decline,
  offerOf,
  order,
  sequenceIn,
} from './test-offers.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, {})
})

const change = (path: string, body: object) =>
  call(app, 'PATCH', `/api/${path}`, { token: seller.token, body })
const remove = (path: string) => call(app, 'DELETE', `/api/${path}`, { token: seller.token })

/** The titles of the offers shown to a buyer who declines every one. */
async function titlesOf(form: string, fields: object = {}): Promise<string[]> {
  const bought = await order(app, form, { ...fields })
  const titles: string[] = []
  for (let { offer } = await current(app, bought); offer !== null;) {
    titles.push(`${offer.title} ${offer.position}/${offer.count}`)
    offer = sequenceIn(await decline(app, bought, offer)).offer
  }
  return titles
}

test('after a payment a buyer sees the form’s offers one at a time', async () => {
  const form = await createOfferForm(app, seller, { bumps: ['A set of brushes', 'A block of paper'] })
  const bought = await order(app, form)
  const first = await offerOf(app, bought)

  expect(first).toMatchObject({
    title: 'The second course',
    acceptButtonText: 'Yes , please',
    declineButtonText: 'No thanks',
    price: { total: 1990, currency: 'usd' },
    position: 1,
    count: 3,
    without: null,
    needsCard: false,
  })
  expect(await offerOf(app, bought)).toEqual(first)
  expect(outcomeOf(await accept(app, bought, first)).status).toBe('paid')
  const second = await offerOf(app, bought)
  expect(second).toMatchObject({ title: 'A set of brushes', position: 2, count: 3 })
  const { offer: third } = sequenceIn(await decline(app, bought, second))
  expect(third).toMatchObject({ title: 'A block of paper', position: 3, count: 3 })
  const end = sequenceIn(await decline(app, bought, third ?? first))
  expect(await pendingOf(app, bought.purchaseId)).toEqual(['offer.declined', 'offer.declined'])

  expect(end).toMatchObject({ offer: null, accepted: [{ title: 'The second course', total: 1990 }] })
  expect(await current(app, bought)).toEqual(end)
  expect(await booksOf(app, form)).toEqual({ statuses: ['paid', 'paid'], charged: [1990, 4900] })
})

test('offers that the buyer cannot buy or already has are skipped', async () => {
  const bump = (title: string, fields: object = {}) => addBump(app, seller, { title, ...fields })
  const [bought, deleted, kept] = [
    await bump('Bought already'),
    await bump('Deleted since then'),
    await bump('Still there to buy'),
  ]
  const offer = await addOffer(app, seller)
  const form = await createTestForm(app, seller, {
    bumps: [bought],
    oneTimeOffer: offer,
    otoSequenceList: [bought, deleted, kept],
  })
  await change(`one-time-offers/${offer}`, { isActive: false })
  await remove(`bumps/${deleted}`)
  expect(await titlesOf(form, { bumps: [bought] })).toEqual(['Still there to buy 1/1'])

  const { db } = app.services
  await db.updateTable('bumps').set({ currency: 'eur' }).where('id', '=', kept).execute()
  expect(await titlesOf(form)).toEqual(['Bought already 1/1'])
  await db.updateTable('bumps').set({ currency: 'usd', amount: 10 }).where('id', '=', kept).execute()
  expect(await titlesOf(form)).toEqual(['Bought already 1/1'])
})

test('a buyer sees up to the number of offers they request, by default five', async () => {
  const names = ['First of all', 'Second of all', 'Third of all', 'Fourth of all', 'Fifth of all']
  const form = await createOfferForm(app, seller, { bumps: names })
  expect(await titlesOf(form, { oneTimeOfferCount: 2 })).toEqual([
    'The second course 1/2',
    'First of all 2/2',
  ])
  expect(await titlesOf(form)).toHaveLength(5)
  expect(await titlesOf(form, { oneTimeOfferCount: 0 })).toEqual([])
})

test('a buyer pays the price and tax that an offer showed, despite later changes', async () => {
  const tax = await call(app, 'POST', '/api/taxes', {
    token: seller.token,
    body: { title: 'Value added tax', percentage: 10, inclusive: false },
  })
  const offer = await addOffer(app, seller)
  const taxId = z.object({ id: z.string() }).parse(tax.body).id
  const form = await createTestForm(app, seller, { oneTimeOffer: offer, taxId })
  const bought = await order(app, form)
  const shown = await offerOf(app, bought)
  expect(shown).toMatchObject({
    price: { subtotal: 1990, taxAmount: 199, total: 2189 },
    tax: { title: 'Value added tax', percentage: '10', inclusive: false },
  })
  await change(`one-time-offers/${offer}`, { amount: 25 })
  await change(`taxes/${taxId}`, { percentage: 20 })

  expect(outcomeOf(await accept(app, bought, shown)).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([2189, 5390])
})

test('accepting an offer that the seller turned off charges nothing and leads to the next one', async () => {
  const offer = await addOffer(app, seller)
  const next = await addBump(app, seller)
  const form = await createTestForm(app, seller, { oneTimeOffer: offer, otoSequenceList: [next] })
  const bought = await order(app, form)
  const shown = await offerOf(app, bought)
  await change(`one-time-offers/${offer}`, { isActive: false })

  const answer = await accept(app, bought, shown)
  expect([answer.status, errorOf(answer).code]).toEqual([410, 'offer_over'])
  expect(await offerOf(app, bought)).toMatchObject({ title: 'A set of brushes', position: 2 })
  await remove(`forms/${form}`)
  expect((await current(app, bought)).offer).toBeNull()
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

// Proves offer-once.
test('offers end an hour after the payment, according to the server’s clock', async () => {
  const form = await createOfferForm(app, seller)
  const bought = await order(app, form)
  const shown = await offerOf(app, bought)
  app.clock.advance(3599)
  expect(await offerOf(app, bought)).toEqual(shown)
  app.clock.advance(1)

  expect((await current(app, bought)).offer).toBeNull()
  expect((await accept(app, bought, shown)).status).toBe(410)
  expect((await booksOf(app, form)).charged).toEqual([4900])
})

// Proves offer-once.
test('accepting or declining an offer requires its order’s secret', async () => {
  const form = await createOfferForm(app, seller)
  const bought = await order(app, form)
  const other = await order(app, form)
  const shown = await offerOf(app, bought)
  const strangers = [
    { purchaseId: bought.purchaseId, secret: other.secret },
    { purchaseId: newId(), secret: other.secret },
    { purchaseId: 'malformed', secret: other.secret },
    other,
  ]
  for (const stranger of strangers) {
    expect((await accept(app, stranger, shown)).status).toBe(404)
    expect((await decline(app, stranger, shown)).status).toBe(404)
  }
  expect((await accept(app, bought, { id: 'malformed' })).status).toBe(404)
  expect((await offerOf(app, bought)).id).toBe(shown.id)
})

test('a refunded order gets no more offers', async () => {
  const form = await createOfferForm(app, seller)
  const bought = await order(app, form)
  await call(app, 'POST', `/api/sales/${bought.purchaseId}/refunds`, { token: seller.token, body: {} })
  expect((await current(app, bought)).offer).toBeNull()
})

test('an order with a pending full refund gets no more offers', async () => {
  const bought = await order(app, await createOfferForm(app, seller))
  const shown = await offerOf(app, bought)
  await setFaults(app, {
    calls: [{ method: 'POST', path: '/v1/refunds', times: 9, fault: { kind: 'cut_before' } }],
  })
  await call(app, 'POST', `/api/sales/${bought.purchaseId}/refunds`, { token: seller.token, body: {} })
  const accepted = await accept(app, bought, shown)

  expect([accepted.status, errorOf(accepted).code]).toEqual([410, 'offer_over'])
  expect((await current(app, bought)).offer).toBeNull()
})

test('a shown offer can be accepted after a partial refund', async () => {
  const bought = await order(app, await createOfferForm(app, seller))
  const shown = await offerOf(app, bought)
  const body = { amount: 1 }
  await call(app, 'POST', `/api/sales/${bought.purchaseId}/refunds`, { token: seller.token, body })

  expect((await accept(app, bought, shown)).status).toBe(200)
})

test('the first payment of a subscription is followed by offers', async () => {
  const recurring = {
    priceType: 'RecurringPrice',
    billingPeriod: 'Monthly',
    billingInterval: 1,
    cancelAfter: 3,
  }
  const form = await createOfferForm(app, seller, recurring)
  const bought = await order(app, form)
  const shown = await offerOf(app, bought)
  expect(shown.needsCard).toBe(false)

  expect(outcomeOf(await accept(app, bought, shown)).status).toBe('paid')
  expect((await booksOf(app, form)).statuses).toEqual(['paid', 'paid'])
})

test('a free order asks for a card with the first offer and charges it for the next', async () => {
  const form = await createOfferForm(app, seller, { amount: 0 })
  const bought = await order(app, form, { paymentMethodId: null })
  const first = await offerOf(app, bought)
  expect(first.needsCard).toBe(true)
  const without = await accept(app, bought, first)
  expect([without.status, errorOf(without).errors]).toEqual([
    422,
    { paymentMethodId: 'This field is required' },
  ])
  expect(outcomeOf(await accept(app, bought, first, { paymentMethodId: 'pm_card_visa' })).status).toBe('paid')
  const second = await offerOf(app, bought)
  expect(second.needsCard).toBe(false)
  expect(outcomeOf(await accept(app, bought, second)).status).toBe('paid')
  expect((await booksOf(app, form)).charged).toEqual([900, 1990])
})
