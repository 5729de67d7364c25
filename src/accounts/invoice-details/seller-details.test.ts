import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newKey, outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { fetchInvoice, invoicePathOf, textOf } from '#buying/receipts/invoice/test-invoices.ts'
import { writeReceipt } from '#buying/receipts/mail/write-receipt.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

type Fields = Readonly<Record<string, unknown>>

const path = '/api/seller/invoice-details'
const read = async ({ token }: TestSeller) => (await call(app, 'GET', path, { token })).body
const save = ({ token }: TestSeller, body: Fields) => call(app, 'PATCH', path, { token, body })

const studio = {
  name: 'Ateliér Vodovka s.r.o.',
  addressLine1: 'Na Příkopě 12',
  addressLine2: '',
  postalCode: '110 00',
  city: 'Praha 1',
  country: 'CZ',
  taxNumber: 'CZ12345678',
  note: 'Registered at the Municipal Court in Prague,\nsection C, insert 4711.',
}

const buy = async (seller: TestSeller, fields: Fields = {}, form?: string) =>
  outcomeOf(
    await pay(app, form ?? (await createTestForm(app, seller)), {
      email: `${newKey()}@example.com`,
      ...fields,
    }),
  )

const invoiceText = async (bought: { purchaseId: string; secret: string }) =>
  (await textOf((await fetchInvoice(app, invoicePathOf(bought))).bytes)).text

const pageText = async ({ purchaseId, secret }: { purchaseId: string; secret: string }) =>
  (await fetch(`${app.url}/purchases/${purchaseId}?key=${secret}`)).text()

const addresses = () => ({ authSecret: app.config.authSecret, publicUrl: app.config.publicUrl })

test('a seller’s details appear on the invoice, in the receipt and on the purchase page', async () => {
  const seller = await signUpSeller(app)
  const saved = await save(seller, studio)
  const bought = await buy(seller)
  const { text, body } = await writeReceipt(app.services.db, app.clock, addresses(), bought.purchaseId)
  const invoice = await invoiceText(bought)
  const mail = text.replaceAll('\u2060', '')

  expect([saved.status, saved.body]).toMatchObject([200, { ...studio, addressLine2: null }])
  expect(await read(seller)).toEqual(saved.body)
  expect(invoice).toMatch(
    /Ateliér Vodovka s\.r\.o\.\s+Na Příkopě 12\s+110 00 Praha 1\s+Czechia\s+Tax number CZ12345678/,
  )
  expect(invoice).toMatch(/Municipal Court in Prague,\s+section C, insert 4711\./)
  const soldBy = /Sold by Seller \d+, Na Příkopě 12, 110 00 Praha 1, Czechia, Tax number CZ12345678\./
  expect(mail).toMatch(soldBy)
  expect(JSON.stringify(body).replaceAll('\u2060', '')).toMatch(soldBy)
  expect(await pageText(bought)).toMatch(soldBy)
  // Receipts use the shop's name. The legal name is only on the invoice.
  expect(mail).not.toContain('Vodovka')
})

test('an invoice keeps the seller details from the time of payment', async () => {
  const seller = await signUpSeller(app)
  const before = await buy(seller)
  await save(seller, studio)
  const paid = await buy(seller)
  const first = (await fetchInvoice(app, invoicePathOf(paid))).bytes
  await save(seller, { ...studio, name: 'Another name', taxNumber: null, note: null })
  const again = (await fetchInvoice(app, invoicePathOf(paid))).bytes

  expect(Buffer.from(again).equals(first)).toBe(true)
  expect(await invoiceText(before)).not.toContain('Vodovka')
  expect(await invoiceText(await buy(seller))).toContain('Another name')
})

test('all seller details are optional, even the name', async () => {
  const seller = await signUpSeller(app)
  const nothing = Object.fromEntries(Object.keys(studio).map((field) => [field, '']))
  expect((await save(seller, { ...nothing, city: 'Graz' })).status).toBe(200)
  expect(await invoiceText(await buy(seller))).toMatch(/Issued by\s+Seller \d+\s+Graz\s+Billed to/)
  expect((await save(seller, nothing)).body).toMatchObject({ name: null, city: null, note: null })
})

