// @module-tag long: it runs the examples from the docs in separate processes.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Webhook } from 'standardwebhooks'
import { parseSync } from 'vite'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeKey } from '#accounts/api-keys/test-keys.ts'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { addBump } from '#buying/upsells/test-offers.ts'
import { freePort } from '#foundation/process/test-free-port.ts'
import { createEndpoint, deliveriesOf, sendAll, turnOnEndpoint } from '#selling/endpoints/test-endpoints.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { answerMessages, verifyMessage } from '../packages/sdk/src/webhooks.ts'
import { root } from './run-tool.ts'
import { typeOf, writeOperations, writeSdk } from './write-sdk.ts'

let app: TestApp
let seller: TestSeller
/** A folder in which `@tillform/sdk` is installed. */
let folder: string
let sdk: string

beforeAll(async () => {
  app = await startTestApp()
  folder = await mkdtemp(join(tmpdir(), 'tillform-sdk-'))
  const installed = join(folder, 'node_modules/@tillform/sdk')
  sdk = join(installed, 'dist')
  await mkdir(sdk, { recursive: true })
  await writeFile(join(installed, 'package.json'), await readFile(join(root, 'packages/sdk/package.json')))
  const { body } = await call(app, 'GET', '/api/openapi.json')
  await writeSdk(body, sdk)
})
beforeEach(async () => {
  seller = await signUpSeller(app)
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const docs = async () => readFile(join(root, 'docs/sdk.md'), 'utf8')

/** Runs an example from the docs, by its number, as a program that uses the installed SDK. */
async function run(example: number, env: Readonly<Record<string, string>>) {
  const code = [...(await docs()).matchAll(/```js\n([^]*?)```/g)][example]?.[1] ?? ''
  await writeFile(join(folder, `example-${example}.mjs`), code)
  return spawn(process.execPath, [`example-${example}.mjs`], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
}

test('the SDK has a method for each route that API keys can call, with its types, and is small', async () => {
  const { body } = await call(app, 'GET', '/api/openapi.json')
  const { script, types } = writeOperations(body)
  expect(script).toContain('refundSale: ["POST", "/sales/{id}/refunds"],')
  expect(script).not.toMatch(/createApiKey|signIn|saveNumbering/)
  expect(types).toContain('readEvent: { input: { params: { "id": string } }; output: {')
  expect(parseSync('api.d.ts', types).errors).toEqual([])
  const texts = await Promise.all(
    ['api', 'client', 'errors', 'index', 'webhooks'].map((name) => readFile(join(sdk, `${name}.js`), 'utf8')),
  )
  expect(gzipSync(texts.join('')).length).toBeLessThan(8_000)
})

test('a JSON Schema becomes the same type in TypeScript', () => {
  const schema = {
    type: 'object',
    properties: {
      id: { type: 'string' },
      count: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
      kind: { type: 'string', enum: ['a', 'b'] },
      names: { type: 'array', items: { type: 'string' } },
    },
    required: ['id', 'count'],
  }
  expect(typeOf(schema)).toBe(
    '{ "id": string; "count": number | null; "kind"?: "a" | "b" | undefined; "names"?: Array<string> | undefined }',
  )
  expect(typeOf({ type: 'object', additionalProperties: { type: 'number' } })).toBe('Record<string, number>')
})

test('the receiver in the docs gives access once its bump is bought, and rejects forged messages', async () => {
  const bumpId = await addBump(app, seller)
  const form = await createTestForm(app, seller, { bumps: [bumpId] })
  const port = await freePort()
  const { id, secret } = await createEndpoint(app, seller, `http://127.0.0.1:${port}/`)
  const receiver = await run(0, { WEBHOOK_SECRET: secret, PORT: String(port), BUMP_ID: bumpId })
  const said = once(receiver.stdout, 'data')
  await expect
    .poll(async () => (await turnOnEndpoint(app, seller, id)).endpoint.state, { timeout: 120_000 })
    .toBe('on')
  outcomeOf(await pay(app, form, { email: 'bea@example.com', bumps: [bumpId] }))
  await sendAll(app)

  expect(String(await said)).toBe('Access for bea@example.com, with the workbook\n')
  expect((await deliveriesOf(app, seller, id)).map(({ state }) => state)).toEqual(['delivered'])
  const headers = {
    'webhook-id': 'a',
    'webhook-timestamp': String(Math.floor(Date.now() / 1_000)),
    'webhook-signature': 'v1,AAAA',
  }
  const forged = { method: 'POST', headers, body: '{"id":"a","type":"purchase.paid"}' }
  expect((await fetch(`http://127.0.0.1:${port}/`, forged)).status).toBe(401)
  receiver.kill()
})

test('the calls in the docs read a shop with an API key and its rights', async () => {
  const form = await createTestForm(app, seller, { title: 'A course in oil' })
  outcomeOf(await pay(app, form, { email: 'mia@example.com' }))
  const { key } = await makeKey(app, seller, ['forms:read', 'sales:read'])
  const program = await run(2, { TILLFORM_URL: app.url, TILLFORM_KEY: key })
  let said = ''
  program.stdout.on('data', (chunk: Buffer) => (said += String(chunk)))
  await once(program, 'close')

  expect(said).toContain('mia@example.com paid 4900 usd\n')
  expect(said).toContain('A course in oil; the other one: 404 not_found\n')
})

test('the SDK in a worker repeats the challenge, passes events on and rejects old messages', async () => {
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
  const send = (body: string, at = new Date()) => {
    const headers = {
      'webhook-id': 'msg_1',
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': new Webhook(secret).sign('msg_1', at, body),
    }
    return new Request('https://example.com', { method: 'POST', headers, body })
  }
  const events: unknown[] = []
  const answer = answerMessages(['whsec_AAAA', secret], (event) => events.push(event))

  const challenge = await answer(send('{"id":"1","type":"endpoint.verify","challenge":"abc"}'))
  expect(await challenge.text()).toBe('abc')
  expect((await answer(send('{"id":"2","type":"purchase.paid"}'))).status).toBe(200)
  expect(events).toEqual([{ id: '2', type: 'purchase.paid' }])
  const old = send('{"id":"3","type":"purchase.paid"}', new Date(Date.now() - 301_000))
  expect((await answer(old)).status).toBe(401)
  await expect(verifyMessage('{}', new Headers(), secret)).rejects.toThrow('too old')
})
