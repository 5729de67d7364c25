import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { addRight, makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import type { Entity } from '#foundation/rights/entities.ts'
import { scopes } from '#foundation/rights/scopes.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { apiKeysContract } from './contract.ts'
import { makeKey } from './test-keys.ts'

let app: TestApp
let owner: TestSeller
let start: Date

beforeAll(async () => {
  app = await startTestApp()
  start = app.clock.now()
  owner = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => app.clock.set(start))

const day = 24 * 3600
const list = apiKeysContract.listApiKeys.ok.schema
const listKeys = async (by = owner) => {
  const { body } = await call(app, 'GET', '/api/keys', { token: by.token })
  return list.parse(body).keys
}
const statusBy = async (key: string, path = '/api/forms') =>
  (await call(app, 'GET', path, { token: key })).status

/** A role for members who can make API keys, plus one more right. */
async function developersRole(...more: readonly Entity[]) {
  const role = await makeRole(app, 'developers', ['read', 'write'], { forTeams: true })
  for (const entity of more) await addRight(app, role, entity, ['read', 'write'])
  return role
}

const codeOf = (body: unknown) => z.object({ code: z.string() }).parse(body).code

test('a program reads and creates forms with an API key that has these rights', async () => {
  const { key, apiKey } = await makeKey(app, owner, ['forms:write'])
  const form = await createTestForm(app, { ...owner, token: key })
  const read = await call(app, 'GET', `/api/forms/${form}`, { token: key })

  expect(key).toMatch(/^tf_test_[0-9a-f]{64}$/)
  expect(key.startsWith(apiKey.prefix)).toBe(true)
  expect(read.body).toMatchObject({ title: 'A course in watercolor' })
  expect(await statusBy(key, '/api/sales')).toBe(403)
})

// Proves key-rights.
test('an API key is stored only as a hash and shown only when it is created', async () => {
  const { key, apiKey } = await makeKey(app, owner, ['sales:read'])
  const rows = await app.services.db.selectFrom('apiKeys').selectAll().execute()

  expect(JSON.stringify(rows)).not.toContain(key)
  expect(JSON.stringify(await listKeys())).not.toContain(key)
  expect((await listKeys())[0]).toEqual(apiKey)
})

test('an API key with only read rights cannot change anything', async () => {
  const { key } = await makeKey(app, owner, ['forms:read'])
  const form = await createTestForm(app, owner)

  expect(await statusBy(key, `/api/forms/${form}`)).toBe(200)
  expect((await call(app, 'DELETE', `/api/forms/${form}`, { token: key })).status).toBe(403)
  const update = { token: key, body: { isDetailUpdate: false, title: 'Taken over' } }
  expect((await call(app, 'PATCH', `/api/forms/${form}`, update)).status).toBe(403)
})

// Proves key-rights.
test('an API key loses a right together with its maker, and ends when its maker leaves', async () => {
  const [wide, narrow] = [await developersRole('sales'), await developersRole()]
  const member = await signUpMember(app, owner, wide)
  const { key, apiKey } = await makeKey(app, member, ['sales:read', 'developers:read'])
  expect([await statusBy(key, '/api/sales'), await statusBy(key, '/api/events')]).toEqual([200, 200])

  const role = { token: owner.token, body: { roleId: narrow } }
  expect((await call(app, 'PATCH', `/api/team/members/${member.userId}`, role)).status).toBe(200)
  expect([await statusBy(key, '/api/sales'), await statusBy(key, '/api/events')]).toEqual([403, 200])

  await call(app, 'DELETE', `/api/team/members/${member.userId}`, { token: owner.token })
  const refused = await call(app, 'GET', '/api/events', { token: key })
  expect([refused.status, codeOf(refused.body)]).toEqual([401, 'key_not_valid'])
  expect((await listKeys()).map(({ id }) => id)).not.toContain(apiKey.id)
})

test('a member can give an API key only rights they have', async () => {
  const role = await developersRole()
  const member = await signUpMember(app, owner, role)
  const body = { name: 'More', scopes: ['forms:write'], days: null }
  const refused = await call(app, 'POST', '/api/keys', { token: member.token, body })

  expect([refused.status, refused.body]).toEqual([
    422,
    expect.objectContaining({ errors: { scopes: 'Give the key only rights you have yourself' } }),
  ])
})

// Proves key-rights.
test('an expired, revoked or invented API key gives no access', async () => {
  const { key: expiring } = await makeKey(app, owner, ['forms:read'], 30)
  const { key: revoked, apiKey } = await makeKey(app, owner, ['forms:read'])
  expect([await statusBy(expiring), await statusBy(revoked)]).toEqual([200, 200])

  await call(app, 'DELETE', `/api/keys/${apiKey.id}`, { token: owner.token })
  app.clock.advance(30 * day)
  expect(await Promise.all([expiring, revoked, `${expiring}0`].map((key) => statusBy(key)))).toEqual([
    401, 401, 401,
  ])
})

test('the list of API keys shows when each was last used', async () => {
  const { key, apiKey } = await makeKey(app, owner, ['forms:read'])
  expect(apiKey.lastUsedAt).toBeNull()
  await statusBy(key)
  app.clock.advance(30)
  await statusBy(key)

  expect((await listKeys()).find(({ id }) => id === apiKey.id)?.lastUsedAt).toBe(start.toISOString())
})

// Proves key-in-url.
test('an API key in a URL is rejected with an explanation', async () => {
  const { key } = await makeKey(app, owner, ['forms:read'])
  const refused = await call(app, 'GET', `/api/forms?key=${key}`, { token: key })

  expect([refused.status, codeOf(refused.body)]).toEqual([400, 'key_in_url'])
})

// Proves key-rights.
test('creating an API key is recorded in the audit log and emailed to the owner', async () => {
  const role = await developersRole('forms')
  const member = await signUpMember(app, owner, role)
  const { apiKey } = await makeKey(app, member, ['forms:read'])
  const { db } = app.services
  const mail = await db
    .selectFrom('mails')
    .selectAll()
    .where('about', '=', apiKey.id)
    .executeTakeFirstOrThrow()
  const entries = await db
    .selectFrom('auditLog')
    .select('action')
    .where('subjectId', '=', apiKey.id)
    .execute()

  expect([mail.kind, mail.userId]).toEqual(['api_key_made', owner.userId])
  expect(entries).toEqual([{ action: 'keys.create' }])
})

test('a shop can have up to 25 API keys in use', async () => {
  const busy = await signUpSeller(app)
  const make = () =>
    call(app, 'POST', '/api/keys', {
      token: busy.token,
      body: { name: 'One', scopes: ['forms:read'], days: null },
    })
  const made = await Promise.all(Array.from({ length: 30 }, make))

  expect(made.filter(({ status }) => status === 201)).toHaveLength(25)
  expect(made.filter(({ status }) => status === 409)).toHaveLength(5)
})

test('an API key with every right cannot open another shop', async () => {
  const stranger = await signUpSeller(app)
  const form = await createTestForm(app, owner)
  const { key } = await makeKey(app, stranger, scopes)

  expect(await statusBy(key, `/api/forms/${form}`)).toBe(404)
})

// Proves key-published.
test('an API key that is used from more than fifty networks within an hour is paused until a member resumes it', async () => {
  const limited = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  const seller = await signUpSeller(limited)
  const { key, apiKey } = await makeKey(limited, seller, ['forms:read'])
  const from = async (address: string) => {
    const asked = await call(limited, 'GET', '/api/forms', {
      token: key,
      headers: { 'x-forwarded-for': address },
    })
    return asked.status === 200 ? 200 : codeOf(asked.body)
  }
  for (let network = 1; network <= 50; network += 1) expect(await from(`203.0.113.${network}`)).toBe(200)
  expect(await from('203.0.113.7')).toBe(200)
  expect([await from('198.51.100.1'), await from('203.0.113.7')]).toEqual(['key_paused', 'key_paused'])

  const { db } = limited.services
  const mails = await db.selectFrom('mails').select('userId').where('kind', '=', 'api_key_paused').execute()
  expect(mails).toEqual([{ userId: seller.userId }])
  const { body } = await call(limited, 'GET', '/api/keys', { token: seller.token })
  expect(list.parse(body).keys[0]?.pausedAt).not.toBeNull()
  await call(limited, 'POST', `/api/keys/${apiKey.id}/resume`, { token: seller.token })
  expect(await from('203.0.113.7')).toBe(200)
  await limited.close()
})