test('seller details missing from an update stay unchanged', async () => {
  const seller = await signUpSeller(app)
  await save(seller, studio)
  const saved = await save(seller, { city: 'Brno', taxNumber: '' })
  expect(saved.body).toMatchObject({ ...studio, addressLine2: null, city: 'Brno', taxNumber: null })
})

test.each([
  ['FR\u00a040\u202f303\u2009265\u3000045', 'FR 40 303 265 045'],
  ['12–3456789', '12-3456789'],
  ['CHE\u2011123·456·789\tMWST', 'CHE-123.456.789 MWST'],
  ["\u200eATU\u200b123'456’78", 'ATU12345678'],
])('a tax number pasted as %j is stored as %s', async (taxNumber, plain) => {
  const seller = await signUpSeller(app)
  expect(await save(seller, { taxNumber })).toMatchObject({ status: 200, body: { taxNumber: plain } })
})

test('tabs and line breaks in a pasted seller detail become spaces', async () => {
  const seller = await signUpSeller(app)
  for (const field of ['name', 'addressLine1', 'addressLine2', 'postalCode', 'city']) {
    const saved = await save(seller, { [field]: ' 12\tMain\r\nSt\u2028' })
    expect(saved).toMatchObject({ status: 200, body: { [field]: '12 Main St' } })
  }
})

test.each([
  ['name', 'x'.repeat(121)],
  ['country', 'Atlantis'],
  ['country', 'cz'],
  ['taxNumber', '<script>'],
  ['taxNumber', '1'.repeat(51)],
  ['note', 'x'.repeat(501)],
  ['note', 'line\n'.repeat(11) + 'end'],
  ['note', 'a bell \u0007'],
])('an invalid %s such as %j is rejected at its field', async (field, value) => {
  const seller = await signUpSeller(app)
  const answer = await save(seller, { ...studio, [field]: value })
  expect([
    answer.status,
    Object.keys(z.object({ errors: z.record(z.string(), z.string()) }).parse(answer.body).errors),
  ]).toEqual([422, [field]])
})

test('only owners and billing managers can change seller details', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  await save(seller, studio)
  const { sellerId } = await memberOf(seller)
  const manager = await app.services.db
    .selectFrom('roles')
    .select('id')
    .where('name', '=', 'Manager')
    .executeTakeFirstOrThrow()
  await app.services.db
    .updateTable('members')
    .set({ sellerId, isOwner: false, roleId: manager.id })
    .where('userId', '=', stranger.userId)
    .execute()
  const refused = await save(stranger, { ...studio, name: 'Mine now' })
  const seen = await read(stranger)
  const entries = await app.services.db
    .selectFrom('auditLog')
    .select(['action', 'actorId', 'before', 'after'])
    .where('sellerId', '=', sellerId)
    .execute()

  expect(refused.status).toBe(403)
  expect(seen).toMatchObject({ name: studio.name })
  expect(entries).toEqual([{ action: 'seller.details', actorId: seller.userId, before: null, after: null }])
})

const memberOf = ({ userId }: TestSeller) =>
  app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()

test('a closed seller’s details remain only on invoices', async () => {
  const seller = await signUpSeller(app, { plan: 'trial' })
  await save(seller, { ...studio, name: 'Never on an invoice' })
  await save(seller, studio)
  const bought = await buy(seller)
  await save(seller, { ...studio, name: 'Not yet on an invoice' })
  const { sellerId } = await memberOf(seller)
  const body = { password: 'correct-horse' }
  const { status } = await call(app, 'POST', '/api/account/erase', { token: seller.token, body })
  const kept = await app.services.db
    .selectFrom('sellerDetails')
    .select(['name', 'taxNumber'])
    .where('sellerId', '=', sellerId)
    .where('name', 'is not', null)
    .execute()

  expect(status).toBe(200)
  expect(kept).toEqual([{ name: studio.name, taxNumber: studio.taxNumber }])
  expect(await invoiceText(bought)).toContain(studio.taxNumber)
})
