import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { numberByDay } from '#payments/purchases/records/invoice-number.ts'
import { createOfferForm, accept, offerOf, order } from '#buying/upsells/test-offers.ts'
import { newId } from '#foundation/db/new-id.ts'
import { pageOf } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { form as formSchema } from '#selling/forms/contract.ts'
import { sale, saleTotals } from '../contract.ts'
import { dashboard } from '../dashboard/dashboard-wire.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const get = async ({ token }: TestSeller, path: string) =>
  (await call(app, 'GET', `/api/sales${path}`, { token })).body
const list = async (seller: TestSeller, query: string) => pageOf(sale).parse(await get(seller, `?${query}`))
const idsOf = async (seller: TestSeller, query: string) =>
  (await list(seller, query)).data.map(({ id }) => id)
const totalsOf = async (seller: TestSeller, query: string) =>
  saleTotals.parse(await get(seller, `/totals?${query}`)).totals
const move = (id: string, at: string) =>
  sql`update purchases set paid_at = ${at}::timestamptz where id = ${id}`.execute(app.services.db)
const refund = async ({ token }: TestSeller, id: string, amount: number) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, { token, body: { amount } })

/** Stores a dispute over the whole payment. */
const dispute = (id: string, status: string) =>
  sql`
    insert into disputes (id, seller_id, purchase_id, status, reason, amount, currency, created_at, updated_at)
    select 'dp_' || id, seller_id, id, ${status}, 'fraudulent', total, currency, now(), now()
    from purchases where id = ${id}`.execute(app.services.db)

test('sales can be filtered by form, status, kind and currency together', async () => {
  const seller = await signUpSeller(app)
  const form = await createOfferForm(app, seller)
  const yen = await createTestForm(app, seller, { amount: 1500, currency: 'jpy' })
  const first = await order(app, form)
  await accept(app, first, await offerOf(app, first))
  const second = await order(app, yen)
  await pay(app, yen, { email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  await refund(seller, second.purchaseId, 400)
  const [failed] = await idsOf(seller, 'status=failed')
  const [offer] = await idsOf(seller, 'kind=offer')

  expect(await idsOf(seller, `form=${yen}`)).toEqual([failed, second.purchaseId])
  expect(await idsOf(seller, 'currency=usd')).toEqual([offer, first.purchaseId])
  expect(await idsOf(seller, 'status=partially_refunded')).toEqual([second.purchaseId])
  expect(await idsOf(seller, 'status=sold')).toEqual([second.purchaseId, offer, first.purchaseId])
  expect(await idsOf(seller, 'kind=order&currency=usd&status=paid')).toEqual([first.purchaseId])
  expect(await idsOf(seller, `form=${newId()}`)).toEqual([])
  expect(await totalsOf(seller, '')).toEqual([
    { currency: 'jpy', purchases: 2, total: 1500, returned: 400 },
    { currency: 'usd', purchases: 2, total: 6890, returned: 0 },
  ])
  expect(await totalsOf(seller, 'kind=renewal')).toEqual([])
  expect(await idsOf(await signUpSeller(app), `form=${yen}`)).toEqual([])
})

test('part of a company’s name finds only the purchases invoiced to it', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const elsewhere = await signUpSeller(app)
  const company = `Aquarell ${seller.userId} GmbH`
  const invoiced = await order(app, form)
  await order(app, form)
  const others = await order(app, await createTestForm(app, elsewhere))
  for (const { purchaseId } of [invoiced, others]) {
    await app.services.db
      .insertInto('buyerDetails')
      .values({ purchaseId, name: company, updatedAt: app.clock.now() })
      .execute()
  }

  expect(await idsOf(seller, `q=${encodeURIComponent(company.slice(2, -5).toUpperCase())}`)).toEqual([
    invoiced.purchaseId,
  ])
  expect(await idsOf(elsewhere, 'q=gmbh')).toEqual([others.purchaseId])
  expect(await idsOf(seller, 'q=gm')).toEqual([])
})

test('filtering purchases by price includes their later offers', async () => {
  const seller = await signUpSeller(app)
  const form = await createOfferForm(app, seller, { prices: [{ label: 'For teams', amount: 99 }] })
  const stored = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
  const team = formSchema.parse(stored.body).prices[0]?.id ?? ''
  const before = await order(app, form)
  // Makes this sale look as if the form had only one price then.
  await sql`update purchases set price_id = null where id = ${before.purchaseId}`.execute(app.services.db)
  const own = await order(app, form, { price: form })
  const placed = await order(app, form, { price: team })
  await accept(app, placed, await offerOf(app, placed))
  const [offer] = await idsOf(seller, 'kind=offer')

  expect(await idsOf(seller, `form=${form}&price=${team}`)).toEqual([offer, placed.purchaseId])
  expect(await idsOf(seller, `form=${form}&price=${form}`)).toEqual([own.purchaseId, before.purchaseId])
  expect(await totalsOf(seller, `form=${form}&price=${team}`)).toMatchObject([
    { purchases: 2, total: 9900 + 1990 },
  ])
  const alone = await call(app, 'GET', `/api/sales?price=${team}`, { token: seller.token })
  expect([alone.status, alone.body]).toMatchObject([422, { errors: { price: 'A price needs its form' } }])
})

test('a filter by days uses the seller’s time zone and lists the newest payments first', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const times = [
    '2026-03-31T21:59:59Z',
    '2026-02-28T22:59:59Z',
    '2026-02-28T23:00:00Z',
    '2026-03-31T22:00:00Z',
  ]
  const ids: string[] = []
  for (const time of times) {
    const { purchaseId } = await order(app, form)
    await move(purchaseId, time)
    ids.push(purchaseId)
  }
  const zone = 'zone=Europe/Berlin'

  expect(await idsOf(seller, `${zone}&from=2026-03-01&to=2026-03-31`)).toEqual([ids[0], ids[2]])
  expect(await idsOf(seller, `${zone}&from=2026-03-01`)).toEqual([ids[3], ids[0], ids[2]])
  expect(await idsOf(seller, `${zone}&from=2026-03-01&before=${ids[0]}`)).toEqual([ids[2]])
  const turned = await call(app, 'GET', '/api/sales?from=2026-03-02&to=2026-03-01', { token: seller.token })
  expect(turned.status).toBe(422)
})

