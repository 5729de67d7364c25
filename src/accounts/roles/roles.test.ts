import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { auditEntry } from '#accounts/audit/contract.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { confirmAddress } from '#accounts/people/change-user.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { createOne, giveRole, makeRole, signUpStaff } from './test-staff.ts'

let app: TestApp
let boss: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  boss = await signUpStaff(app, 'SuperAdmin')
})
afterAll(async () => app.close())

const send = (
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body?: object,
  { token }: TestSeller = boss,
) => call(app, method, `/api/admin/${path}`, { token, ...(body === undefined ? {} : { body }) })
const errorsOf = (body: unknown) => errorBody.parse(body).errors

let names = 0
const permission = (fields: object = {}) => ({
  name: `Permission ${(names += 1)}`,
  description: 'To look at forms',
  entity: 'forms',
  Read: true,
  Write: false,
  Update: false,
  Delete: false,
  ...fields,
})
const role = (fields: object = {}) => ({ name: `Role ${(names += 1)}`, description: 'Looks', ...fields })

test('G8: roles need a name and description, and permissions also need an entity and four states', async () => {
  const emptyRole = await send('POST', 'roles', {})
  const blankRole = await send('POST', 'roles', { name: ' ', description: '' })
  const emptyPermission = await send('POST', 'permissions', {})
  const wrong = await send('POST', 'permissions', permission({ entity: '', Read: 'yes', Delete: null }))

  expect([emptyRole.status, errorsOf(emptyRole.body)]).toEqual([
    422,
    { name: 'required', description: 'required' },
  ])
  expect(errorsOf(blankRole.body)).toEqual({ name: 'required', description: 'required' })
  expect([emptyPermission.status, errorsOf(emptyPermission.body)]).toEqual([
    422,
    {
      name: 'required',
      description: 'required',
      entity: 'required',
      Read: 'required',
      Write: 'required',
      Update: 'required',
      Delete: 'required',
    },
  ])
  expect(errorsOf(wrong.body)).toEqual({
    entity: 'required',
    Read: 'This field must be true or false',
    Delete: 'required',
  })
})

test('E14: a SuperAdmin creates, reads, lists, changes and deletes permissions and roles', async () => {
  const fields = permission({ Write: true })
  const made = await send('POST', 'permissions', fields)
  const { id } = z.object({ id: z.string() }).parse(made.body)
  expect([made.status, made.body]).toEqual([201, { id, ...fields }])
  expect((await send('PATCH', `permissions/${id}`, { Write: false })).body).toMatchObject({
    name: fields.name,
    Read: true,
    Write: false,
  })

  const roleId = await createOne(app, boss, '/api/admin/roles', role({ permissions: [id], forTeams: true }))
  expect((await send('GET', `roles/${roleId}`)).body).toMatchObject({ permissions: [id], forTeams: true })
  const renamed = await send('PATCH', `roles/${roleId}`, { description: 'Only looks' })
  expect(renamed.body).toMatchObject({ description: 'Only looks', permissions: [id], forTeams: true })
  // Another permission's name may contain this one's number.
  const found = await send('GET', `permissions?q=${encodeURIComponent(fields.name)}`)
  const listed = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(found.body)
  expect(listed.data.map((one) => one.id)).toContain(id)

  const inUse = await send('DELETE', `permissions/${id}`)
  expect([inUse.status, errorBody.parse(inUse.body).code]).toEqual([409, 'permission_in_use'])
  await send('PATCH', `roles/${roleId}`, { permissions: [] })
  expect((await send('DELETE', `permissions/${id}`)).body).toEqual({ title: fields.name })
  expect((await send('DELETE', `roles/${roleId}`)).status).toBe(200)
  expect((await send('GET', `roles/${roleId}`)).status).toBe(404)
})

test('role names must be unique regardless of case', async () => {
  const { name } = role()
  await send('POST', 'roles', role({ name }))
  const again = await send('POST', 'roles', role({ name: name.toUpperCase() }))
  const unknown = await send('POST', 'roles', role({ permissions: ['0192a9c0-0000-7000-8000-000000000000'] }))

  expect([again.status, errorsOf(again.body)]).toEqual([422, { name: 'This name is taken' }])
  expect([unknown.status, errorsOf(unknown.body)]).toEqual([
    422,
    { permissions: 'A permission no longer exists' },
  ])
})

test('a role in use cannot be deleted', async () => {
  const roleId = await makeRole(app, 'sales', ['read'])
  await giveRole(app, await signUpStaff(app, 'Admin'), roleId)
  const refused = await send('DELETE', `roles/${roleId}`)

  expect([refused.status, errorBody.parse(refused.body).message]).toEqual([
    409,
    '1 person has this role. Give them another role first.',
  ])
})

