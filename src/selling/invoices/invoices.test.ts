import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey } from '#buying/checkout/pay/test-paying.ts'
import { textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { order } from '#buying/upsells/test-offers.ts'
import { documentsOf, issueAll, numberByDays } from '#payments/invoices/test-invoices.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { invoicesContract } from './contract.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date('2026-11-22T12:00:00Z'))
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const buy = async () => (await order(app, form)).purchaseId
const refund = async (id: string, amount: number) => {
  const answer = await call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount },
    headers: { 'idempotency-key': newKey() },
  })
  expect([answer.status, answer.body]).toMatchObject([201, {}])
}

const get = async (path: string, { token } = seller) =>
  (await call(app, 'GET', `/api${path}`, { token })).body
const list = async (query = '', of = seller) =>
  invoicesContract.listInvoices.ok.schema.parse(await get(`/invoices?${query}`, of))
const series = async () => invoicesContract.listSeries.ok.schema.parse(await get('/invoices/series'))
const numbering = async () =>
  invoicesContract.readNumbering.ok.schema.parse(await get('/seller/invoice-numbers'))

const choice = {
  pattern: '{YYYY}-',
  next: 1,
  creditPattern: null,
  creditNext: 1,
  digits: 5,
  begins: 'now',
}
const save = (fields: object) =>
  call(app, 'PATCH', '/api/seller/invoice-numbers', { token: seller.token, body: { ...choice, ...fields } })
const errorsOf = (answer: { readonly body: unknown }) =>
  z.object({ errors: z.record(z.string(), z.string()) }).parse(answer.body).errors

const download = async (query: string) => {
  const { path } = z.object({ path: z.string() }).parse(await get(`/invoices/export-link?${query}`))
  return fetch(app.url + path)
}

test('invoices and credit notes are listed by number, page by page, and found by number', async () => {
  const first = await buy()
  await refund(first, 10)
  for (let count = 0; count < 50; count += 1) await buy()
  await issueAll(app)
  const page = await list()
  const next = await list(`before=${page.data.at(-1)?.id}`)
  const credit = (await documentsOf(app, seller)).find(({ kind }) => kind === 'credit')
  const found = await list(`q=${credit?.number}`)

  expect([page.data.length, page.hasMore, next.data.length, next.hasMore]).toEqual([50, true, 2, false])
  // All were issued together.
  const numbers = [...page.data, ...next.data].map(({ number }) => number)
  expect(new Set(numbers).size).toBe(52)
  expect(numbers).toEqual(numbers.toSorted().toReversed())
  expect(found.data).toMatchObject([
    { kind: 'credit', reason: 'refund', total: -1000, ofNumber: '2026-00001', purchaseId: first },
  ])
  expect((await list('', await signUpSeller(app))).data).toEqual([])
})

test('the audit counts the documents of each series from its first to its last number', async () => {
  await refund(await buy(), 10)
  expect(await series()).toEqual({ series: [], waiting: 2 })
  await issueAll(app)
  await buy()
  await issueAll(app)

  expect(await series()).toMatchObject({
    waiting: 0,
    series: [
      {
        first: '2026-00001',
        last: '2026-00003',
        count: 3,
        missing: 0,
        sums: [{ currency: 'usd', invoices: 2, invoiced: 9800, credits: 1, credited: 1000 }],
      },
    ],
  })
})

test('a month is exported as one PDF and as CSV for an audit', async () => {
  await refund(await buy(), 10)
  await issueAll(app)
  const pdf = await textOf(new Uint8Array(await (await download('kind=pdf&month=2026-11')).arrayBuffer()))
  const csv = await (await download('kind=audit&month=&format=comma')).text()
  const empty = await call(app, 'GET', '/api/invoices/export-link?kind=pdf&month=2026-10', {
    token: seller.token,
  })

  expect(pdf.pages).toBe(2)
  for (const said of ['2026-00001', 'Credit note', '2026-00002', '−$10.00']) expect(pdf.text).toContain(said)
  expect(csv.trim().split(/\r?\n/)).toHaveLength(3)
  expect(csv).toMatch(/2026-00002,credit note,refund,2026-11-22,2026-00001,.*USD,-10\.00,0\.00,-10\.00/)
  expect([empty.status, empty.body]).toMatchObject([409, { code: 'nothing_to_export' }])
})