test('the page after a sale starts with the next one, even if more sales are made in between', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.unshift((await order(app, form)).purchaseId)
  const first = await list(seller, 'limit=2')
  ids.unshift((await order(app, form)).purchaseId)
  const second = await list(seller, `limit=2&page=1&before=${first.data[1]?.id}`)
  const third = await list(seller, `limit=2&page=2&before=${second.data[1]?.id}`)

  expect(first.data.map(({ id }) => id)).toEqual(ids.slice(1, 3))
  expect(second).toMatchObject({ data: [{ id: ids[3] }, { id: ids[4] }], prevPage: 0, nextPage: 2 })
  expect(third).toMatchObject({ data: [{ id: ids[5] }], prevPage: 1, nextPage: null })
})

test('a full invoice number, payment id or purchase id finds its purchase', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const { purchaseId } = await order(app, form, { name: 'pi_ Novak' })
  await order(app, form)
  const detail = z
    .object({ paymentIntentId: z.string(), paidAt: z.coerce.date() })
    .parse(await get(seller, `/${purchaseId}`))
  const number = numberByDay({ id: purchaseId, paidAt: detail.paidAt })
  const stranger = await signUpSeller(app)

  for (const q of [
    number,
    number.toLowerCase(),
    detail.paymentIntentId,
    purchaseId,
    purchaseId.toUpperCase(),
    `Invoice ${number}`,
    `invoice no. ${number}`,
    `No. ${number}`,
    `#${number}`,
    `Purchase ${purchaseId}`,
    ` ${number} `,
    number.replace('-', ' '),
    number.replace('-', '\u2011'),
    number.replace('-', ' \u2013 '),
    number.slice(-8),
    `#${number.slice(-8).toLowerCase()}`,
  ]) {
    expect([q, await idsOf(seller, `q=${encodeURIComponent(q)}`)]).toEqual([q, [purchaseId]])
    expect(await idsOf(stranger, `q=${encodeURIComponent(q)}`)).toEqual([])
  }
  expect(await idsOf(seller, `q=${detail.paymentIntentId}&status=failed`)).toEqual([])
  expect(await idsOf(seller, `q=${encodeURIComponent('pi_ nov')}`)).toEqual([purchaseId])
  expect(await idsOf(seller, 'q=20269999-ABCDEF01')).toEqual([])
})

