// Tests that one deliberately slow IP address does not affect others.
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { addFile } from '#accounts/uploads/test-files.ts'
import { createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { errorBody } from '../contract/contract.ts'

let app: TestApp
let seller: TestSeller
let form: string
beforeAll(async () => {
  app = await startTestApp({
    config: { crowds: { inAll: 40, ofNetwork: 16 }, trustedProxies: ['127.0.0.9'] },
  })
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(() => app.close())

type Answer = {
  readonly status: number | undefined
  readonly text: string
  readonly wait: string | undefined
}

/** Sends a request over a separate connection, from one of this machine's IP addresses. */
function ask(
  from: string,
  method: string,
  path: string,
  { body = '', headers = {} }: { body?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Answer> {
  const type = body === '' ? {} : { 'content-type': 'application/json', 'content-length': body.length }
  return new Promise((resolve, reject) => {
    const asked = request(
      `${app.url}${path}`,
      { method, localAddress: from, agent: new Agent(), headers: { ...type, ...headers } },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () =>
          resolve({ status: response.statusCode, text, wait: response.headers['retry-after'] }),
        )
      },
    )
    asked.on('error', reject).end(body)
  })
}

/** Opens connections from an IP address, sends `head` on each and never reads a response. */
async function occupy(from: string, times: number, head: string): Promise<void> {
  const sockets: Socket[] = []
  onTestFinished(async () => {
    const gone = sockets.map((socket) => new Promise((resolve) => socket.on('close', resolve)))
    sockets.forEach((socket) => socket.destroy())
    await Promise.all(gone)
  })
  const { port, host } = new URL(app.url)
  await Promise.all(
    Array.from({ length: times }, async () => {
      const socket = connect({ port: Number(port), host: '127.0.0.1', localAddress: from })
      sockets.push(socket)
      socket.on('error', () => undefined).pause()
      await new Promise((resolve) => socket.once('connect', resolve))
      socket.write(head.replace('HOST', host))
    }),
  )
}

const half =
  'POST /api/stripe/pay-form HTTP/1.1\r\nhost: HOST\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n{"a":'

const pay = (from: string, headers: Readonly<Record<string, string>> = {}) =>
  ask(from, 'POST', '/api/stripe/pay-form', {
    body: JSON.stringify({
      form,
      email: `bea-${crypto.randomUUID()}@example.com`,
      name: 'Bea',
      paymentMethodId: 'pm_card_visa',
    }),
    headers,
  })

/** A payment request whose body the test sends later. */
function payLater(from: string) {
  const headers = { 'content-type': 'application/json', 'content-length': '{"form":"none"}'.length }
  const asked = request(`${app.url}/api/stripe/pay-form`, {
    method: 'POST',
    localAddress: from,
    agent: new Agent(),
    headers,
  })
  const answer = new Promise<{ readonly status: number | undefined }>((resolve, reject) => {
    asked.on('error', reject).on('response', (response) => {
      response.resume()
      resolve({ status: response.statusCode })
    })
  })
  return { asked, answer }
}

/** Expects that other IP addresses get responses. */
async function expectServed(): Promise<void> {
  for (const path of ['/health/live', '/health/ready', `/payment/${form}`, '/login'])
    expect([path, (await ask('127.9.9.9', 'GET', path)).status]).toEqual([path, 200])
  expect((await ask('127.9.9.9', 'POST', '/api/webhooks/stripe', { body: '{}' })).status).toBe(400)
  expect(await pay('127.9.9.9')).toMatchObject({ status: 200 })
}

// Proves network-share.
test('an IP address that never finishes its requests does not block others or health checks', async () => {
  await occupy('127.6.6.6', 60, half)
  await expect.poll(async () => (await pay('127.6.6.6')).status).toBe(503)
  await expectServed()

  const refused = await pay('127.6.6.6')
  expect(errorBody.parse(JSON.parse(refused.text))).toMatchObject({
    code: 'overloaded',
    message: 'Too many requests are coming from your network right now. Try again in a few seconds.',
  })
  expect(Number(refused.wait)).toBeGreaterThan(0)
  expect((await ask('127.6.6.6', 'GET', '/health/live')).status).toBe(200)
  expect((await ask('127.6.6.6', 'GET', '/login')).status).toBe(200)
})

// Proves network-share.
test('an IP address that never reads its responses does not block others', async () => {
  const video = Buffer.alloc(9 * 1024 * 1024)
  Buffer.concat([Buffer.from('0000001866747970', 'hex'), Buffer.from('isom\0\0\0\0isommp42')]).copy(video)
  const { url } = await addFile(app, seller, 'lesson.mp4', video)
  const head = `GET ${url} HTTP/1.1\r\nhost: HOST\r\nauthorization: Bearer ${seller.token}\r\n\r\n`
  await expect
    .poll(async () => {
      await occupy('127.6.7.8', 15, head)
      return (await ask('127.6.7.8', 'GET', '/login')).status
    })
    .toBe(503)

  await expectServed()
})

// Proves network-share.
test('the clients of a trusted proxy are counted separately, and an IPv6 network as one client', async () => {
  const by = (address: string) => ({ 'x-forwarded-for': address })
  await occupy('127.0.0.9', 60, half.replace('\r\n\r\n', '\r\nx-forwarded-for: 2001:db8:1:2::9\r\n\r\n'))
  await expect.poll(async () => (await pay('127.0.0.9', by('2001:db8:1:2:ffff::1'))).status).toBe(503)

  expect((await pay('127.0.0.9', by('2001:db8:1:3::1'))).status).toBe(200)
  expect((await pay('127.0.0.9', by('203.0.113.7'))).status).toBe(200)
})

test('an IP address with too many silent connections gets an error message', async () => {
  await occupy('127.6.6.7', 5 * 16, 'GET /login HTTP/1.1\r\nhost: HO')
  const refused = await ask('127.6.6.7', 'GET', '/login')

  expect([refused.status, z.object({ code: z.string() }).parse(JSON.parse(refused.text)).code]).toEqual([
    503,
    'overloaded',
  ])
  expect(Number(refused.wait)).toBeGreaterThan(0)
  await expectServed()
})

// Proves network-share.
test('new clients replace idle connections without cutting off a response in progress', async () => {
  const idle = 'GET /health/live HTTP/1.1\r\nhost: HOST\r\n\r\n'
  for (let network = 1; network <= 6; network += 1) await occupy(`127.40.0.${network}`, 5 * 16, idle)
  await expectServed()

  const { asked, answer } = payLater('127.41.0.1')
  await new Promise((resolve) => asked.write('{"form":', resolve))
  await expectServed()
  for (let network = 1; network <= 6; network += 1) await occupy(`127.41.0.${network}`, 5 * 16, idle)
  await expectServed()
  asked.end('"none"}')
  expect((await answer).status).toBe(422)
})

test('many people behind one IP address are served at the same time', async () => {
  const answers = await Promise.all([
    ...Array.from({ length: 8 }, () => pay('127.7.7.7')),
    ...Array.from({ length: 8 }, () => ask('127.7.7.7', 'GET', '/login')),
  ])

  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
})
