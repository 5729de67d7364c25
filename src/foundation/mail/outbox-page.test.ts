import { afterAll, beforeAll, expect, test } from 'vitest'
import { inTransaction } from '#foundation/db/database.ts'
import { enqueueMail } from './outbox.ts'
import { sendTo } from '#foundation/http/contract/test-send.ts'
import { startTestApp, type TestApp } from '#test-app.ts'

let app: TestApp
let host: string
beforeAll(async () => {
  app = await startTestApp()
  host = new URL(app.url).host
})
afterAll(() => app.close())

const statusOf = async (of: TestApp, headers: Readonly<Record<string, string>>) =>
  (await sendTo(of, '', 'GET', '/dev/mail', { headers })).status

test('the development outbox is visible on this machine', async () => {
  expect(await statusOf(app, { host })).toBe(200)
})

test('the development outbox lists each email by its subject, even if its text is not stored', async () => {
  const mail = { kind: 'account_restricted', recipient: 'ada@example.com', data: { name: 'Ada' } }
  await inTransaction(app.services.db, (tx) => enqueueMail(tx, { ...mail, about: 'x', at: app.clock.now() }))
  const { text } = await sendTo(app, '', 'GET', '/dev/mail', { headers: { host } })

  expect(text).toContain('cannot accept payments')
})

// Proves development-mode.
test.each([
  ['x-forwarded-for', '203.0.113.7'],
  ['x-forwarded-host', 'shop.example'],
  ['x-forwarded-proto', 'https'],
  ['forwarded', 'for=203.0.113.7'],
  ['x-real-ip', '127.0.0.1'],
  ['via', '1.1 proxy'],
  ['cf-connecting-ip', '203.0.113.7'],
])('a proxied or tunneled request (%s) cannot see the outbox, whatever its host', async (name, value) => {
  expect(await statusOf(app, { host, [name]: value })).toBe(404)
  expect((await sendTo(app, '', 'GET', '/dev/mail/x', { headers: { host, [name]: value } })).status).toBe(404)
})

test('the development outbox is hidden on a public host and does not exist in production', async () => {
  const open = await startTestApp({ config: { publicUrl: 'https://shop.example' } })
  const live = await startTestApp({ config: { isProduction: true } })
  try {
    expect(await statusOf(open, { host: 'shop.example' })).toBe(404)
    const ofLive = await sendTo(live, '', 'GET', '/dev/mail', { headers: { host: new URL(live.url).host } })
    expect(ofLive.text).not.toContain('Outbox')
  } finally {
    await open.close()
    await live.close()
  }
})
