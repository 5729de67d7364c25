import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { addRight, makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { accept, addBump, addOffer, offerOf, order } from '#buying/upsells/test-offers.ts'
import { documentsOf, issueAll } from '#payments/invoices/test-invoices.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { salesContract } from '../contract.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

async function linkOf({ token }: TestSeller, query = ''): Promise<string> {
  const { body } = await call(app, 'GET', `/api/sales/export-link?${query}`, { token })
  return salesContract.getExportLink.ok.schema.parse(body).path
}

async function exportOf(seller: TestSeller, query = ''): Promise<string> {
  return (await fetch(`${app.url}${await linkOf(seller, query)}`)).text()
}

/** The rows of a file without quotes, by column name. */
function rowsOf(text: string): Record<string, string>[] {
  const [head = '', ...lines] = text.replace('\uFEFF', '').trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) =>
    Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])),
  )
}

const move = (id: string, at: string) =>
  sql`update purchases set paid_at = ${at}::timestamptz where id = ${id}`.execute(app.services.db)

// Proves sender-rights.
test('a member’s download link stops working when they lose the right to read its contents', async () => {
  const owner = await signUpSeller(app)
  const { purchaseId } = await order(app, await createTestForm(app, owner))
  const role = await makeRole(app, 'sales', ['read'], { forTeams: true })
  await addRight(app, role, 'customers', ['read'])
  const member = await signUpMember(app, owner, role)
  const pathIn = z.object({ path: z.string() })
  const given = async (path: string) =>
    pathIn.parse((await call(app, 'GET', path, { token: member.token })).body).path
  const { invoicePath } = salesContract.getSale.ok.schema.parse(
    (await call(app, 'GET', `/api/sales/${purchaseId}`, { token: member.token })).body,
  )
  const links = [
    await given('/api/sales/export-link'),
    await given('/api/customers/export-link'),
    await given(`/api/sales/${purchaseId}/proof-link`),
    invoicePath ?? '',
  ]
  const statuses = async () => {
    const all: number[] = []
    for (const link of links) all.push((await fetch(`${app.url}${link}`)).status)
    return all
  }

  expect(await statuses()).toEqual([200, 200, 200, 200])
  expect((await fetch(`${app.url}${(invoicePath ?? '').replace(member.userId, owner.userId)}`)).status).toBe(
    404,
  )
  await call(app, 'DELETE', `/api/team/members/${member.userId}`, { token: owner.token })
  expect(await statuses()).toEqual([404, 404, 404, 404])
})

test('a sales export has bookkeeping columns, oldest first, in each currency’s major units', async () => {
  const seller = await signUpSeller(app)
  const bump = await addBump(app, seller, { title: 'A set of brushes' })
  const form = await createTestForm(app, seller, { oneTimeOffer: await addOffer(app, seller), bumps: [bump] })
  const taxed = { title: 'Consumption tax', percentage: 10, inclusive: true }
  const tax = await call(app, 'POST', '/api/taxes', { token: seller.token, body: taxed })
  const { id: taxId } = z.object({ id: z.string() }).parse(tax.body)
  const yen = await createTestForm(app, seller, { amount: 1500, currency: 'jpy', taxId })
  const first = await order(app, form, { bumps: [bump], email: 'bea@example.com' })
  const offer = outcomeOf(await accept(app, first, await offerOf(app, first))).purchaseId
  const second = await order(app, yen)
  await call(app, 'POST', `/api/sales/${second.purchaseId}/refunds`, {
    token: seller.token,
    body: { amount: 400 },
  })
  await pay(app, yen, { email: 'no@example.com', paymentMethodId: 'pm_card_visa_chargeDeclined' })
  await move(first.purchaseId, '2026-01-31T23:30:00.000Z')
  await issueAll(app)
  const numbers = new Map((await documentsOf(app, seller)).map((one) => [one.purchaseId, one.number]))
  const response = await fetch(`${app.url}${await linkOf(seller, 'zone=Europe/Berlin')}`)
  const bytes = Buffer.from(await response.arrayBuffer())
  const rows = rowsOf(bytes.toString())

  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="sales.csv"')
  expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
  expect(rows[0]).toMatchObject({
    Date: '2026-02-01',
    'Time (UTC)': '2026-01-31T23:30:00.000Z',
    Purchase: first.purchaseId,
    Order: '',
    Kind: 'order',
    Status: 'paid',
    Form: 'A course in watercolor',
    Buyer: 'Bea Novak',
    Email: 'bea@example.com',
    Lines: 'A course in watercolor; A set of brushes',
    Currency: 'USD',
    Net: '58.00',
    Tax: '0.00',
    Total: '58.00',
    Refunded: '0.00',
    Disputed: '0.00',
    'Platform fee': '0.00',
    'Paid with': 'Visa ending in 4242',
    Language: 'en',
  })
  expect([rows[0]?.['Invoice'], rows[0]?.['Payment']?.slice(0, 3)]).toEqual([
    numbers.get(first.purchaseId),
    'pi_',
  ])
  expect(rows.slice(1)).toMatchObject([
    { Purchase: offer, Order: first.purchaseId, Kind: 'offer', Total: '19.90' },
    {
      Purchase: second.purchaseId,
      Status: 'partially_refunded',
      Currency: 'JPY',
      Tax: '136',
      Total: '1500',
      Refunded: '400',
      'Refunded tax': '36',
    },
    { Status: 'failed', Total: '1500', Invoice: '' },
  ])
})

