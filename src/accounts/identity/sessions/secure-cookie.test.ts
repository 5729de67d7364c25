import { afterAll, beforeAll, expect, test } from 'vitest'
import { call, startTestApp, type TestApp } from '#test-app.ts'
import { ownRequestHeaders } from '../contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp({ config: { publicUrl: 'https://pay.example.com' } })
})
afterAll(async () => app.close())

const person = { name: 'Ada', email: 'ada@example.com', password: 'a fine long password' }

// Proves session-tokens.
test('behind HTTPS the session cookie is bound to the host and to secure connections', async () => {
  const headers = { origin: 'https://pay.example.com' }
  const answer = await call(app, 'POST', '/api/authentication/sign-up', { body: person, headers })
  const [cookie = '', device = ''] = answer.headers.getSetCookie()
  const attributes = (text: string) => text.split('; ').slice(1).toSorted()

  expect(answer.status).toBe(201)
  expect(cookie).toMatch(/^__Host-tillform-session=/)
  expect(attributes(cookie)).toEqual(['HttpOnly', 'Max-Age=1209600', 'Path=/', 'SameSite=Strict', 'Secure'])
  expect(device).toMatch(/^__Host-tillform-device=/)
  expect(attributes(device)).toEqual(['HttpOnly', 'Max-Age=31536000', 'Path=/', 'SameSite=Strict', 'Secure'])
  const renewed = await call(app, 'POST', '/api/authentication/refresh', {
    body: {},
    headers: { ...headers, ...ownRequestHeaders, cookie: cookie.split(';')[0] ?? '' },
  })
  expect(renewed.status).toBe(200)
})

// Proves response-headers.
test('behind HTTPS every response tells browsers to keep using it', async () => {
  for (const path of ['/', '/api/nothing', '/health/live', '/payment/nothing']) {
    const { headers } = await fetch(`${app.url}${path}`)
    expect([path, headers.get('strict-transport-security')]).toEqual([
      path,
      'max-age=31536000; includeSubDomains',
    ])
  }
})
