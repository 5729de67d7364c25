import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { countStatements } from '#foundation/db/driver/count-statements.ts'
import { errorBody } from '../contract/contract.ts'
import { expectRefusal, sendTo, valid } from '../contract/test-send.ts'

let app: TestApp
let seller: TestSeller
let other: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  other = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

const send = (
  method: string,
  path: string,
  options: { body?: string | Buffer; headers?: Record<string, string> } = {},
) => sendTo(app, seller.token, method, path, options)

test.each([
  ['a wrong type', { title: 7 }, 'title'],
  ['a short text', { title: 'short' }, 'title'],
  ['a long text', { title: 'x'.repeat(201) }, 'title'],
  ['a text with NUL', { description: 'a\0b' }, 'description'],
  ['half of a surrogate pair', { description: 'a\ud800b' }, 'description'],
  ['an amount as text', { amount: '49' }, 'amount'],
  ['a negative amount', { amount: -1 }, 'amount'],
  ['too many decimals', { amount: 49.999 }, 'amount'],
  ['decimals its currency does not have', { amount: 49.5, currency: 'jpy' }, 'amount'],
  ['an excessive amount', { amount: 1e15 }, 'amount'],
  ['a tiny fraction', { amount: 1e-9 }, 'amount'],
  ['an unknown currency', { currency: 'zzz' }, 'currency'],
  ['a currency named like an object property', { currency: 'constructor' }, 'currency'],
  ['a script as a link', { termsUrl: 'javascript:alert(1)' }, 'termsUrl'],
  ['an address with a user part', { redirectUrl: 'https://bank.example@evil.example' }, 'redirectUrl'],
  ['a malformed id', { taxId: '7' }, 'taxId'],
  ['a wrong type inside a list', { bumps: [1] }, 'bumps.0'],
  ['a list that is too long', { bumps: Array.from({ length: 51 }, () => form) }, 'bumps'],
])('a field with %s gets its own error message', async (_, fields, field) => {
  const answer = await send('POST', '/api/forms', { body: JSON.stringify({ ...valid, ...fields }) })

  expect(answer.status).toBe(422)
  expect(Object.keys(expectRefusal(answer).errors ?? {})).toEqual([field])
})

test.each([
  [{ title: null }, 'title', 'This field is required'],
  [{ title: 7 }, 'title', 'This field must be text'],
  [{ title: '\u200b'.repeat(12) }, 'title', 'This field is required'],
  [{ description: '\u200b\n' }, 'description', 'This field is required'],
  [{ redirectUrl: 'https:/a@evil.test' }, 'redirectUrl', 'Enter a valid URL'],
  [{ currency: '' }, 'currency', 'This field is required'],
  [{ currency: 7 }, 'currency', 'This field must be text'],
  [{ priceType: 'Gift' }, 'priceType', 'Choose one of the listed values'],
  [{ priceType: null }, 'priceType', 'This field is required'],
  [{ billingInterval: 1096 }, 'billingInterval', 'Enter 1095 or less'],
  [{ billingInterval: 10_001 }, 'billingInterval', 'Enter 1095 or less'],
  [{ billingPeriod: 'Weekly', billingInterval: 157 }, 'billingInterval', 'Enter 156 or less'],
  [{ billingPeriod: 'Weekly', billingInterval: 10_000 }, 'billingInterval', 'Enter 156 or less'],
  [
    { priceType: 'RecurringPrice', billingPeriod: 'Monthly', billingInterval: 1096 },
    'billingInterval',
    'Enter 36 or less',
  ],
  [{ billingInterval: 1.5 }, 'billingInterval', 'Enter a whole number'],
  [{ billingInterval: null }, 'billingInterval', 'This field is required'],
  [{ cancelAfter: 10_001 }, 'cancelAfter', 'Enter 10000 or less'],
  [{ cancelAfter: '12' }, 'cancelAfter', 'Enter a number'],
  [{ amount: 1e15 }, 'amount', 'amount is above the maximum card payment of $999,999.99'],
  [{ amount: 1e-7 }, 'amount', 'amount has more decimals than USD has'],
  [
    { timers: [{ title: 'x', timestamp: -1 }] },
    'timers.0.timestamp',
    'Choose a time between the years 1970 and 2100',
  ],
  [{ timers: [{ title: 'x', timestamp: 1.5 }] }, 'timers.0.timestamp', 'Enter a whole number'],
  [{ cancelAfter: 1e21 }, 'cancelAfter', 'Enter 10000 or less'],
  [{ cancelAfter: -1e21 }, 'cancelAfter', 'Enter 0 or more'],
  [{ billingPeriod: '' }, 'billingPeriod', 'This field is required'],
  [{ files: [{ name: 'a', url: 'b', size: -1, type: 'c' }] }, 'files.0.size', 'Enter 0 or more'],
  [
    { files: Array.from({ length: 21 }, () => ({ name: 'a', url: 'b', size: 1, type: 'c' })) },
    'files',
    'You can attach up to 20 files',
  ],
])('the error message for %j says what is wrong', async (fields, field, message) => {
  const answer = await send('POST', '/api/forms', { body: JSON.stringify({ ...valid, ...fields }) })

  expect(expectRefusal(answer).errors).toEqual({ [field]: message })
})

