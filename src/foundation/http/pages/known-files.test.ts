import { writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const get = (path: string) => fetch(`${app.url}${path}`)

test.each([
  '/sitemap.xml',
  '/favicon.ico',
  '/.env',
  '/.well-known',
  '/.well-known/',
  '/.well-known/openid-configuration',
  '/.well-known/apple-app-site-association',
  '/.WELL-KNOWN/x',
  '/%2ewell-known/x',
  '/forms/index.html',
])('%s gets the response for a missing file, not a page', async (path) => {
  const answer = await get(path)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([
    404,
    'application/json; charset=utf-8',
  ])
})

test.each(['/nothing', '/some.thing', '/well-known/x', '/forms/create'])('%s opens the app', async (path) => {
  const answer = await get(path)

  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
})

test('robots.txt excludes search engines only from the API', async () => {
  const answer = await get('/robots.txt')

  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  expect(await answer.text()).toBe('User-agent: *\nDisallow: /api/\n')
})

test('Apple Pay’s domain file is served only if the operator provides it', async () => {
  const path = '/.well-known/apple-developer-merchantid-domain-association'
  expect((await get(path)).status).toBe(404)
  await writeFile(join(app.config.dataDir, basename(path)), '7B227073704964')
  const answer = await get(path)

  expect([answer.status, await answer.text()]).toEqual([200, '7B227073704964'])
})

test('security.txt has a contact and expires within a year', async () => {
  const text = await (await get('/.well-known/security.txt')).text()
  const expires = /^Expires: (.+)$/m.exec(text)?.[1] ?? ''
  const days = (Date.parse(expires) - app.clock.now().getTime()) / 86_400_000

  expect(text).toContain(`Contact: ${app.url}/contact-us\n`)
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(365)
})

test('search engines can list only a live shop’s payment page', async () => {
  const live = await startTestApp({ config: { provider: { ...app.config.provider, isTestMode: false } } })
  onTestFinished(() => live.close())
  const pageOf = async (of: TestApp, isOnboarded: boolean) => {
    // Both apps use the same sandbox.
    const seller = await signUpSeller({ ...of, sandbox: app.sandbox })
    const form = await createTestForm(of, seller)
    if (!isOnboarded) {
      await of.services.db.updateTable('sellers').set({ stripeAccountId: null }).execute()
    }
    return fetch(`${of.url}/payment/${form}`)
  }
  const robotsOf = (answer: Response) => answer.headers.get('x-robots-tag')
  const [sold, tried] = [await pageOf(live, true), await pageOf(app, true)]
  const closed = await pageOf(live, false)

  expect([sold, tried, closed].map(({ status }) => status)).toEqual([200, 200, 200])
  expect([sold, tried, closed].map(robotsOf)).toEqual([null, 'noindex', 'noindex'])
  for (const path of [
    '/',
    '/login',
    '/nothing',
    '/payment/x',
    '/preview/payment',
    '/api/docs',
    '/embed.js',
  ]) {
    expect([path, robotsOf(await fetch(`${live.url}${path}`))]).toEqual([path, 'noindex'])
  }
})
