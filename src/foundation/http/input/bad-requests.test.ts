import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { expectRefusal, sendTo, valid } from '../contract/test-send.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

const send = (
  method: string,
  path: string,
  options: { body?: string | Buffer; headers?: Record<string, string> } = {},
) => sendTo(app, seller.token, method, path, options)

const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

test.each([
  ['not JSON', '{"title": ', 400],
  ['no body at all', '', 400],
  ['a list instead of an object', '[]', 400],
  ['a text instead of an object', '"title"', 400],
  ['null instead of an object', 'null', 400],
  ['bytes that are not UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ['33 levels deep', `{"description": ${nested(32)}}`, 400],
  ['a hundred thousand levels deep', nested(100_000), 400],
  ['32 levels deep in an unknown field', JSON.stringify({ ...valid, x: [] }).replace('[]', nested(31)), 422],
  ['brackets inside a text', JSON.stringify({ ...valid, description: '[{"\\'.repeat(50) }), 201],
  ['unclosed quotation marks of the maximum length', '\\"'.repeat(128 * 1024), 400],
  ['NaN as a number', '{"amount": NaN}', 400],
])('a body that is %s gets the right status', async (_, body, status) => {
  const answer = await send('POST', '/api/forms', { body })

  expect(answer.status).toBe(status)
  if (status >= 400) expectRefusal(answer)
})

test.each([
  ['text', JSON.stringify(valid), { 'content-type': 'text/plain' }],
  ['a web form', 'title=1', { 'content-type': 'application/x-www-form-urlencoded' }],
  ['no declared type', JSON.stringify(valid), { 'content-type': '' }],
  ['compressed JSON', gzipSync(JSON.stringify(valid)), { 'content-encoding': 'gzip' }],
  ['JSON that claims an unknown compression', JSON.stringify(valid), { 'content-encoding': 'br' }],
])('a body with unsupported content is rejected: %s', async (_, body, headers) => {
  const answer = await send('POST', '/api/forms', { body, headers })

  expect(answer.status).toBe(415)
  expectRefusal(answer)
})

// Proves malformed-requests.
test('a body over 256 kB is rejected, with or without a declared length', async () => {
  const body = JSON.stringify({ ...valid, x: 'x'.repeat(257 * 1024) })
  const said = await send('POST', '/api/forms', { body })
  const chunked = await send('POST', '/api/forms', { body, headers: { 'transfer-encoding': 'chunked' } })

  for (const answer of [said, chunked]) {
    expect(answer.status).toBe(413)
    expectRefusal(answer)
  }
})

// Proves malformed-requests.
test.each([9, 20])('a URL of %i kB is rejected as too long', async (size) => {
  const answer = await send('GET', `/api/forms?q=${'a'.repeat(size * 1024)}`)

  expect(answer.status).toBe(414)
  expectRefusal(answer)
})

test('headers over 16 kB get an error in the usual format', async () => {
  const answer = await send('GET', '/api/forms', { headers: { 'x-much': 'a'.repeat(17 * 1024) } })

  expect(answer.status).toBe(431)
  expectRefusal(answer)
})

// Proves malformed-requests.
test('invalid HTTP gets an error in the usual format', async () => {
  const { port } = new URL(app.url)
  const text = await new Promise<string>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => socket.write('nonsense\r\n\r\n'))
    let received = ''
    socket.on('data', (chunk: Buffer) => (received += chunk.toString()))
    socket.on('close', () => resolve(received))
    socket.on('error', reject)
  })

  expect(text).toMatch(/^HTTP\/1\.1 400 /)
  expectRefusal({ text: text.slice(text.indexOf('{')) })
})

test.each([
  ['GET', '/api/nothing', 404],
  ['GET', '/api', 404],
  ['GET', '/api?x=1', 404],
  ['PUT', '/api/forms', 404],
  ['OPTIONS', '/api/forms', 404],
  ['TRACE', '/api/forms', 404],
  ['POST', '/payment/x/y', 404],
  ['GET', '/api/forms/%E0%A4%A', 400],
  ['GET', '/assets/..%2f..%2f..%2fpackage.json', 404],
  ['GET', '/assets/../package.json', 404],
  ['GET', '/assets/./nothing.js', 404],
  ['GET', '/assets//nothing.js', 404],
  ['GET', '/assets/nothing.js', 404],
  ['GET', '/health/nothing', 404],
])('%s %s gets an error in the usual format', async (method, path, status) => {
  const answer = await send(method, path)

  expect(answer.status).toBe(status)
  const { requestId } = expectRefusal(answer)
  expect(answer.headers['x-request-id']).toBe(requestId)
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
  expect(answer.headers['cache-control']).toBe('no-store')
})

test('a visitor with an unreadable link sees a page instead of a JSON error', async () => {
  for (const path of ['/payment/%ff', '/s/%ff', '/%']) {
    const answer = await send('GET', path, { headers: { accept: 'text/html,*/*' } })
    expect(answer.status).toBe(400)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.text).toContain('<h1>This link cannot be read</h1>')
  }
})

test('HEAD gets the same response as GET without the body', async () => {
  const [known, unknown] = [await send('HEAD', `/api/forms/${form}`), await send('HEAD', '/api/nothing')]

  expect([known.status, known.text, unknown.status, unknown.text]).toEqual([200, '', 404, ''])
})

// Proves response-headers.
test('a response with personal data is never cached', async () => {
  const answer = await send('GET', `/api/users/${seller.userId}`)

  expect(answer.headers['cache-control']).toBe('no-store')
})

// Proves no-internals.
test('every response has its own request id', async () => {
  const ids = await Promise.all([1, 2, 3].map(async () => (await send('GET', '/api/nothing')).headers))

  expect(new Set(ids.map((headers) => headers['x-request-id'])).size).toBe(3)
})
