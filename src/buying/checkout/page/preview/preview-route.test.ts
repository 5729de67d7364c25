import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the preview document contains no data and cannot call a server', async () => {
  const response = await fetch(`${app.url}/preview/payment`)
  const [text, policy] = [await response.text(), response.headers.get('content-security-policy') ?? '']
  const [, nonce = ''] = /'nonce-([^']+)'/.exec(policy) ?? []

  expect(response.status).toBe(200)
  expect(text).toContain('<div id="root"></div>')
  expect(text).not.toContain('provider-script')
  const scripts = [...text.matchAll(/<script(?! type="application\/json")[^>]*>/g)]
  expect(scripts.every(([tag]) => tag.includes(`nonce="${nonce}"`))).toBe(true)
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("frame-ancestors 'self'")
  expect(policy).not.toMatch(/connect-src|frame-src|https?:/)
})

test('each preview response has its own nonce', async () => {
  const policies = await Promise.all(
    [1, 2].map(async () =>
      (await fetch(`${app.url}/preview/payment`)).headers.get('content-security-policy'),
    ),
  )
  expect(new Set(policies).size).toBe(2)
})

// Proves framing.
test('the back office can frame the preview, but no other page can frame the back office', async () => {
  const policy = (await fetch(`${app.url}/forms/create`)).headers.get('content-security-policy')
  expect(policy).toContain("frame-src 'self' https://www.youtube-nocookie.com")
  expect(policy).toContain("frame-ancestors 'none'")
})
