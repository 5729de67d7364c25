import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { buy } from '#selling/notifications/test-notifications.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { valid } from '#foundation/http/contract/test-send.ts'
import { dropOldAnswers } from './request-store.ts'
import { makeKey } from './test-keys.ts'

let app: TestApp
let seller: TestSeller
let key: string
let start: Date

beforeAll(async () => {
  app = await startTestApp()
  start = app.clock.now()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(start)
  seller = await signUpSeller(app)
  key = (await makeKey(app, seller, ['forms:write', 'refunds:write', 'sales:read'])).key
})

const send = (path: string, body: object, idempotencyKey: string) =>
  call(app, 'POST', path, { token: key, body, headers: { 'idempotency-key': idempotencyKey } })
const create = (idempotencyKey: string, title = 'A course in oil') =>
  send('/api/forms', { ...valid, title }, idempotencyKey)
const codeOf = (body: unknown) => z.object({ code: z.string() }).parse(body).code
const countForms = async () => {
  const { body } = await call(app, 'GET', '/api/forms?limit=0', { token: seller.token })
  return z.object({ data: z.array(z.unknown()) }).parse(body).data.length
}

/** Puts this seller's requests into the state they have if the process is killed before their responses are stored. */
async function kill({ hasActed }: { readonly hasActed: boolean }) {
  const { db } = app.services
  const keys = db.selectFrom('apiKeys').select('id').where('userId', '=', seller.userId)
  const requests = db.updateTable('apiRequests').where('keyId', 'in', keys)
  expect(await db.selectFrom('apiRequests').select('hasActed').where('keyId', 'in', keys).execute()).toEqual([
    { hasActed: true },
  ])
  await requests.set({ status: null, body: null, hasActed }).execute()
}

// Proves key-once.
test('a write with the same API key and Idempotency-Key runs once and gets the same response, even simultaneously', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => create('one')))
  const later = await create('one')

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set([...answers, later].map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await countForms()).toBe(1)
})

// Proves key-once.
test('an Idempotency-Key with a different body is rejected, but another API key can use it', async () => {
  await create('one')
  const refused = await create('one', 'Another course')
  expect([refused.status, codeOf(refused.body)]).toEqual([422, 'idempotency_key_reused'])

  key = (await makeKey(app, seller, ['forms:write'])).key
  expect((await create('one', 'Another course')).status).toBe(201)
  expect(await countForms()).toBe(2)
})

// Proves key-once.
test('a refund with the same Idempotency-Key is made once, and a repeat gets the first refund or error again', async () => {
  const purchase = await buy(app, await createTestForm(app, seller))
  const refund = (amount: number, name: string) => send(`/api/sales/${purchase}/refunds`, { amount }, name)
  const [first, again] = [await refund(9, 'nine'), await refund(9, 'nine')]
  expect([first.status, again.body]).toEqual([201, first.body])

  const tooMuch = await refund(4_000, 'too much')
  const repeated = await refund(4_000, 'too much')
  expect(tooMuch.status).toBeGreaterThanOrEqual(400)
  expect([repeated.status, codeOf(repeated.body)]).toEqual([tooMuch.status, codeOf(tooMuch.body)])
  const sale = await call(app, 'GET', `/api/sales/${purchase}`, { token: key })
  expect(sale.body).toMatchObject({ returned: 900 })
})

// Proves key-once.
test('a write whose process was killed before it took effect runs when it is repeated', async () => {
  const first = await create('one')
  await kill({ hasActed: false })
  app.clock.advance(61)
  const repeated = await create('one')

  expect([first.status, repeated.status]).toEqual([201, 201])
  expect(repeated.body).not.toEqual(first.body)
  expect(await create('one')).toMatchObject({ body: repeated.body })
})

// Proves key-once.
test('a write whose process was killed after it took effect does not run again', async () => {
  await create('one')
  await kill({ hasActed: true })
  app.clock.advance(61)
  const refused = await create('one')
  expect([refused.status, codeOf(refused.body)]).toEqual([409, 'request_interrupted'])
  expect(await countForms()).toBe(1)
})

test('a key’s oldest responses are deleted above a size limit, and their requests do not run again', async () => {
  for (const [n, name] of ['first', 'second', 'third'].entries()) {
    app.clock.set(new Date(start.getTime() + n * 1000))
    await create(name)
  }
  const size = sql<number>`sum(pg_column_size(body))::integer`.as('size')
  const { db } = app.services
  const keys = db.selectFrom('apiKeys').select('id').where('userId', '=', seller.userId)
  const ofKey = db.selectFrom('apiRequests').where('keyId', 'in', keys)
  const stored = await ofKey.select(size).executeTakeFirstOrThrow()
  await dropOldAnswers(db, stored.size - 1)

  const [first, second, third] = [await create('first'), await create('second'), await create('third')]
  expect([first.status, codeOf(first.body), second.status, third.status]).toEqual([
    409,
    'request_interrupted',
    201,
    201,
  ])
  expect(await countForms()).toBe(3)
})

test('an internal error before any change leaves the Idempotency-Key free for a retry', async () => {
  const { db } = app.services
  await sql`alter table forms add constraint faulty check (title <> 'A faulty course') not valid`.execute(db)
  expect((await create('one', 'A faulty course')).status).toBe(500)
  await sql`alter table forms drop constraint faulty`.execute(db)

  expect((await create('one', 'A faulty course')).status).toBe(201)
})

test('a malformed Idempotency-Key is rejected with an error that names it', async () => {
  const { status, body } = await create('x'.repeat(256))
  const { errors } = z.object({ errors: z.record(z.string(), z.string()) }).parse(body)
  expect([status, Object.keys(errors)]).toEqual([422, ['idempotency-key']])
})

test('a signed-in person’s writes need no Idempotency-Key, and none of theirs is stored', async () => {
  const write = { token: seller.token, body: valid, headers: { 'idempotency-key': 'mine' } }
  expect((await call(app, 'POST', '/api/forms', write)).status).toBe(201)

  const { keys } = await app.services.db
    .selectFrom('apiRequests')
    .innerJoin('apiKeys', 'apiKeys.id', 'apiRequests.keyId')
    .select(({ fn }) => fn.countAll<number>().as('keys'))
    .where('apiKeys.userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  expect(keys).toBe(0)
})
