import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the embed script is small and is cached for an hour', async () => {
  const first = await fetch(`${app.url}/embed.js`)
  const code = await first.text()
  const etag = first.headers.get('etag') ?? ''
  const again = await fetch(`${app.url}/embed.js`, { headers: { 'if-none-match': etag } })

  expect(gzipSync(code).length).toBeLessThan(2_200)
  expect(first.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(first.headers.get('cache-control')).toContain('public, max-age=3600')
  expect(first.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(again.status).toBe(304)
})
