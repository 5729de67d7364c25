import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'
import { sendTo } from '../contract/test-send.ts'

let app: TestApp
let port: string
/** Requests a page as in production, behind a proxy that forwards the requested host. */
let live: TestApp

beforeAll(async () => {
  app = await startTestApp()
  port = new URL(app.url).port
  live = await startTestApp({
    config: { isProduction: true, publicUrl: 'https://pay.example.com', trustedProxies: ['127.0.0.1'] },
  })
})
afterAll(async () => {
  await app.close()
  await live.close()
})

const open = (host: string, path: string, headers: Record<string, string> = {}) =>
  sendTo(app, '', 'GET', path, { headers: { host, ...headers } })

test.each(['localhost', 'LOCALHOST', 'shop.localhost', '[::1]', '127.0.0.2', '0.0.0.0'])(
  'the loopback name %s redirects to the product’s own URL, keeping path and query',
  async (name) => {
    const answer = await open(`${name}:${port}`, '/payment/x?utm_source=mail&a=%20b')

    expect([answer.status, answer.headers.location]).toEqual([
      307,
      `${app.url}/payment/x?utm_source=mail&a=%20b`,
    ])
    expect(answer.headers['cache-control']).toBe('no-store')
  },
)

test.each([
  '/',
  '/login',
  '/forms/create',
  '/preview/payment',
  '/s/abc',
  '/purchases/x?key=1',
  '/dev/mail',
  '//x',
])('the page %s redirects to the product’s own host', async (path) => {
  const answer = await open(`localhost:${port}`, path)

  expect([answer.status, answer.headers.location]).toEqual([307, `${app.url}${path}`])
})

test.each([
  ['a forwarded port', 'localhost:8080', {}, '<pre>PUBLIC_URL=http://localhost:8080 npm start</pre>'],
  ['another machine on the network', '192.168.1.20:3000', {}, '<strong>http://192.168.1.20:3000</strong>'],
  ['a tunnel', 'a-b.tunnel.example', { 'x-forwarded-proto': 'https' }, 'NODE_ENV=production'],
])(
  'outside production, a request through %s gets a page that explains PUBLIC_URL',
  async (_, host, headers, told) => {
    const answer = await open(host, '/login?to=%2Fforms', headers)

    expect(answer.status).toBe(421)
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    expect(answer.text).toContain(`<a href="${app.url}/login?to=%2Fforms">${app.url}</a>`)
    expect(answer.text).toContain(told)
    expect(answer.text.includes('npm start')).toBe(host.startsWith('localhost'))
  },
)

test.each(['"><script>alert(1)</script>', 'user@evil.example', 'a b'])(
  'a host like %j is shown as text or not at all',
  async (host) => {
    const answer = await open(host, '/')

    expect(answer.status).toBeOneOf([400, 421])
    expect(answer.text).not.toContain('<script>')
    expect(answer.text).not.toContain('user@')
  },
)

test.each([
  '/api/nothing',
  '/health/ready',
  '/embed.js',
  '/favicon.svg',
  '/assets/nothing.js',
  '/robots.txt',
])('programs that request %s get the same response under every host', async (path) => {
  const [own, foreign] = [await open(`127.0.0.1:${port}`, path), await open('localhost:8080', path)]

  expect(foreign.status).toBe(own.status)
  expect(own.status).not.toBe(421)
})

test('in production, pages requested from another host redirect to the product’s own', async () => {
  const ask = (headers: Record<string, string>, path = '/payment/x?a=1') =>
    sendTo(live, '', 'GET', path, { headers })
  const foreign = await ask({ host: 'www.example.com' })
  const forwarded = await ask({
    host: '10.0.0.7:3000',
    'x-forwarded-host': 'pay.example.com',
    'x-forwarded-for': '9.9.9.9',
  })
  const named = await ask({ host: 'PAY.example.com:443', 'x-forwarded-proto': 'https' }, '/login')

  expect([foreign.status, foreign.headers.location]).toEqual([307, 'https://pay.example.com/payment/x?a=1'])
  expect([forwarded.status, named.status]).toEqual([404, 200])
})