test('an Admin acts within their permissions and cannot grant more than they have', async () => {
  const admin = await signUpStaff(app, 'Admin')
  expect((await send('GET', 'roles', undefined, admin)).status).toBe(403)
  await giveRole(app, admin, await makeRole(app, 'permissions', ['read', 'write', 'update']))
  await giveRole(app, admin, await makeRole(app, 'refunds', ['write']))

  expect((await send('GET', 'permissions', undefined, admin)).status).toBe(200)
  expect((await send('GET', 'roles', undefined, admin)).status).toBe(403)
  const own = permission({ entity: 'refunds', Read: true, Write: true })
  expect((await send('POST', 'permissions', own, admin)).status).toBe(201)
  const beyond = await send('POST', 'permissions', permission({ entity: 'users', Read: true }), admin)
  expect([beyond.status, errorBody.parse(beyond.body).code]).toEqual([403, 'beyond_own_rights'])
  const forms = await send('POST', 'permissions', permission({ entity: 'forms', Delete: true }), admin)
  expect(forms.status).toBe(403)
  expect((await send('PATCH', `users/${admin.userId}`, { role: 'SuperAdmin' }, admin)).status).toBe(403)
})

// Proves last-super-admin.
test('only a SuperAdmin grants roles, which take effect immediately', async () => {
  const person = await signUpStaff(app, 'Customer')
  const roleId = await makeRole(app, 'users', ['read'])
  const early = await send('PATCH', `users/${person.userId}`, { roles: [roleId] })
  expect([early.status, errorsOf(early.body)]).toEqual([
    422,
    { roles: 'Only an Admin has roles of their own' },
  ])

  const made = await send('PATCH', `users/${person.userId}`, { role: 'Admin', roles: [roleId] })
  expect(made.body).toMatchObject({ role: 'Admin', roles: [{ id: roleId }] })
  expect((await send('GET', 'users', undefined, person)).status).toBe(200)
  const log = z
    .object({ data: z.array(auditEntry) })
    .parse((await send('GET', `audit-log?limit=100`)).body).data
  const told = log.filter(({ user }) => user?.id === person.userId)
  expect(told).toMatchObject([
    { action: 'users.roles', before: '', actor: { id: boss.userId } },
    { action: 'users.role', before: 'Customer', after: 'Admin', actor: { id: boss.userId } },
  ])

  await send('PATCH', `users/${person.userId}`, { role: 'Customer' })
  expect((await send('GET', `users/${person.userId}`)).body).toMatchObject({ role: 'Customer', roles: [] })
  expect((await send('GET', 'users', undefined, person)).status).toBe(403)
})

// Proves confirmed-roles.
test('a user with an unconfirmed address cannot get a platform role', async () => {
  const stranger = await signUpSeller(app, { isOnboarded: false })
  expect((await send('GET', `users/${stranger.userId}`)).body).toMatchObject({ emailVerified: false })
  for (const wanted of ['Partner', 'Admin', 'SuperAdmin']) {
    const { status, body } = await send('PATCH', `users/${stranger.userId}`, { role: wanted })
    expect([wanted, status, errorBody.parse(body).code]).toEqual([wanted, 409, 'address_unconfirmed'])
  }
  await confirmAddress(app.services.db, stranger.userId)
  expect((await send('PATCH', `users/${stranger.userId}`, { role: 'Partner' })).status).toBe(200)
  await send('PATCH', `users/${stranger.userId}`, { role: 'Customer' })
})

// Proves last-super-admin.
test('the last SuperAdmin keeps the role, even when two revoke each other’s simultaneously', async () => {
  const alone = await send('PATCH', `users/${boss.userId}`, { role: 'Customer' })
  expect([alone.status, errorBody.parse(alone.body).code]).toEqual([409, 'last_super_admin'])
  const other = await signUpStaff(app, 'SuperAdmin')
  const answers = await Promise.all([
    send('PATCH', `users/${other.userId}`, { role: 'Customer' }, boss),
    send('PATCH', `users/${boss.userId}`, { role: 'Customer' }, other),
  ])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)[0]).toBe(200)
  const left = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'SuperAdmin')
    .execute()
  expect(left).toHaveLength(1)
  if (left[0]?.id === other.userId) boss = other
})

test('E13: operators can search users, page through them and filter them by role', async () => {
  const partner = await signUpStaff(app, 'Partner')
  const list = z.object({
    data: z.array(z.object({ id: z.string(), role: z.string() })),
    nextPage: z.number().nullable(),
  })
  const partners = list.parse((await send('GET', 'users?role=Partner')).body)
  const first = list.parse((await send('GET', 'users?limit=1')).body)
  const one = list.parse((await send('GET', `users?user=${partner.userId}&role=Customer`)).body)

  expect(partners.data).toMatchObject([{ id: partner.userId, role: 'Partner' }])
  expect([first.data.length, first.nextPage]).toEqual([1, 1])
  expect(one.data).toEqual([])
  expect((await send('GET', 'users?role=Owner')).status).toBe(422)
})
