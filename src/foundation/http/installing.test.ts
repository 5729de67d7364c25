import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${app.url}${path}`, { headers })

test('the app’s manifest lists icons that exist in the sizes it states', async () => {
  const document = await (await get('/forms')).text()
  expect(document).toContain('<link rel="manifest" href="/manifest.webmanifest">')
  const answer = await get('/manifest.webmanifest')
  expect(answer.headers.get('content-type')).toBe('application/manifest+json; charset=utf-8')
  const { icons, start_url: start } = z
    .object({
      start_url: z.string(),
      icons: z.array(z.object({ src: z.string(), sizes: z.string(), type: z.string() })),
    })
    .parse(await answer.json())

  expect(start).toBe('/forms')
  for (const { src, sizes, type } of icons) {
    const icon = await get(src)
    expect([src, icon.headers.get('content-type')]).toEqual([src, type])
    const { width, height } = await sharp(await icon.arrayBuffer()).metadata()
    if (sizes !== 'any') expect([src, `${width}x${height}`]).toEqual([src, sizes])
  }
})

test('the service worker is revalidated on each request and caches nothing', async () => {
  const answer = await get('/sw.js')
  const code = await answer.text()

  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  expect((await get('/sw.js', { 'if-none-match': answer.headers.get('etag') ?? '' })).status).toBe(304)
  expect(code).toContain('You are offline')
  expect(code).not.toMatch(/\bcaches\b|indexedDB/)
})

test('buyers’ pages have no manifest or service worker and allow neither', async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  const page = await get(`/payment/${form}`)
  const html = await page.text()

  expect(html).not.toContain('manifest')
  expect(html).not.toContain('serviceWorker')
  const policy = page.headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).not.toContain('worker-src')
})
