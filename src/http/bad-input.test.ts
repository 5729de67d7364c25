import { request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorBody } from './contract.ts'

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

type Sent = {
  readonly status: number
  readonly text: string
  readonly headers: NodeJS.Dict<string | string[]>
}

/** Sends exactly these bytes and headers, which a browser's own client would not. */
const send = (
  method: string,
  path: string,
  { body, headers = {} }: { body?: string | Buffer; headers?: Record<string, string> } = {},
) =>
  new Promise<Sent>((resolve, reject) => {
    const outgoing = httpRequest(`${app.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${seller.token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
    })
    outgoing.on('error', reject)
    outgoing.on('response', (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }))
    })
    outgoing.end(body)
  })

const insides =
  /node_modules|\/work\/|\/src\/|at \w+ \(|select |insert |FST_|Zod|kysely|fastify|sk_test|prisma/i

/** Every refusal has one form, and shows nothing of our insides. */
const expectRefusal = (answer: { status: number; text: string; headers: NodeJS.Dict<string | string[]> }) => {
  const body = errorBody.parse(JSON.parse(answer.text))
  expect(body.message).not.toBe('')
  expect(body.requestId).toMatch(/^[0-9a-f-]{36}$/)
  expect(answer.text).not.toMatch(insides)
  return body
}

const valid = {
  title: 'A course in watercolor',
  description: 'Six weeks of light and water',
  video: 'https://youtu.be/dQw4w9WgXcQ',
  amount: 49,
  currency: 'usd',
}
const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([
  ['not JSON', '{"title": ', 400],
  ['no body at all', '', 400],
  ['a list where an object belongs', '[]', 400],
  ['a text where an object belongs', '"title"', 400],
  ['null where an object belongs', 'null', 400],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['33 levels deep', `{"description": ${nested(32)}}`, 400],
  ['a hundred thousand levels deep', nested(100_000), 400],
  ['32 levels deep in an unknown field', JSON.stringify({ ...valid, x: [] }).replace('[]', nested(31)), 201],
  ['brackets inside of text', JSON.stringify({ ...valid, description: '[{"\\'.repeat(50) }), 201],
  ['a number without an end', '{"amount": NaN}', 400],
])('a body that is %s gets its status', async (_, body, status) => {
  const answer = await send('POST', '/api/forms', { body })

  expect(answer.status).toBe(status)
  if (status >= 400) expectRefusal(answer)
})

test.each([
  ['text', JSON.stringify(valid), { 'content-type': 'text/plain' }],
  ['a web form', 'title=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no type', JSON.stringify(valid), { 'content-type': '' }],
  ['compressed JSON', gzipSync(JSON.stringify(valid)), { 'content-encoding': 'gzip' }],
  ['JSON that claims an unknown compression', JSON.stringify(valid), { 'content-encoding': 'br' }],
])('%s is not taken', async (_, body, headers) => {
  const answer = await send('POST', '/api/forms', { body, headers })

  expect(answer.status).toBe(415)
  expectRefusal(answer)
})

test.each([
  ['a wrong type', { title: 7 }, 'title'],
  ['a short text', { title: 'short' }, 'title'],
  ['a long text', { title: 'x'.repeat(201) }, 'title'],
  ['a text with NUL', { description: 'a\0b' }, 'description'],
  ['half of a surrogate pair', { description: 'a\ud800b' }, 'description'],
  ['an amount as text', { amount: '49' }, 'amount'],
  ['a negative amount', { amount: -1 }, 'amount'],
  ['too many decimals', { amount: 49.999 }, 'amount'],
  ['decimals that a currency has not', { amount: 49.5, currency: 'jpy' }, 'amount'],
  ['an amount without measure', { amount: 1e15 }, 'amount'],
  ['a tiny fraction', { amount: 1e-9 }, 'amount'],
  ['an unknown currency', { currency: 'zzz' }, 'currency'],
  ['a currency that is a property of objects', { currency: 'constructor' }, 'currency'],
  ['a script as address', { termsUrl: 'javascript:alert(1)' }, 'termsUrl'],
  ['an address with a user part', { redirectUrl: 'https://bank.example@evil.example' }, 'redirectUrl'],
  ['a malformed id', { taxId: '7' }, 'taxId'],
  ['a wrong type inside of a list', { bumps: [1] }, 'bumps.0'],
  ['too long a list', { bumps: Array.from({ length: 51 }, () => form) }, 'bumps'],
])('a field with %s gets a message at the field', async (_, fields, field) => {
  const answer = await send('POST', '/api/forms', { body: JSON.stringify({ ...valid, ...fields }) })

  expect(answer.status).toBe(422)
  expect(Object.keys(expectRefusal(answer).errors ?? {})).toEqual([field])
})

test('a number beyond all numbers is refused', async () => {
  const body = JSON.stringify(valid).replace('49', '1e999')
  const answer = await send('POST', '/api/forms', { body })

  expect(answer.status).toBe(422)
  expect(expectRefusal(answer).errors).toHaveProperty('amount')
})

test('all invalid fields are named at once', async () => {
  const body = JSON.stringify({ ...valid, title: 'short', description: '', themeColor: 'red' })
  const { errors } = expectRefusal(await send('POST', '/api/forms', { body }))

  expect(Object.keys(errors ?? {}).toSorted()).toEqual(['description', 'themeColor', 'title'])
})

test('unknown and privileged fields are ignored and never stored', async () => {
  const id = '01a1f882-85a6-763a-997b-e9385dbf9804'
  const body = `{"__proto__": {"isAdmin": true}, "constructor": {"prototype": {"isAdmin": true}}, ${JSON.stringify(
    {
      ...valid,
      id,
      sellerId: id,
      deletedAt: new Date(),
      createdAt: '2001-01-01T00:00:00.000Z',
      oneTimePrice: 1,
      surprise: 'canary',
    },
  ).slice(1)}`
  const answer = await send('POST', '/api/forms', { body })
  const created = z.looseObject({ id: z.string(), createdAt: z.string() }).parse(JSON.parse(answer.text))

  expect(answer.status).toBe(201)
  expect(created).toMatchObject({ amount: 49, oneTimePrice: 49 })
  expect(created.id).not.toBe(id)
  expect(created.createdAt).not.toContain('2001')
  expect(answer.text).not.toContain('canary')
  expect(Object.hasOwn(Object.prototype, 'isAdmin')).toBe(false)
  const row = await app.parts.db
    .selectFrom('forms')
    .innerJoin('members', 'members.sellerId', 'forms.sellerId')
    .select('members.userId')
    .where('forms.id', '=', created.id)
    .executeTakeFirst()
  expect(row?.userId).toBe(seller.userId)
})

test('role, owner and status of a user can not be set by a body', async () => {
  const body = { firstname: 'Ada', role: 'SuperAdmin', email: 'evil@example.com', emailVerified: true }
  const answer = await call(app, 'PATCH', `/api/users/${seller.userId}`, { token: seller.token, body })

  expect(answer.body).toMatchObject({ firstname: 'Ada', role: 'Customer' })
  expect(answer.body).not.toMatchObject({ email: 'evil@example.com' })
})

test('malformed, absent and foreign ids are one and the same answer', async () => {
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

test.each(['q=%00', 'page=-1', 'page=1.5', 'page=NaN', 'limit=101', 'limit=x', 'page=1e999', 'q=a&q=b'])(
  'a list is not asked for with %s',
  async (query) => {
    for (const path of ['/api/forms', '/api/sales']) {
      const answer = await send('GET', `${path}?${query}`)
      expect(answer.status).toBe(422)
      expectRefusal(answer)
    }
  },
)

test.each(['user=', 'role=SuperAdmin', 'sellerId=', 'deletedAt=1'])(
  'the filter %s never widens a list',
  async (filter) => {
    const answer = await call(app, 'GET', `/api/forms?limit=0&${filter}${other.userId}`, {
      token: seller.token,
    })
    const ids = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(answer.body).data
    const foreign = await call(app, 'GET', '/api/forms?limit=0', { token: other.token })
    const foreignIds = z.object({ data: z.array(z.object({ id: z.string() })) }).parse(foreign.body).data

    expect(ids.filter(({ id }) => foreignIds.some((found) => found.id === id))).toEqual([])
  },
)

test('a body over 256 kB is too large, whether it says so or not', async () => {
  const body = JSON.stringify({ ...valid, x: 'x'.repeat(257 * 1024) })
  const said = await send('POST', '/api/forms', { body })
  const chunked = await send('POST', '/api/forms', { body, headers: { 'transfer-encoding': 'chunked' } })

  for (const answer of [said, chunked]) {
    expect(answer.status).toBe(413)
    expectRefusal(answer)
  }
})

test.each([9, 20])('an address of %i kB is too long', async (size) => {
  const answer = await send('GET', `/api/forms?q=${'a'.repeat(size * 1024)}`)

  expect(answer.status).toBe(414)
  expectRefusal(answer)
})

test('headers over 16 kB are refused in the same form', async () => {
  const answer = await send('GET', '/api/forms', { headers: { 'x-much': 'a'.repeat(17 * 1024) } })

  expect(answer.status).toBe(431)
  expectRefusal(answer)
})

test('what is no HTTP at all is answered in the same form', async () => {
  const { port } = new URL(app.url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expectRefusal({ status: 400, headers: {}, text: text.slice(text.indexOf('{')) })
})

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/api', 404],
  ['GET', '/api?x=1', 404],
  ['PUT', '/api/forms', 404],
  ['OPTIONS', '/api/forms', 404],
  ['TRACE', '/api/forms', 404],
  ['POST', '/payment/x', 404],
  ['GET', '/api/forms/%E0%A4%A', 400],
  ['GET', '/assets/..%2f..%2f..%2fpackage.json', 404],
  ['GET', '/assets/nothing.js', 404],
  ['GET', '/health/nothing', 404],
])('%s %s is refused in the same form', async (method, path, status) => {
  const answer = await send(method, path)

  expect(answer.status).toBe(status)
  const { requestId } = expectRefusal(answer)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('HEAD is what GET is, without the body', async () => {
  const [known, unknown] = [await send('HEAD', `/api/forms/${form}`), await send('HEAD', '/api/nothing')]

  expect([known.status, known.text, unknown.status, unknown.text]).toEqual([200, '', 404, ''])
})

test('an answer with a person’s data is kept by no cache', async () => {
  const answer = await send('GET', `/api/users/${seller.userId}`)

  expect(answer.headers['cache-control']).toBe('no-store')
})

test('two answers never share a request id', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await send('GET', '/api/nothing')).headers))

  expect(new Set(ids.map((headers) => headers['x-request-id'])).size).toBe(3)
})