test('a seller can choose the file format for their spreadsheet’s language', async () => {
  const seller = await signUpSeller(app)
  const bought = await order(app, await createTestForm(app, seller), { email: '-anna-@example.com' })
  await move(bought.purchaseId, '2026-01-31T23:30:00.000Z')
  const [head = '', row = ''] = (await exportOf(seller, 'format=semicolon')).split('\r\n')
  const refused = await call(app, 'GET', '/api/sales/export-link?format=pipes', { token: seller.token })

  expect(head).toMatch(/^Date;Time \(UTC\);Purchase;/)
  expect(row.split(';')).toEqual(
    expect.arrayContaining(['2026-01-31 23:30:00', '49,00', '-anna-@example.com']),
  )
  expect(refused.status).toBe(422)
})

test('a sales export contains only the chosen days and matching buyers', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const times = [
    '2026-02-28T22:59:59Z',
    '2026-02-28T23:00:00Z',
    '2026-03-31T21:59:59Z',
    '2026-03-31T22:00:00Z',
  ]
  for (const [index, time] of times.entries()) {
    const name = index === 2 ? 'Kim_50%' : 'Kim 50'
    await move((await order(app, form, { name })).purchaseId, time)
  }
  const timesIn = async (query: string) =>
    rowsOf(await exportOf(seller, `zone=Europe/Berlin&${query}`)).map((row) =>
      row['Time (UTC)']?.replace('.000', ''),
    )

  expect(await timesIn('from=2026-03-01&to=2026-03-31')).toEqual(times.slice(1, 3))
  expect(await timesIn('from=2026-03-01')).toEqual(times.slice(1))
  expect(await timesIn('q=M_50%25')).toEqual(times.slice(2, 3))
  expect(
    (await call(app, 'GET', '/api/sales/export-link?from=2026-03-02&to=2026-03-01', { token: seller.token }))
      .status,
  ).toBe(422)
})

// Proves formula-cells.
test('a buyer’s input is never a formula in an export and stays in one cell', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const names = ['=HYPERLINK("http://evil.example")', '+A1', '-A1', '@SUM(A1)', '\tx', 'Novak, "Bea"\nJr']
  for (const name of names) await order(app, form, { name })
  const text = await exportOf(seller)

  expect(text).toContain(`"'=HYPERLINK(""http://evil.example"")"`)
  for (const name of ['+A1', '-A1', '@SUM(A1)']) expect(text).toContain(`,'${name},`)
  expect(text).not.toMatch(/(?:^|[,"\n])[=+@\t]/)
  expect(text).toMatch(/"Novak, ""Bea""\s+Jr"/)
})

// Proves formula-cells.
test('a buyer’s input never becomes a formula, even if a spreadsheet uses other separators', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const names = ["Bea;=cmd|' /C calc'!A0;", 'Bea; @SUM(A1)', 'Bea;"+1"', 'Novak; Bea', 'Bea-Marie; 2']
  for (const name of names) await order(app, form, { name })
  const text = await exportOf(seller)

  for (const line of text.split(/\r?\n/))
    for (const cell of line.split(/[;\t]/)) expect(cell).not.toMatch(/^[\s"]*[=+@-]/)
  expect(rowsOf(text).map(({ Buyer }) => Buyer)).toEqual([
    "Bea;'=cmd|' /C calc'!A0;",
    "Bea;' @SUM(A1)",
    `"Bea;'""+1"""`,
    'Novak; Bea',
    'Bea-Marie; 2',
  ])
})

test('an export of many purchases reads each only once, even if they have equal times', async () => {
  const seller = await signUpSeller(app)
  const form = await createTestForm(app, seller)
  const { purchaseId } = await order(app, form)
  await sql`
    insert into purchases (id, seller_id, form_id, idempotency_key, fingerprint, status, email, name, currency, subtotal,
      tax_amount, total, one_time_offer_count, stripe_account_id, created_at, paid_at)
    select uuidv7(), seller_id, form_id, 'copy-' || n, '', status, email, name, currency, subtotal, tax_amount, total,
      one_time_offer_count, stripe_account_id, created_at, paid_at - (n % 3) * interval '1 microsecond'
    from purchases, generate_series(1, 1100) n where id = ${purchaseId}`.execute(app.services.db)
  const rows = rowsOf(await exportOf(seller))

  expect(rows).toHaveLength(1101)
  expect(new Set(rows.map(({ Purchase }) => Purchase)).size).toBe(1101)
})

test('an export link expires after two minutes and cannot be altered', async () => {
  const [seller, stranger] = [await signUpSeller(app), await signUpSeller(app)]
  await order(app, await createTestForm(app, seller))
  const path = await linkOf(seller)
  const statusOf = async (address: string) => (await fetch(`${app.url}${address}`)).status
  const statuses = [
    await statusOf(path),
    await statusOf(path.replace(/.$/, 'x')),
    await statusOf('/api/sales/export'),
  ]
  app.clock.advance(121)
  statuses.push(await statusOf(path))
  app.clock.set(new Date())

  expect(statuses).toEqual([200, 404, 404, 404])
  expect(rowsOf(await exportOf(stranger))).toEqual([])
})
