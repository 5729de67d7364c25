import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addPicture } from '#accounts/uploads/pictures/test-pictures.ts'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { issueAll, numberByDays } from '#payments/invoices/test-invoices.ts'
import { dayText } from '#foundation/time/day-text.ts'
import { currencies } from '#foundation/money/currencies.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { findReceipt } from '../store.ts'
import { writeReceipt } from '../mail/write-receipt.ts'
import { asInvoice } from './invoice.ts'
import { drawnIn, fetchInvoice, invoicePathOf, textOf } from './test-invoices.ts'
import { writeInvoices } from './write-invoice.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(new Date()))

type Purchase = { readonly purchaseId: string; readonly secret: string }

const created = z.object({ id: z.string() })
const addTax = async (fields: object) =>
  created.parse((await call(app, 'POST', '/api/taxes', { token: seller.token, body: fields })).body).id

const buy = async (form: string, fields: Readonly<Record<string, unknown>> = {}) =>
  outcomeOf(await pay(app, form, { email: `${newKey()}@example.com`, ...fields }))

const invoiceAt = (path: string) => fetchInvoice(app, path)
const invoiceOf = (purchase: Purchase) => fetchInvoice(app, invoicePathOf(purchase))

const saleOf = async (id: string, token = seller.token) => {
  const answer = await call(app, 'GET', `/api/sales/${id}`, { token })
  return z.object({ invoicePath: z.string().nullable() }).parse(answer.body)
}

test('an invoice shows seller, buyer, lines, tax and refunds', async () => {
  const taxId = await addTax({ title: 'VAT', percentage: 20, inclusive: false })
  const form = await createTestForm(app, seller, { taxId, amount: 1049.5 })
  const purchase = await buy(form, { name: 'Žofie Ξένια Иванова', email: 'zofie@example.com' })
  const { status, headers, bytes } = await invoiceOf(purchase)
  const { pages, text } = await textOf(bytes)
  const again = await invoiceOf(purchase)
  const today = dayText(app.clock.now().getTime())
  const number = /2026-\d{5}/.exec(text)?.[0] ?? ''

  expect([status, headers.get('content-type'), pages]).toEqual([200, 'application/pdf', 1])
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('referrer-policy')).toBe('no-referrer')
  expect(headers.get('content-disposition')).toBe(`inline; filename="invoice-${number}.pdf"`)
  for (const shown of [number, today, 'Žofie Ξένια Иванова', 'zofie@example.com', 'VAT 20%']) {
    expect(text).toContain(shown)
  }
  expect(text).toMatch(/Seller \d+/)
  expect(text).toMatch(/A course in watercolor\s+\$1,049\.50\s+\$209\.90\s+\$1,259\.40/)
  expect(text).toMatch(/VAT 20% on \$1,049\.50\s+\$209\.90/)
  expect(text).toMatch(/Total USD\s+\$1,259\.40/)
  expect(text).toContain('Paid $1,259.40 with Visa ending in 4242.')
  expect(text).not.toContain('Refunded')
  expect(Buffer.from(again.bytes).equals(bytes)).toBe(true)

  await call(app, 'POST', `/api/sales/${purchase.purchaseId}/refunds`, {
    token: seller.token,
    body: { amount: 259.4 },
    headers: { 'idempotency-key': newKey() },
  })
  // Issued documents never change, so a refund gets a separate document.
  expect(Buffer.from((await invoiceOf(purchase)).bytes).equals(bytes)).toBe(true)
  await issueAll(app)
  const page = await (
    await fetch(`${app.url}/purchases/${purchase.purchaseId}?key=${purchase.secret}`)
  ).text()
  const [, path = '', credit = ''] =
    /href="([^"]+&amp;document=[^"]+)"[^>]*>Credit note ([\w-]+)</.exec(page) ?? []
  const issued = await invoiceAt(path.replaceAll('&amp;', '&'))
  expect(issued.headers.get('content-disposition')).toBe(`inline; filename="credit-note-${credit}.pdf"`)
  const after = await textOf(issued.bytes)
  expect(after.text).toMatch(new RegExp(`Credit note number\\s+${credit}`))
  expect(after.text).toMatch(new RegExp(`Refers to\\s+${number}\\s+Reason\\s+Refund`))
  expect(after.text).toMatch(/A course in watercolor\s+−\$216\.17\s+−\$43\.23\s+−\$259\.40/)
  expect(after.text).toMatch(/Total USD\s+−\$259\.40/)
  expect(after.text).not.toContain('Paid $')
})