test.each([
  [{ paymentMethodId: 5 }, 'paymentMethodId', 'This field must be text'],
  [{ paymentMethodId: [] }, 'paymentMethodId', 'This field must be text'],
  [{ oneTimeOfferCount: 1e21 }, 'oneTimeOfferCount', 'Enter 20 or less'],
])('the error message for a payment with %j says what is wrong', async (fields, field, message) => {
  const body = JSON.stringify({ form, email: 'bea@example.com', name: 'Bea', ...fields })
  const answer = await send('POST', '/api/stripe/pay-form', { body })

  expect(expectRefusal(answer).errors).toEqual({ [field]: message })
})

test('an idempotency key can contain spaces, and an invalid one gets an error message', async () => {
  const pay = (key: string) =>
    send('POST', '/api/stripe/pay-form', {
      body: JSON.stringify({
        form: '01a1f882-85a6-763a-997b-e9385dbf9804',
        email: 'b@example.com',
        name: 'Bea',
      }),
      headers: { 'idempotency-key': key },
    })

  expect(expectRefusal(await pay('key with space')).code).toBe('form_not_found')
  expect(expectRefusal(await pay('x'.repeat(256))).errors).toEqual({
    'idempotency-key': 'An Idempotency-Key must have 1 to 255 characters, which must all be printable ASCII',
  })
})

test('an infinite number is rejected', async () => {
  const body = JSON.stringify(valid).replace('49', '1e999')
  const answer = await send('POST', '/api/forms', { body })

  expect(answer.status).toBe(422)
  expect(expectRefusal(answer).errors).toHaveProperty('amount')
})

// Proves field-errors.
test('all invalid fields are reported together', async () => {
  const body = JSON.stringify({ ...valid, title: 'short', description: '', themeColor: 'red' })
  const { errors } = expectRefusal(await send('POST', '/api/forms', { body }))

  expect(Object.keys(errors ?? {}).toSorted()).toEqual(['description', 'themeColor', 'title'])
})

// Proves field-errors.
test('unknown and privileged fields are rejected by name at any depth', async () => {
  const id = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const timer = { title: 'Early bird', timestamp: Date.parse('2030-01-01'), color: 'red' }
  const body = {
    ...valid,
    sellerId: id,
    deletedAt: null,
    surprise: 'canary',
    timers: [timer],
    bumps: [{ id, x: 1 }],
    'a.b': 1,
  }
  const answer = await send('POST', '/api/forms', { body: JSON.stringify({ ...body, title: 'short' }) })

  expect(answer.status).toBe(422)
  expect(answer.text).not.toContain('canary')
  expect(expectRefusal(answer).errors).toEqual({
    title: 'Enter at least 10 characters',
    sellerId: 'There is no field called "sellerId" here',
    deletedAt: 'There is no field called "deletedAt" here',
    surprise: 'There is no field called "surprise" here',
    'timers.0.color': 'There is no field called "color" here',
    'bumps.0.x': 'There is no field called "x" here',
    'a.b': 'There is no field called "a.b" here',
  })
})

test('read-only fields can be sent back but are never stored', async () => {
  const id = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const createdAt = '2001-01-01T00:00:00.000Z'
  const answer = await send('POST', '/api/forms', { body: JSON.stringify({ ...valid, id, createdAt }) })
  const created = z.looseObject({ id: z.string(), createdAt: z.string() }).parse(JSON.parse(answer.text))

  expect(answer.status).toBe(201)
  expect(created.id).not.toBe(id)
  expect(created.createdAt).not.toContain('2001')
  const row = await app.services.db
    .selectFrom('forms')
    .innerJoin('members', 'members.sellerId', 'forms.sellerId')
    .select('members.userId')
    .where('forms.id', '=', created.id)
    .executeTakeFirst()
  expect(row?.userId).toBe(seller.userId)
})

