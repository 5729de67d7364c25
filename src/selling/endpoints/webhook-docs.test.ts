// @module-tag long: it runs the receiver from the docs in a separate process.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventTypes } from '#foundation/events/event-types.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { buy } from '#selling/notifications/test-notifications.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { waits } from './retries.ts'
import { createEndpoint, deliveriesOf, sendAll, turnOnEndpoint } from './test-endpoints.ts'

const docs = readFileSync(join(import.meta.dirname, '../../../docs/webhooks.md'), 'utf8')
let app: TestApp

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

test('the example receiver in the docs verifies a payment event and rejects forged ones', async () => {
  const [, code = ''] = /```js\n([^]*?)```/.exec(docs) ?? []
  const seller = await signUpSeller(app)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}/`
  const { id, secret } = await createEndpoint(app, seller, url)
  const receiver = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const said = once(receiver.stdout, 'data')
  await expect
    .poll(async () => (await turnOnEndpoint(app, seller, id)).endpoint.state, { timeout: 120_000 })
    .toBe('on')
  await buy(app, await createTestForm(app, seller))
  await sendAll(app)

  expect(String(await said)).toMatch(/^Access for .+@example\.com\n$/)
  expect((await deliveriesOf(app, seller, id)).map(({ state }) => state)).toEqual(['delivered'])
  const forged = await fetch(url, {
    method: 'POST',
    headers: { 'webhook-id': 'a', 'webhook-timestamp': '1', 'webhook-signature': 'v1,AAAA' },
    body: '{"type":"purchase.paid"}',
  })
  expect(forged.status).toBe(401)
  receiver.kill()
})

test('the docs list the same retry waits and events as the code', () => {
  const rows = [...docs.matchAll(/^\| (\d+) +\| (\d+) (second|minute|hour)s? +\|$/gm)]
  const units = { second: 1, minute: 60, hour: 3_600 }
  const lengths = rows.map(([, , count, unit]) =>
    unit === 'second' || unit === 'minute' || unit === 'hour' ? Number(count) * units[unit] : 0,
  )
  expect(rows.map(([, tries]) => Number(tries))).toEqual(waits.map((_, index) => index + 1))
  expect(lengths).toEqual([...waits])
  expect(eventTypes.filter((type) => !docs.includes(`\`${type}\``))).toEqual([])
})