test('an invoice numbered by day and purchase lists the purchase’s refunds', async () => {
  const older = await signUpSeller(app)
  await numberByDays(app, older)
  const body = { title: 'VAT', percentage: 20, inclusive: false }
  const tax = await call(app, 'POST', '/api/taxes', { token: older.token, body })
  const form = await createTestForm(app, older, { taxId: created.parse(tax.body).id, amount: 1049.5 })
  const purchase = await buy(form)
  await call(app, 'POST', `/api/sales/${purchase.purchaseId}/refunds`, {
    token: older.token,
    body: { amount: 259.4 },
    headers: { 'idempotency-key': newKey() },
  })
  const { text } = await textOf((await invoiceOf(purchase)).bytes)
  const now = app.clock.now()
  const date = now.toISOString().slice(0, 10).replaceAll('-', '')

  expect(text).toContain(`${date}-${purchase.purchaseId.slice(-8).toUpperCase()}`)
  expect(text).toMatch(
    new RegExp(`Refunded on ${dayText(now.getTime())}, including \\$43\\.23 of tax\\s+−\\$259\\.40`),
  )
  expect(text).toMatch(/Total after refunds USD\s+\$1,000\.00/)
})

test.each([
  ['jpy', 500, '¥500'],
  ['kwd', 12.34, 'KD\u00a012.340'],
  ['isk', 990, 'kr\u00a0990'],
  ['npr', 990, 'NPR\u00a0990.00'],
  ['aed', 990, 'AED\u00a0990.00'],
  ['gel', 990, 'GEL\u00a0990.00'],
  ['amd', 990, 'AMD\u00a0990.00'],
  ['npr', 999_999.99, 'NPR\u00a0999,999.99'],
  ['idr', 99_999_999, 'Rp\u00a099,999,999.00'],
])('an invoice in %s shows the amount %s with its symbol on one line', async (currency, amount, shown) => {
  const taxId = await addTax({ title: 'Sales tax', percentage: 10, inclusive: true })
  const form = await createTestForm(app, seller, { currency, amount, taxId })
  const { text } = await textOf((await invoiceOf(await buy(form))).bytes)

  expect(text.replaceAll(/\s+/g, ' ')).toContain(
    `Total ${currency.toUpperCase()} ${shown} `.replaceAll('\u00a0', ' '),
  )
  expect(text).toContain('Sales tax 10%')
  expect(text.match(/^[\d.,]{1,4}$/gm)).toBeNull()
})

test('every currency’s amounts are readable and fit their column', { tags: 'long' }, async () => {
  const taxId = await addTax({ title: 'Sales tax', percentage: 10, inclusive: true })
  const form = await createTestForm(app, seller, { amount: 999_999.99, taxId })
  const receipt = await findReceipt(app.services.db, (await buy(form)).purchaseId)
  const invoice = receipt && asInvoice(receipt)
  if (invoice === undefined) throw new Error('It was not paid')
  const invoices = currencies.flatMap(({ code: currency }) =>
    [null, 'de-DE', 'hi-IN', 'fr-CH'].map((locale) => ({ ...invoice, currency, locale })),
  )
  const { boxes, right } = await drawnIn(await writeInvoices(invoices, 'All currencies'))
  expect(boxes).toBe(0)
  expect(right).toBeLessThanOrEqual(540)
})

test('an invoice prints names in any script as written', async () => {
  const taxId = await addTax({ title: 'מע״מ', percentage: 17, inclusive: false })
  const [title, name] = ['دورة الرسم بالألوان المائية مع Juniper Studio', '山田太郎 (김민수)']
  const form = await createTestForm(app, seller, { title, taxId })
  const { pages, text } = await textOf((await invoiceOf(await buy(form, { name }))).bytes)
  const words = text.replaceAll(/\s+/g, '')

  expect(pages).toBe(1)
  for (const written of [title, name, 'מע״מ', '17% on $']) {
    expect(words).toContain(written.replaceAll(/\s+/g, ''))
  }
})

