import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, decline, offerOf, order, undo } from '#buying/upsells/test-offers.ts'
import { recordDisputeByEvent } from '#payments/disputes/record-dispute.ts'
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
import { form as formSchema } from '#selling/forms/contract.ts'
import { salesContract } from '../contract.ts'
import type { Dashboard, Range } from './dashboard-wire.ts'
import { readDashboard } from './read-dashboard.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const ask = ({ token }: TestSeller, query: string) =>
  call(app, 'GET', `/api/sales/dashboard?${query}`, { token })

const numbersOf = async (seller: TestSeller): Promise<Dashboard> =>
  salesContract.getDashboard.ok.schema.parse((await ask(seller, 'range=7d&zone=Europe/Berlin')).body)

const moneyIn = ({ currencies }: Dashboard, currency: string) =>
  currencies.find((one) => one.currency === currency)?.current

/** A tax of 10% that is added to prices. */
async function addTax({ token }: TestSeller): Promise<string> {
  const body = { title: 'Sales tax', percentage: 10, inclusive: false }
  const tax = await call(app, 'POST', '/api/taxes', { token, body })
  return z.object({ id: z.string() }).parse(tax.body).id
}

const refund = async ({ token }: TestSeller, id: string, body: object = {}) =>
  expect((await call(app, 'POST', `/api/sales/${id}/refunds`, { token, body })).status).toBe(201)

test('the overview shows a form’s sales by price', async () => {
  const seller = await signUpSeller(app)
  const prices = [{ label: 'For teams', amount: 99 }]
  const form = await createTestForm(app, seller, { prices })
  const stored = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  const team = formSchema.parse(stored.body).prices[0]?.id ?? ''
  await order(app, await createTestForm(app, seller))
  await order(app, form)
  for (const email of ['one@example.com', 'two@example.com']) await order(app, form, { email, price: team })
  const [several, single] = (await numbersOf(seller)).forms

  expect(several).toMatchObject({ id: form, orders: 3, gross: [{ currency: 'usd', total: 24_700 }] })
  expect(several?.prices).toEqual([
    { id: team, name: 'For teams', orders: 2, gross: [{ currency: 'usd', total: 19_800 }] },
    { id: form, name: '$49.00', orders: 1, gross: [{ currency: 'usd', total: 4900 }] },
  ])
  expect(single).not.toHaveProperty('prices')
  const withoutTeams = { prices: [], isDetailUpdate: false }
  await call(app, 'PATCH', `/api/forms/${form}`, { token: seller.token, body: withoutTeams })
  const names = (await numbersOf(seller)).forms[0]?.prices?.map(({ name }) => name)
  expect(names).toEqual([null, '$49.00'])
})

test('the overview counts the same partly refunded purchases as the sales list', async () => {
  const seller = await signUpSeller(app)
  const dollars = await createTestForm(app, seller)
  const euros = await createTestForm(app, seller, { amount: 20, currency: 'eur' })
  const sell = async (form: string) =>
    (await order(app, form, { email: `${newKey()}@example.com` })).purchaseId
  const sold = [await sell(dollars), await sell(dollars), await sell(euros)]
  for (const id of sold) await refund(seller, id, { amount: 9 })
  await refund(seller, await sell(dollars))
  await sell(dollars)
  const { currencies } = await numbersOf(seller)
  const found = await call(app, 'GET', '/api/sales?status=partially_refunded&currency=usd', {
    token: seller.token,
  })
  const { data } = salesContract.listSales.ok.schema.parse(found.body)

  expect(currencies.map(({ currency, partlyRefunded }) => [currency, partlyRefunded])).toEqual([
    ['usd', 2],
    ['eur', 1],
  ])
  expect(data.map(({ id }) => id).toSorted()).toEqual(sold.slice(0, 2).toSorted())
})

const nothing = { refunds: 0, disputes: 0, tax: 0, offers: 0, renewals: 0 }