test('a search finds any part of an email address but not similar addresses', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const bought = async (email: string) => outcomeOf(await pay(app, form, { email })).purchaseId
  const clara = await bought('clara.novak@mail.example')
  const other = await bought('clara.novak@mail.example.org')
  const longer = await bought('maria.clara.novak@elsewhere.example')

  const found = async (q: string) => (await idsOf(seller, `q=${encodeURIComponent(q)}`)).toSorted()
  expect(await found('Clara.Novak@Mail.Example')).toEqual([clara, other].toSorted())
  expect(await found('clara.novak@mail.example.org')).toEqual([other])
  expect(await found('novak@elsewhere')).toEqual([longer])
  expect(await found('clara.novak@')).toEqual([clara, longer, other].toSorted())
  expect(await found('ak@mail')).toEqual([clara, other].toSorted())
  expect(await found('@mail.example.org')).toEqual([other])
  expect(await found('claraXnovak@mail')).toEqual([])
})

test('a search finds any part of a name but not similar names', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const bought = async (name: string) =>
    outcomeOf(await pay(app, form, { name, email: `${newKey()}@example.com` })).purchaseId
  const clara = await bought('Clara Melkerju')
  const sara = await bought('Sara Melkerju')
  const star = await bought('🌻🌻🌻🌻🌻🌻🌻🌻🌻 Clara')

  const found = async (q: string) => (await idsOf(seller, `q=${encodeURIComponent(q)}`)).toSorted()
  expect(await found('clara melkerju')).toEqual([clara])
  expect(await found('ara Melkerj')).toEqual([clara, sara].toSorted())
  expect(await found('🌻🌻🌻🌻 Clara')).toEqual([star])
  expect(await found('🌻🌻🌻🌻🌻🌻🌻🌻🌻')).toEqual([star])
  expect(await found('Zara Melkerju')).toEqual([])
})

test('the overview’s counts match the sales list with the same filter', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const ids: string[] = []
  for (let count = 0; count < 5; count += 1) ids.push((await order(app, form)).purchaseId)
  const [refunded = '', lost = '', won = '', old = ''] = ids
  await refund(seller, refunded, 12.34)
  await dispute(lost, 'lost')
  await dispute(won, 'won')
  await refund(seller, old, 1)
  await move(old, '2020-01-01T12:00:00Z')
  await pay(app, form, { email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  const numbers = dashboard.parse(await get(seller, '/dashboard?range=7d'))
  const money = numbers.currencies[0]?.current
  const days = `from=${numbers.from.slice(0, 10)}&to=${numbers.to.slice(0, 10)}&currency=usd`

  expect(await totalsOf(seller, `${days}&status=sold`)).toMatchObject([
    { purchases: money?.purchases, total: money?.gross },
  ])
  expect((await idsOf(seller, `${days}&status=returned`)).toSorted()).toEqual(
    [refunded, lost, old].toSorted(),
  )
  expect(await totalsOf(seller, `${days}&status=returned`)).toMatchObject([
    { purchases: 3, returned: (money?.refunds ?? 0) + (money?.disputes ?? 0) },
  ])
  expect(money).toMatchObject({ refunds: 1334, disputes: 4900 })
  expect((await idsOf(seller, 'status=disputed')).toSorted()).toEqual([lost, won].toSorted())
  expect(await idsOf(seller, 'from=2021-01-01&to=2021-12-31&status=returned')).toEqual([])
})

test('active and past due subscriptions can be found by their orders', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller, {
    priceType: 'RecurringPrice',
    billingInterval: 1,
    billingPeriod: 'Monthly',
  })
  const [going, due, ended] = [await order(app, form), await order(app, form), await order(app, form)]
  const become = ({ purchaseId }: { readonly purchaseId: string }, status: string) =>
    sql`update subscriptions set status = ${status} where order_id = ${purchaseId}`.execute(app.services.db)
  await become(due, 'past_due')
  await become(ended, 'canceled')
  const { subscriptions } = dashboard.parse(await get(seller, '/dashboard'))

  expect(await idsOf(seller, 'subscription=active')).toEqual([going.purchaseId])
  expect(await idsOf(seller, 'subscription=past_due')).toEqual([due.purchaseId])
  expect(subscriptions).toMatchObject({ active: 1, pastDue: 1 })
})
