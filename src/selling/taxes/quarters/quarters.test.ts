import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { checkoutContract } from '#buying/checkout/contract.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { issueInvoicesOf } from '#payments/invoices/issue-invoices.ts'
import { sellerIdOf } from '#payments/invoices/test-invoices.ts'
import { returnTax } from '#payments/refunds/return-tax.ts'
import { askAgain } from '#payments/tax-numbers/ask-again.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { quartersContract, type QuarterSum } from './contract.ts'
import { inEuros, readRates } from './write-csv.ts'

const noon = new Date('2026-11-22T12:00:00Z')
let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
beforeEach(async () => {
  app.clock.set(noon)
  seller = await signUpSeller(app)
  await ask('PATCH', '/seller/invoice-details', { country: 'DE', taxNumber: 'DE123456788' })
  await ask('PATCH', '/tax-regions', {
    regions: [
      { country: 'DE', title: 'MwSt.', percentage: 19, inclusive: true },
      { country: 'AT', title: 'USt.', percentage: 20, inclusive: true },
      { country: 'FI', title: 'ALV', percentage: 25.5, inclusive: false },
    ],
  })
})
afterAll(async () => app.close())

const ask = (method: 'GET' | 'PATCH' | 'POST', path: string, body?: object) =>
  call(app, method, `/api${path}`, { token: seller.token, ...(body && { body }) })

let buyers = 0
async function sell(form: string, details: object, paymentMethodId = 'pm_card_visa'): Promise<string> {
  const asked = await call(app, 'POST', '/api/stripe/form-tax', { body: { form, details } })
  const { quote } = checkoutContract.readTax.ok.schema.parse(asked.body)
  const email = `buyer-${(buyers += 1)}@example.com`
  return outcomeOf(await pay(app, form, { details, quote: quote.token, email, paymentMethodId })).purchaseId
}

const refund = async (id: string, amount?: number) =>
  expect((await ask('POST', `/sales/${id}/refunds`, amount === undefined ? {} : { amount })).status).toBe(201)

const sumsOf = async (quarter: string): Promise<QuarterSum[]> => {
  await issueInvoicesOf(app.services, await sellerIdOf(app, seller))
  // A sign-in lasts less than an hour.
  app.clock.set(noon)
  const answer = await ask('GET', `/tax-regions/quarter?quarter=${quarter}`)
  return quartersContract.readTaxQuarter.ok.schema.parse(answer.body).sums
}

const short = ({ paidIn, country, percentage, treatment, currency, net, tax }: QuarterSum) =>
  [paidIn, country, percentage ?? treatment, currency, net, tax].join(' ')

/** The total that was paid and refunded, computed another way: from the purchases and refunds themselves. */
async function booked() {
  const { rows } = await sql<{ net: number; tax: number }>`
    with own as (select * from purchases where seller_id = ${await sellerIdOf(app, seller)}),
      money as (
        select subtotal as net, tax_amount as tax from own where paid_at is not null
        union all
        select refunds.tax_amount - amount, -refunds.tax_amount
        from refunds join own on own.id = purchase_id where refunds.status = 'succeeded')
    select sum(net)::bigint as net, sum(tax)::bigint as tax from money`.execute(app.services.db)
  return rows[0]
}

test('a quarter’s totals match its sales and refunds to the cent, by country, rate and currency', async () => {
  const taxed = { taxMode: 'by_country', sellsToBusinesses: true, amount: 99.99 }
  const [euros, yen] = [
    await createTestForm(app, seller, { ...taxed, currency: 'eur' }),
    await createTestForm(app, seller, { ...taxed, currency: 'jpy', amount: 3333 }),
  ]
  const quarter = '2026-Q4'
  await sell(euros, { country: 'AT' })
  await refund(await sell(euros, { country: 'AT' }), 10)
  await refund(await sell(euros, { country: 'FI' }))
  await sell(euros, { country: 'FI' })
  await sell(euros, { country: 'US' })
  await refund(await sell(yen, { country: 'DE' }), 1000)
  await sell(yen, { country: 'DE' })
  const business = { country: 'AT', isBusiness: true, name: 'Novak GmbH', taxNumber: 'ATU92345673' }
  await sell(euros, business)

  const before = await sumsOf(quarter)
  expect(before.map(short)).toEqual([
    `${quarter} AT 20 eur 24163 4834`,
    `${quarter} DE 19 jpy 4762 904`,
    `${quarter} FI 25.5 eur 9999 2550`,
    `${quarter} US outside eur 9999 0`,
  ])

  await moveProviderClock(app, 3700)
  app.clock.advance(3700)
  await askAgain(app.services)
  await returnTax(app.services)
  const after = await sumsOf(quarter)
  expect(after.map(short)).toEqual([
    `${quarter} AT 20 eur 15831 3167`,
    `${quarter} AT reverse_charge eur 8332 0`,
    `${quarter} DE 19 jpy 4762 904`,
    `${quarter} FI 25.5 eur 9999 2550`,
    `${quarter} US outside eur 9999 0`,
  ])
  const sum = (name: 'net' | 'tax') => after.reduce((total, one) => total + one[name], 0)
  expect({ net: sum('net'), tax: sum('tax') }).toEqual(await booked())

  const link = await ask('GET', `/tax-regions/export-link?quarter=${quarter}&euroRates=jpy:163.2`)
  const { path } = quartersContract.getTaxQuarterLink.ok.schema.parse(link.body)
  const csv = await (await fetch(`${app.url}${path}`)).text()
  expect(csv.replace('\u{FEFF}', '').split('\r\n')).toEqual([
    'Paid in,Country,Rate,Treatment,Currency,Net,Tax,EUR rate,EUR net,EUR tax,Needs a look',
    `${quarter},AT,20,standard,EUR,158.31,31.67,1,158.31,31.67,0`,
    `${quarter},AT,,reverse_charge,EUR,83.32,0.00,1,83.32,0.00,0`,
    `${quarter},DE,19,standard,JPY,4762,904,163.2,29.18,5.54,2`,
    `${quarter},FI,25.5,standard,EUR,99.99,25.50,1,99.99,25.50,1`,
    `${quarter},US,,outside,EUR,99.99,0.00,1,99.99,0.00,0`,
    '',
  ])
})