// Proves malformed-requests.
test.each(['"__proto__": {"isAdmin": true}', '"constructor": {"prototype": {"isAdmin": true}}'])(
  'a body with %s is rejected',
  async (field) => {
    const answer = await send('POST', '/api/forms', { body: `{${field}, ${JSON.stringify(valid).slice(1)}` })

    expect(answer.status).toBe(400)
    expectRefusal(answer)
    expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  },
)

test('a route without a body rejects all fields', async () => {
  const answer = await send('POST', '/api/authentication/refresh', { body: JSON.stringify({ token: 'x' }) })

  expect(answer.status).toBe(422)
  expect(Object.keys(expectRefusal(answer).errors ?? {})).toEqual(['token'])
})

// Proves field-errors.
test('a sign-up or update request cannot set a user’s role, owner or status', async () => {
  const path = `/api/users/${seller.userId}`
  const body = { firstname: 'Ada', role: 'SuperAdmin', email: 'evil@example.com', emailVerified: true }
  const answer = await call(app, 'PATCH', path, { token: seller.token, body })
  const owned = await call(app, 'PATCH', path, { token: seller.token, body: { sellerId: other.userId } })

  expect(answer.body).toMatchObject({ firstname: 'Ada', role: 'Customer' })
  expect(answer.body).not.toMatchObject({ email: 'evil@example.com' })
  expect(owned.status).toBe(422)
})

// Proves same-404.
test('malformed, missing and other sellers’ ids get the same response', async () => {
  const absent = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const foreign = await createTestForm(app, other)
  const ids = ['nonsense', '%00', '1', '..%2f..%2fetc', 'x'.repeat(300), `${form}'--`, absent, foreign]
  for (const [method, path, body] of [
    ['GET', '/api/forms/', undefined],
    ['PATCH', '/api/forms/', { isDetailUpdate: false }],
    ['DELETE', '/api/forms/', undefined],
    ['GET', '/api/sales/', undefined],
    ['GET', '/api/users/', undefined],
    ['PATCH', '/api/users/', { firstname: 'Eve' }],
  ] as const) {
    const answers = await Promise.all(
      [...ids, other.userId].map((id) => call(app, method, `${path}${id}`, { token: seller.token, body })),
    )
    for (const { status, body: refusal } of answers) {
      expect([method, path, status]).toEqual([method, path, 404])
      expect(errorBody.parse(refusal)).toMatchObject({ code: 'not_found', message: 'This does not exist' })
    }
  }
  expect((await call(app, 'GET', `/api/forms/${foreign}`, { token: other.token })).status).toBe(200)
})

// Proves same-404.
test('looking up another seller’s id takes as many queries as a missing one, and a malformed id takes no more', async () => {
  const absent = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const foreign = await createTestForm(app, other)
  const statementsOf = async (id: string) => {
    const { statements } = await countStatements(async () =>
      app.server.inject({ url: `/api/forms/${id}`, headers: { authorization: `Bearer ${seller.token}` } }),
    )
    return statements
  }
  const [unknown, strangers, malformed] = [
    await statementsOf(absent),
    await statementsOf(foreign),
    await statementsOf('nonsense'),
  ]

  expect(unknown.length).toBeGreaterThan(0)
  expect(strangers).toEqual(unknown)
  expect(unknown).toEqual(expect.arrayContaining(malformed))
})

test.each([
  ['q=%00', { q: 'This field contains characters that cannot be stored' }],
  ['page=-1', { page: 'Enter 0 or more' }],
  ['page=1.5', { page: 'Enter a whole number' }],
  ['page=NaN', { page: 'Enter a number' }],
  ['limit=101', { limit: 'Enter 100 or less' }],
  ['limit=x', { limit: 'Enter a number' }],
  ['page=1e999', { page: 'Enter a number' }],
  ['q=a&q=b', { q: 'This field must be text' }],
  ['offset=3', { offset: 'There is no field called "offset" here' }],
])('a list rejects the query %s', async (query, errors) => {
  for (const path of ['/api/forms', '/api/sales']) {
    const answer = await send('GET', `${path}?${query}`)
    expect(answer.status).toBe(422)
    expect(expectRefusal(answer).errors).toEqual(errors)
  }
})

// Proves own-items.
test.each(['user=:id', 'role=Customer', 'role=SuperAdmin'])(
  'the filter %s never shows another seller’s items',
  async (filter) => {
    const path = `/api/forms?limit=0&${filter.replace(':id', other.userId)}`
    const answer = await call(app, 'GET', path, { token: seller.token })
    const ids = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(answer.body).data
    const foreign = await call(app, 'GET', '/api/forms?limit=0', { token: other.token })
    const foreignIds = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(foreign.body).data

    expect(ids.filter(({ id }) => foreignIds.some((found) => found.id === id))).toEqual([])
  },
)