test('a tax has the same name on pages, receipt and invoice', async () => {
  const taxId = await addTax({ title: 'Sales tax', percentage: 8.25, inclusive: true })
  const form = await createTestForm(app, seller, { taxId })
  const purchase = await buy(form)
  const paths = [`/payment/${form}`, `/purchases/${purchase.purchaseId}?key=${purchase.secret}`]
  const pages = await Promise.all(paths.map(async (path) => (await fetch(app.url + path)).text()))
  const receipt = await writeReceipt(app.services.db, app.clock, app.config, purchase.purchaseId)

  for (const said of [...pages, receipt.text]) expect(said).toContain('Including Sales tax 8.25%')
  expect((await textOf((await invoiceOf(purchase)).bytes)).text).toContain('Sales tax 8.25%')
})

test('an invoice with many lines continues on a second page', async () => {
  const image = await addPicture(app, seller)
  const bumps = await Promise.all(
    Array.from({ length: 40 }, async (_, index) => {
      const body = {
        title: `Brush number ${index + 1} of forty, and what it is for`,
        image,
        description: 'For painters',
        amount: 1,
        currency: 'usd',
      }
      return created.parse((await call(app, 'POST', '/api/bumps', { token: seller.token, body })).body).id
    }),
  )
  const form = await createTestForm(app, seller, { bumps })
  const { pages, text } = await textOf((await invoiceOf(await buy(form, { bumps }))).bytes)

  expect(pages).toBeGreaterThan(1)
  for (let index = 1; index <= 40; index += 1) expect(text).toContain(`Brush number ${index} of forty`)
  expect(text).toMatch(/Total USD\s+\$89\.00/)
  // The second page repeats the invoice number.
  const [, number = ''] = /Invoice number ([\w-]+)/.exec(text) ?? []
  expect(text).toContain(`Invoice ${number}, page 2`)
})

test('an invoice can be read only if the purchase is paid, and only with the right key', async () => {
  const form = await createTestForm(app, seller)
  const waiting = await buy(form, { paymentMethodId: 'pm_card_authenticationRequired' })
  const paid = await buy(form)
  const answers = await Promise.all([
    invoiceOf(waiting),
    invoiceOf({ ...paid, secret: waiting.secret }),
    invoiceAt(`/purchases/${paid.purchaseId}/invoice.pdf`),
    invoiceAt(`/purchases/nonsense/invoice.pdf?key=${paid.secret}`),
  ])

  expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404])
  expect((await saleOf(waiting.purchaseId)).invoicePath).toBeNull()
})

test('a seller’s invoice link expires after 12 hours and opens nothing else', async () => {
  const [paid, other] = [
    await buy(await createTestForm(app, seller)),
    await buy(await createTestForm(app, seller)),
  ]
  const path = (await saleOf(paid.purchaseId)).invoicePath ?? ''
  const inTime = await invoiceAt(path)
  const moved = await invoiceAt(path.replace(paid.purchaseId, other.purchaseId))
  const page = await fetch(app.url + path.replace('/invoice.pdf', ''))
  app.clock.advance(12 * 60 * 60 + 1)
  const late = await invoiceAt(path)

  expect([inTime.status, moved.status, page.status, late.status]).toEqual([200, 404, 404, 410])
})

// Proves document-process.
test(
  'an unchanged invoice is reused, and a changed one is written again up to a limit',
  { tags: 'long' },
  async () => {
    const limited = await startTestApp({ config: { areRatesLimited: true } })
    const its = await signUpSeller(limited)
    await numberByDays(limited, its)
    const form = await createTestForm(limited, its, {})
    const purchase = outcomeOf(await pay(limited, form, { email: 'kept@example.com' }))
    const get = (again = '') => fetchInvoice(limited, invoicePathOf(purchase) + again)
    const first = await get()
    for (let count = 0; count < 40; count += 1) {
      const { status, bytes } = await get()
      expect(status).toBe(200)
      expect(Buffer.from(bytes).equals(Buffer.from(first.bytes))).toBe(true)
    }
    const statuses = []
    for (let count = 0; count < 22; count += 1) {
      await limited.services.db
        .updateTable('purchases')
        .set({ name: `Buyer ${count}` })
        .where('id', '=', purchase.purchaseId)
        .execute()
      const { status, bytes, headers } = await get()
      statuses.push(status)
      if (status === 200) expect((await textOf(bytes)).text).toContain(`Buyer ${count}`)
      else expect([status, headers.get('retry-after') !== null]).toEqual([429, true])
    }
    await limited.close()
    expect(statuses.slice(0, 15)).toEqual(Array(15).fill(200))
    expect(statuses.at(-1)).toBe(429)
  },
)