test('sales above a sum need a look if the card is from another country than the one chosen', async () => {
  const taxed = { taxMode: 'by_country', sellsToBusinesses: true, currency: 'eur' }
  const [small, large] = [
    await createTestForm(app, seller, { ...taxed, amount: 100 }),
    await createTestForm(app, seller, { ...taxed, amount: 150 }),
  ]
  const american = await sell(large, { country: 'AT' })
  const german = await sell(large, { country: 'AT' }, 'pm_card_de')
  await sell(large, { country: 'AT' }, 'pm_card_at')
  await sell(small, { country: 'AT' })
  await refund(await sell(large, { country: 'AT' }))
  const business = { country: 'AT', isBusiness: true, name: 'Novak GmbH', taxNumber: 'ATU82345671' }
  await sell(large, business)
  const quarter = '2026-Q4'
  const sums = await sumsOf(quarter)
  const { body } = await ask('GET', `/tax-regions/quarter?quarter=${quarter}`)
  const { toCheck } = quartersContract.readTaxQuarter.ok.schema.parse(body)
  const all = await ask('GET', `/tax-regions/quarter?quarter=${quarter}&checkAbove=0`)

  expect(sums.map((sum) => [sum.country, sum.treatment, sum.toCheck])).toEqual([
    ['AT', null, 2],
    ['AT', 'reverse_charge', 0],
  ])
  const found = { country: 'AT', total: 15_000, currency: 'eur' }
  expect(toCheck).toMatchObject([
    { ...found, saleId: american, cardCountry: 'US' },
    { ...found, saleId: german, cardCountry: 'DE' },
  ])
  expect(quartersContract.readTaxQuarter.ok.schema.parse(all.body).toCheck).toHaveLength(3)
  expect((await ask('GET', `/sales/${german}`)).body).toMatchObject({
    place: { country: 'AT', cardCountry: 'DE' },
  })
})

test('a refund in a later quarter corrects the quarter of its sale', async () => {
  const form = await createTestForm(app, seller, { taxMode: 'by_country', currency: 'eur', amount: 60 })
  const id = await sell(form, { country: 'AT' })
  await refund(id)
  await sumsOf('2026-Q3')
  // The sale and its invoice are from an earlier quarter.
  await sql`update purchases set paid_at = '2026-07-31T12:00:00Z' where id = ${id}`.execute(app.services.db)
  await sql`
    update invoices set due_at = '2026-07-31T12:00:00Z' where purchase_id = ${id} and kind = 'invoice'`.execute(
    app.services.db,
  )
  expect((await sumsOf('2026-Q3')).map(short)).toEqual(['2026-Q3 AT 20 eur 5000 1000'])
  const corrections = (await sumsOf('2026-Q4')).filter(({ paidIn }) => paidIn === '2026-Q3')
  expect(corrections.map(short)).toEqual(['2026-Q3 AT 20 eur -5000 -1000'])
})

test.each([
  [100, 'eur', 100],
  [10_000, 'usd', 9232],
  [-10_000, 'usd', -9232],
  [904, 'jpy', 554],
  [12_340, 'kwd', 3702],
  [100, 'gbp', null],
] as const)('%i %s are %s cents of the euro', (minor, currency, cents) => {
  expect(inEuros(minor, currency, readRates('usd:1.0832,jpy:163.2,kwd:0.33333,gbp:0'))).toBe(cents)
})
