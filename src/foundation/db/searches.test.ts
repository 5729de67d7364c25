// Tests that every list finds text in any spelling and with its words in any order.
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { contracts } from '#test-contracts.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { createOne, makeRole, signUpStaff } from '#accounts/roles/test-staff.ts'
import { addBump, addOffer, order } from '#buying/upsells/test-offers.ts'
import { state, workOff } from '#buying/withdrawal/test-withdrawals.ts'
import { newId } from './new-id.ts'

let app: TestApp
let seller: TestSeller
let admin: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  admin = await signUpStaff(app, 'SuperAdmin')
  await locate(app, seller, 'DE')
  const form = await createTestForm(app, seller)
  const { purchaseId } = await order(app, form, { email: 'searched@example.com' })
  await addBump(app, seller)
  await addOffer(app, seller)
  await createOne(app, seller, '/api/taxes', { title: 'Value added tax', percentage: 5, inclusive: false })
  await createOne(app, seller, '/api/coupons', {
    title: 'Coupon',
    code: 'SEARCHED',
    kind: 'percent',
    percentage: 5,
  })
  await state(app, { email: 'searched@example.com', reference: purchaseId })
  await workOff(app)
  await makeRole(app, 'sales', ['read'])
  await call(app, 'POST', '/api/admin/invitations', {
    token: admin.token,
    body: { email: 'partner@example.com' },
  })
})
afterAll(async () => app.close())

type Searched = readonly [table: string, column: string]

/** The columns in which each list searches for words, or a description of how it searches instead. */
const lists: Readonly<Record<string, readonly Searched[] | string>> = {
  listForms: [
    ['forms', 'title'],
    ['forms', 'name'],
  ],
  listBumps: [
    ['bumps', 'title'],
    ['bumps', 'description'],
  ],
  listOffers: [
    ['offers', 'title'],
    ['offers', 'description'],
  ],
  listTaxes: [['taxes', 'title']],
  listCoupons: [['coupons', 'title']],
  listCodes: 'by the beginning of a code',
  listEvents: 'by a whole id',
  listInvoices: 'by the number alone',
  listSales: [['purchases', 'name']],
  sumSales: 'adds up what the list shows',
  getExportLink: 'exports what the list shows',
  listCustomers: [['customers', 'name']],
  getCustomerExportLink: 'exports what the list shows',
  listWithdrawals: [['withdrawals', 'name']],
  listSellers: [
    ['sellers', 'name'],
    ['users', 'name'],
  ],
  listUsers: [['users', 'name']],
  listRoles: [
    ['roles', 'name'],
    ['roles', 'description'],
  ],
  listPermissions: [
    ['permissions', 'name'],
    ['permissions', 'description'],
  ],
  listAuditLog: [['audit_log', 'after']],
  listPartnerInvitations: 'by the address alone, which has no accents',
}

const routes = contracts
  .flatMap((contract) => Object.entries(contract))
  .filter(([, { query }]) => query instanceof z.ZodObject && 'q' in query.shape)

test('these tests cover every list that can be searched', () => {
  expect(routes.map(([name]) => name).toSorted()).toEqual(Object.keys(lists).toSorted())
})

const searched = routes.flatMap(([name, { path, access }]) => {
  const columns = lists[name]
  if (columns === undefined || typeof columns === 'string') return []
  return columns.map(([table, column]) => ({ name, path, isStaff: access === 'staff', table, column }))
})

const found = z.object({ data: z.array(z.unknown()) })
const stored = 'José  María O’Brien\u00a0Müllerschön Groß Yıldız (İpek)'
const finding = [
  'jose',
  'JOSÉ',
  'José'.normalize('NFD'),
  "O'Brien",
  'OBrien',
  'O’BRIEN',
  'mullerschon',
  'Muellerschoen',
  'MÜLLERSCHÖN',
  'gross',
  'GROẞ',
  'yildiz',
  'ipek',
  'Müllerschön, José',
  'jose  maria',
  'obrien maria jose',
  '(İpek)',
]
const missing = ['josefa', 'O Bruno', 'jose brown', '%', '_jose', String.raw`jos\é`]

test.for(searched)('$name searches $table.$column', async ({ path, isStaff, table, column }) => {
  const ids = await sql<{ id: string; before: string | null }>`
    select id, ${sql.ref(column)} as before from ${sql.table(table)}`.execute(app.services.db)
  const one = ids.rows.at(-1)
  expect(one).toBeDefined()
  const write = (text: string | null) =>
    sql`update ${sql.table(table)} set ${sql.ref(column)} = ${text} where id = ${one?.id ?? newId()}`.execute(
      app.services.db,
    )
  const { token } = isStaff ? admin : seller
  const count = async (q: string) => {
    const { body } = await call(app, 'GET', `/api${path}?q=${encodeURIComponent(q)}`, { token })
    return found.parse(body).data.length
  }
  const before = await count('müllerschön')
  try {
    for (const text of [stored, stored.normalize('NFD')]) {
      await write(text)
      for (const q of finding) expect([q, await count(q)]).toEqual([q, before + 1])
      for (const q of missing) expect([q, await count(q)]).toEqual([q, 0])
    }
    await write('Anna Mueller')
    expect(await count('Müller')).toBe(1)
  } finally {
    await write(one?.before ?? null)
  }
})

test('a search finds an email address that was copied together with a name', async () => {
  await sql`update purchases set name = 'Bea Maria Novakova'`.execute(app.services.db)
  await sql`update customers set name = 'Bea Maria Novakova'`.execute(app.services.db)
  for (const path of ['/api/sales', '/api/customers']) {
    for (const q of [
      'searched@example.com',
      '<searched@example.com>',
      'mailto:searched@example.com',
      'Bea Maria Novakova <searched@example.com>',
      '"Novakova, Bea" <SEARCHED@example.com>',
      'Novakova searched@',
    ]) {
      const { body } = await call(app, 'GET', `${path}?q=${encodeURIComponent(q)}`, { token: seller.token })
      expect([path, q, found.parse(body).data.length]).toEqual([path, q, 1])
    }
    const { body } = await call(app, 'GET', `${path}?q=Bea+other@example.com`, { token: seller.token })
    expect(found.parse(body).data).toEqual([])
  }
})