test('a month is exported as an archive of e-invoices, which lists the documents left out', async () => {
  const { token } = seller
  const party = { country: 'DE', addressLine1: 'Invalidenstraße 1', city: 'Berlin', taxNumber: 'DE123456788' }
  await call(app, 'PATCH', '/api/seller/invoice-details', { token, body: party })
  const bought = await buy()
  await buy()
  await app.services.db
    .insertInto('buyerDetails')
    .values({ purchaseId: bought, country: 'AT', name: 'Novak GmbH', updatedAt: app.clock.now() })
    .execute()
  await issueAll(app)
  const response = await download('kind=xml&month=2026-11')
  const archive = Buffer.from(await response.arrayBuffer()).toString('latin1')

  expect(response.headers.get('content-type')).toBe('application/zip')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="invoices-2026-11.zip"')
  const directory = archive.slice(archive.indexOf('PK\u{1}\u{2}'))
  expect(directory.match(/[\w-]+\.(?:xml|csv)/g)).toEqual(['invoice-2026-00001.xml', 'without-e-invoice.csv'])
})

test('a shop chooses its prefix and first number, and a separate series for credit notes', async () => {
  const saved = await save({ pattern: 'RE{YY}/', next: 457, creditPattern: 'GS{YY}/', digits: 4 })
  expect(saved).toMatchObject({
    status: 200,
    body: { invoices: { number: 'RE26/0457', isBegun: false }, credits: { number: 'GS26/0001' } },
  })
  await refund(await buy(), 10)
  await buy()
  await issueAll(app)

  const documents = await documentsOf(app, seller)
  expect(new Set(documents.map(({ number }) => number))).toEqual(
    new Set(['GS26/0001', 'RE26/0457', 'RE26/0458']),
  )
  expect(await numbering()).toMatchObject({ invoices: { number: 'RE26/0459', isBegun: true } })
})

test('a series in use continues, even when a shop returns to it', async () => {
  await buy()
  await issueAll(app)
  const skipped = await save({ next: 100 })
  await save({ pattern: 'A-' })
  await buy()
  await issueAll(app)
  await save({ next: 2 })
  await buy()
  await issueAll(app)

  expect(skipped.status).toBe(422)
  expect(errorsOf(skipped)['next']).toContain('2026-00002')
  const numbers = (await documentsOf(app, seller)).map(({ number }) => number)
  expect(numbers).toEqual(['2026-00001', 'A-00001', '2026-00002'])
})

test.each([
  ['pattern', { pattern: 'RE 1' }],
  ['pattern', { pattern: '{MM}-' }],
  ['next', { next: 0 }],
  ['next', { next: 1.5 }],
  ['digits', { digits: 10 }],
  ['creditPattern', { pattern: '20', creditPattern: '2026' }],
])('an invalid %s is rejected at its field: %j', async (field, fields) => {
  const answer = await save(fields)
  expect([answer.status, Object.keys(errorsOf(answer))]).toEqual([422, [field]])
})

test('a shop that numbers by date starts a series in the new year, and both kinds of numbers find their sales', async () => {
  app.clock.set(new Date('2026-12-31T23:50:00Z'))
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
  await numberByDays(app, seller)
  expect(await numbering()).toMatchObject({ invoices: null })
  await save({ begins: 'new_year' })
  const old = await buy()
  await issueAll(app)
  expect(await numbering()).toMatchObject({ invoices: { number: '2027-00001' } })
  app.clock.set(new Date('2027-01-01T00:02:00Z'))
  const later = await buy()
  await refund(old, 10)
  await issueAll(app)
  const documents = await documentsOf(app, seller)
  const search = async (q: string) =>
    z
      .object({ data: z.array(z.object({ id: z.string() })) })
      .parse(await get(`/sales?q=${encodeURIComponent(q)}`))
      .data.map(({ id }) => id)

  expect(documents).toMatchObject([
    { number: '2027-00001', kind: 'invoice', purchaseId: later },
    { number: '2027-00002', kind: 'credit', purchaseId: old, total: 1000, ofNumber: null },
  ])
  expect(await search(`20261231-${old.slice(-8)}`)).toEqual([old])
  expect(await search('2027-00001')).toEqual([later])
  expect(await search('2027-00002')).toEqual([old])
  const listed = async (q: string) =>
    z
      .object({ data: z.array(z.object({ number: z.string() })) })
      .parse(await get(`/invoices?q=${encodeURIComponent(q)}`))
      .data.map(({ number }) => number)
  for (const q of '2027-00001|Invoice 2027-00001|Rechnung Nr. 2027–00001|#2027\u201100001|請求書2027-00001|２０２７－００００１|2027 00001|00001|#00001'.split(
    '|',
  )) {
    expect([q, await listed(q)]).toEqual([q, ['2027-00001']])
    expect([q, await search(q)]).toEqual([q, [later]])
  }
  expect(await listed('00003')).toEqual([])
})