test('the overview counts payments and refunds by currency', async () => {
  const seller = await signUpSeller(app)
  const taxId = await addTax(seller)
  const dollars = await createTestForm(app, seller, { taxId })
  const euros = await createTestForm(app, seller, { amount: 20, currency: 'eur' })
  const free = await createTestForm(app, seller, { amount: 0 })
  await order(app, free, { paymentMethodId: null })
  const { purchaseId } = await order(app, dollars)
  await refund(seller, purchaseId, { amount: 10.78 })
  await pay(app, dollars, { email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  for (const amount of [5.01, 20]) await refund(seller, (await order(app, euros)).purchaseId, { amount })
  await order(app, euros)
  const numbers = await numbersOf(seller)

  expect(numbers.currencies.map(({ currency }) => currency)).toEqual(['eur', 'usd'])
  expect(moneyIn(numbers, 'usd')).toEqual({
    ...nothing,
    gross: 5390,
    refunds: 1078,
    net: 4312,
    tax: 392,
    purchases: 2,
    orders: 2,
    average: 2695,
  })
  expect(moneyIn(numbers, 'eur')).toEqual({
    ...nothing,
    gross: 6000,
    refunds: 2501,
    net: 3499,
    purchases: 3,
    orders: 3,
    average: 2000,
  })
  expect(numbers.currencies.map(({ net }) => net)).toEqual([
    [0, 0, 0, 0, 0, 0, 3499],
    [0, 0, 0, 0, 0, 0, 4312],
  ])
  expect(numbers.activity.current).toMatchObject({ orders: 5, views: 0 })
  expect(
    numbers.forms.toSorted((one, other) => (other.gross[0]?.total ?? 0) - (one.gross[0]?.total ?? 0)),
  ).toMatchObject([
    { id: euros, orders: 3, gross: [{ currency: 'eur', total: 6000 }] },
    { id: dollars, orders: 1, gross: [{ currency: 'usd', total: 5390 }] },
    { id: free, orders: 1, gross: [{ currency: 'usd', total: 0 }] },
  ])
})

test('a dispute is subtracted from its start until it is won', async () => {
  const seller = await signUpSeller(app)
  await setFaults(app, lostEvents)
  const taxId = await addTax(seller)
  const form = await createTestForm(app, seller, { taxId })
  await order(app, form, { paymentMethodId: 'pm_card_createDisputeInquiry' })
  await order(app, form, { paymentMethodId: 'pm_card_createDispute' })
  const disputes = await sandboxList(app, 'disputes')
  await setFaults(app, {})
  const read = () =>
    Promise.all(disputes.map(({ id }) => recordDisputeByEvent(app.services, seller.account, id)))
  await read()
  const { sellerId, createdAt } = await app.services.db
    .selectFrom('disputes')
    .select(['sellerId', 'createdAt'])
    .where(
      'id',
      'in',
      disputes.map(({ id }) => id),
    )
    .executeTakeFirstOrThrow()
  // Another test may have moved Stripe's clock.
  const numbers = () => at(sellerId, '7d', 'UTC', createdAt.toISOString())
  const open = moneyIn(await numbers(), 'usd')
  const real = disputes.find(({ status }) => status === 'needs_response')?.id ?? ''
  await askProvider(app, seller.account, `/v1/disputes/${real}`, {
    'evidence[uncategorized_text]': 'winning_evidence',
  })
  await read()

  expect(open).toMatchObject({ gross: 10_780, disputes: 5390, net: 5390, tax: 490 })
  expect(moneyIn(await numbers(), 'usd')).toMatchObject({ disputes: 0, net: 10_780, tax: 980 })
})

test('take rates count offered and taken bumps and offers, but not undone offers', async () => {
  const seller = await signUpSeller(app)
  const bumps = await Promise.all(
    ['The brushes', 'The easel'].map((title) => addBump(app, seller, { title: `${title} for you` })),
  )
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller), bumps })
  const orders = [
    await order(app, form, { bumps }),
    await order(app, form, { bumps: bumps.slice(0, 1) }),
    await order(app, form),
    await order(app, form),
  ]
  await pay(app, form, { bumps, email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  const answers = [accept, accept, decline]
  const offers = []
  for (const [index, answer] of answers.entries()) {
    const bought = orders[index] ?? { purchaseId: '', secret: '' }
    const offer = await offerOf(app, bought)
    offers.push(offer)
    expect((await answer(app, bought, offer)).status).toBe(200)
    if (index === 0) expect((await undo(app, bought, offer)).status).toBe(200)
    // A seller's refund does not count as an undone offer.
    if (index === 1) {
      const { data } = salesContract.listSales.ok.schema.parse(
        (await call(app, 'GET', '/api/sales', { token: seller.token })).body,
      )
      await refund(seller, data[0]?.id ?? '')
    }
  }
  const numbers = await numbersOf(seller)

  expect(numbers.activity.current).toMatchObject({
    orders: 4,
    bumpsOffered: 8,
    bumpsTaken: 3,
    offersShown: 3,
    offersTaken: 1,
  })
  expect(numbers.bumps).toEqual([
    { id: bumps[0], title: 'The brushes for you', offered: 4, taken: 2 },
    { id: bumps[1], title: 'The easel for you', offered: 4, taken: 1 },
  ])
  expect(numbers.offers).toMatchObject([{ title: 'The second course', offered: 3, taken: 1 }])
  expect(moneyIn(numbers, 'usd')).toMatchObject({
    gross: 4 * 4900 + 3 * 900 + 2 * 1990,
    refunds: 2 * 1990,
    orders: 4,
    offers: 2,
  })
})

const sellerOf = (purchaseId: string) =>
  app.services.db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()

/** A new seller's orders paid at these times, each with a view and a refund an hour later. */
async function sellAt(times: readonly string[]): Promise<string> {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  let sellerId = ''
  for (const time of times) {
    const { purchaseId } = outcomeOf(await pay(app, form, { email: `${newKey()}@example.com` }))
    await refund(seller, purchaseId, { amount: 9 })
    const at = new Date(time)
    const { db } = app.services
    sellerId = (await sellerOf(purchaseId)).sellerId
    await db.updateTable('purchases').set({ paidAt: at }).where('id', '=', purchaseId).execute()
    await sql`
      update refunds set created_at = ${at}::timestamptz + interval '1 hour' where purchase_id = ${purchaseId}`.execute(
      db,
    )
    const now = app.clock.now()
    app.clock.set(at)
    await fetch(`${app.url}/payment/${form}`, { headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux)' } })
    app.clock.set(now)
  }
  await app.views.flush()
  return sellerId
}

const at = (sellerId: string, range: Range, zone: string, now: string) =>
  readDashboard({ db: app.services.db, clock: { now: () => new Date(now) } }, sellerId, { range, zone })

const perStep = ({ currencies, activity }: Dashboard) => ({
  net: currencies[0]?.net.map((net) => net / 100),
  views: activity.series.map(({ views }) => views),
})

test('a day starts and ends in the seller’s time zone', async () => {
  const sellerId = await sellAt(['2026-06-10T18:29:59.999Z', '2026-06-10T18:30:00Z', '2026-06-11T18:29:59Z'])
  const now = '2026-06-11T20:00:00Z'
  const [kolkata, utc] = [await at(sellerId, '7d', 'Asia/Kolkata', now), await at(sellerId, '7d', 'UTC', now)]

  // Midnight in Kolkata is 18:30 UTC, so the last refund is on the next day in Kolkata.
  expect(perStep(kolkata)).toEqual({ net: [0, 0, 0, 0, 49, 80, -9], views: [0, 0, 0, 0, 1, 2, 0] })
  expect(perStep(utc)).toEqual({ net: [0, 0, 0, 0, 0, 80, 40], views: [0, 0, 0, 0, 0, 2, 1] })
  expect(kolkata.steps[6]).toBe('2026-06-11T18:30:00.000Z')
})

test('a day with a clock change has all its hours in the overview', async () => {
  // November 1 has 25 hours in New York, because 1:30 occurs twice.
  const sellerId = await sellAt(['2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-10-31T20:59:00Z'])
  const zone = 'America/New_York'
  const [morning, evening] = [
    await at(sellerId, 'today', zone, '2026-11-01T20:00:00Z'),
    await at(sellerId, 'today', zone, '2026-11-02T04:59:59Z'),
  ]
  const months = await at(sellerId, '12m', zone, '2026-11-01T20:00:00Z')

  expect(morning.steps).toHaveLength(25)
  expect(perStep(morning).net?.slice(0, 4)).toEqual([0, 49, 40, -9])
  expect([morning, evening].map(({ currencies }) => currencies[0]?.previous.gross)).toEqual([0, 4900])
  expect([morning.previousFrom, morning.previousTo]).toEqual([
    '2026-10-31T04:00:00.000Z',
    '2026-10-31T19:00:00.000Z',
  ])
  expect(perStep(months).net?.slice(-3)).toEqual([0, 40, 80])
})

test('the previous period’s steps add up to its numbers, and all of yesterday is charted', async () => {
  const times = [
    '2026-06-01T08:10:00Z',
    '2026-06-03T09:10:00Z',
    '2026-06-03T20:10:00Z',
    '2026-06-04T08:10:00Z',
  ]
  const sellerId = await sellAt(times)
  const sum = (values: readonly number[] = []) => values.reduce((all, one) => all + one, 0)
  const days = await at(sellerId, '7d', 'UTC', '2026-06-10T12:00:00Z')
  const today = await at(sellerId, 'today', 'UTC', '2026-06-04T12:00:00Z')

  expect(days.currencies[0]?.previousNet).toEqual([0, 0, 0, 0, 4000, 0, 4000])
  expect(days.activity.previousSeries.map(({ views }) => views)).toEqual([0, 0, 0, 0, 1, 0, 1])
  expect(sum(days.currencies[0]?.previousNet)).toBe(days.currencies[0]?.previous.net)
  expect(today.currencies[0]?.previous.net).toBe(4000)
  expect(today.currencies[0]?.previousNet).toHaveLength(24)
  expect(today.currencies[0]?.previousNet.flatMap((net, hour) => (net === 0 ? [] : [[hour, net]]))).toEqual([
    [9, 4900],
    [10, -900],
    [20, 4900],
    [21, -900],
  ])
})

test('the overview shows none of another seller’s sales', async () => {
  const seller = await signUpSeller(app)
  const answers = await Promise.all(
    ['range=1y', 'zone=Mars/Olympus', 'zone=%2B05:30'].map((query) => ask(seller, query)),
  )

  expect(await numbersOf(seller)).toMatchObject({
    currencies: [],
    activity: { current: { views: 0, orders: 0 } },
    forms: [],
    bumps: [],
    offers: [],
    subscriptions: { active: 0 },
  })
  expect(answers.map(({ status, body }) => [status, Object.keys(errorsOf(body))])).toEqual([
    [422, ['range']],
    [422, ['zone']],
    [422, ['zone']],
  ])
})

const errorsOf = (body: unknown) => z.object({ errors: z.record(z.string(), z.string()) }).parse(body).errors
