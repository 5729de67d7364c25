import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pruneAuditLog } from '#accounts/audit/register.ts'
import { recordAudit } from '#accounts/audit/record-audit.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { createOne, giveRole, makeRole, signUpStaff } from './test-staff.ts'

let app: TestApp
let seller: TestSeller
let other: TestSeller
let admin: TestSeller
let form: string
let othersForm: string
let tax: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  other = await signUpSeller(app)
  admin = await signUpStaff(app, 'Admin')
  form = await createTestForm(app, seller)
  othersForm = await createTestForm(app, other)
  tax = await createOne(app, seller, '/api/taxes', { title: 'VAT', percentage: 20 })
})
afterAll(async () => app.close())

const list = z.object({ data: z.array(z.object({ id: z.string() })) })
const ids = async (path: string, { token }: TestSeller) =>
  list.parse((await call(app, 'GET', path, { token })).body).data.map(({ id }) => id)
const sellerOf = async ({ userId }: TestSeller) =>
  (
    await app.services.db
      .selectFrom('members')
      .select('sellerId')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.sellerId
const update = { isDetailUpdate: false, title: 'A course that support has mended' }

test('E13: only support staff can filter lists by another seller', async () => {
  expect(await ids(`/api/forms?user=${seller.userId}`, seller)).toEqual([form])
  expect(await ids(`/api/forms?user=${other.userId}`, seller)).toEqual([])
  expect(await ids('/api/forms?role=Partner', seller)).toEqual([])
  expect(await ids('/api/forms?role=Customer', seller)).toEqual([form])

  expect(await ids(`/api/forms?user=${seller.userId}`, admin)).toEqual([form])
  expect(await ids(`/api/taxes?user=${seller.userId}`, admin)).toEqual([tax])
  expect(await ids('/api/forms?role=Customer&limit=0', admin)).toEqual(
    expect.arrayContaining([form, othersForm]),
  )
  expect(await ids(`/api/forms?role=Partner&user=${seller.userId}`, admin)).toEqual([])
  for (const path of ['bumps', 'one-time-offers', 'sales']) {
    expect(await ids(`/api/${path}?user=${seller.userId}`, admin)).toEqual([])
  }
  expect((await call(app, 'GET', '/api/forms?user=nobody', { token: admin.token })).status).toBe(422)
})

test('an Admin reads another seller’s data but needs permission to change it', async () => {
  expect((await call(app, 'GET', `/api/forms/${form}`, { token: admin.token })).status).toBe(200)
  const refused = await call(app, 'PATCH', `/api/forms/${form}`, { token: admin.token, body: update })
  expect([refused.status, refused.body]).toMatchObject([
    403,
    { code: 'not_allowed', message: 'You are not allowed to do this' },
  ])

  await giveRole(app, admin, await makeRole(app, 'forms', ['update']))
  const changed = await call(app, 'PATCH', `/api/forms/${form}`, { token: admin.token, body: update })
  expect(changed.body).toMatchObject({ title: update.title })
  expect((await call(app, 'DELETE', `/api/forms/${form}`, { token: admin.token })).status).toBe(403)
  expect((await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })).body).toMatchObject({
    title: update.title,
  })
})

// Proves support-views.
test('the audit log records sales viewed by support, but not by the seller’s team', async () => {
  const owner = await signUpSeller(app)
  const { purchaseId } = outcomeOf(await pay(app, await createTestForm(app, owner)))
  const path = `/api/sales/${purchaseId}`
  for (const { token } of [owner, admin]) {
    expect((await call(app, 'GET', path, { token })).status).toBe(200)
    expect((await call(app, 'GET', `${path}/proof-link`, { token })).status).toBe(200)
  }
  const looks = await app.services.db
    .selectFrom('auditLog')
    .select(['actorId', 'action'])
    .where('subjectId', '=', purchaseId)
    .execute()

  const look = { actorId: admin.userId, action: 'sales.read' }
  expect(looks).toEqual([look, look])
})

// Proves support-views.
test('support’s repeated reads of a list or file within minutes are recorded only once', async () => {
  const { token, userId: actorId } = await signUpStaff(app, 'Admin')
  const own = await signUpSeller(app)
  const file = newId()
  const sellerId = (await sellerOf(own)) ?? ''
  await app.services.db
    .insertInto('uploads')
    .values({
      id: file,
      sellerId,
      userId: own.userId,
      kind: 'file',
      path: `files/${file}`,
      name: 'a.txt',
      type: 'text/plain',
      size: 1,
    })
    .execute()
  const questions = [
    '/api/sales?role=Customer',
    `/api/customers?user=${own.userId}`,
    '/api/withdrawals?role=Partner',
    '/api/forms?role=Customer',
  ]
  for (const path of [
    ...questions,
    '/api/sales?role=Customer&page=1&q=ada',
    '/api/sales?role=Partner',
    '/api/sales',
  ]) {
    await call(app, 'GET', path, { token })
  }
  for (let times = 0; times < 2; times += 1) await call(app, 'GET', `/api/files/${file}`, { token })
  await call(app, 'GET', `/api/files/${file}`, { token: own.token })
  const looks = () =>
    app.services.db
      .selectFrom('auditLog')
      .select(['action', 'after', 'subjectId', 'sellerId'])
      .where('actorId', '=', actorId)
      .orderBy('id')
      .execute()

  const listed = { subjectId: null, sellerId: null }
  const expected = [
    { ...listed, action: 'sales.list', after: 'Customer' },
    { ...listed, action: 'customers.list', sellerId, after: null },
    { ...listed, action: 'withdrawals.list', after: 'Partner' },
    { ...listed, action: 'sales.list', after: 'Partner' },
    { action: 'files.read', after: null, subjectId: file, sellerId },
  ]
  expect(await looks()).toEqual(expected)
  app.clock.advance(11 * 60)
  await call(app, 'GET', '/api/sales?role=Customer', { token })
  app.clock.advance(-11 * 60)
  expect(await looks()).toHaveLength(expected.length + 1)
})

test('support’s changes to another seller’s data are recorded with their outcome', async () => {
  const boss = await signUpStaff(app, 'SuperAdmin')
  await call(app, 'PATCH', `/api/taxes/${tax}`, { token: boss.token, body: { active: false } })
  await call(app, 'PATCH', `/api/forms/${form}`, { token: boss.token, body: { ...update, taxId: form } })
  await expect
    .poll(() =>
      app.services.db
        .selectFrom('auditLog')
        .select(['action', 'subjectId', 'status'])
        .where('actorId', '=', boss.userId)
        .orderBy('id')
        .execute(),
    )
    .toEqual([
      { action: 'taxes.update', subjectId: tax, status: 200 },
      { action: 'forms.update', subjectId: form, status: 422 },
    ])
})

// Proves audit-retention.
test('the audit log is kept for a year', async () => {
  const { db, clock } = app.services
  const entry = { actorId: admin.userId, action: 'users.role' }
  const day = 24 * 60 * 60
  const old = await recordAudit(db, { ...entry, at: secondsAfter(clock.now(), -366 * day) })
  const young = await recordAudit(db, { ...entry, at: secondsAfter(clock.now(), -364 * day) })
  await pruneAuditLog(app.services)

  const left = await db.selectFrom('auditLog').select('id').where('id', 'in', [old, young]).execute()
  expect(left).toEqual([{ id: young }])
})

test('a Partner has no more rights than any other seller', async () => {
  const partner = await signUpStaff(app, 'Partner')
  await giveRole(app, partner, await makeRole(app, 'users', ['read', 'write']))

  expect((await call(app, 'GET', `/api/files/${form}`, { token: partner.token })).status).toBe(404)
  expect((await call(app, 'GET', '/api/admin/users', { token: partner.token })).status).toBe(403)
  expect((await call(app, 'GET', `/api/forms?user=${seller.userId}`, { token: partner.token })).status).toBe(
    403,
  )
})

test('the browser receives the same rights that the API enforces', async () => {
  const rights = z.object({ role: z.string(), isOwner: z.boolean(), rights: z.array(z.string()) })
  const of = async ({ token }: TestSeller) =>
    rights.parse((await call(app, 'GET', '/api/rights', { token })).body)

  expect((await of(seller)).rights).toContain('forms.delete')
  expect((await of(seller)).rights).not.toContain('users.read')
  expect((await of(await signUpStaff(app, 'SuperAdmin'))).rights).toContain('audit.read')
})

test('staff without a second factor can access only their own data', async () => {
  for (const role of ['Admin', 'SuperAdmin'] as const) {
    const staff = await signUpStaff(app, role)
    const { db } = app.services
    await db.deleteFrom('passkeys').where('userId', '=', staff.userId).execute()
    const statusOf = async (path: string) => {
      const { status, body } = await call(app, 'GET', `/api/${path}`, { token: staff.token })
      return status === 403 ? errorBody.parse(body).code : status
    }
    const others = [
      `forms/${form}`,
      `forms?user=${seller.userId}`,
      ...(role === 'Admin' ? [] : ['admin/users']),
    ]
    for (const path of others) expect(await statusOf(path)).toBe('second_factor_required')
    expect([await statusOf(`users/${staff.userId}`), await statusOf('team')]).toEqual([200, 200])

    await db
      .insertInto('secondFactors')
      .values({ userId: staff.userId, secret: '', confirmedAt: app.clock.now() })
      .execute()
    for (const path of others) expect(await statusOf(path)).toBe(200)
  }
})
