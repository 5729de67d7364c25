import { createECDH, randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import webPush from 'web-push'
import { z } from 'zod'
import { createTestForm, call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { buy, notifyAll } from '../test-notifications.ts'
import { isPushService } from './contract.ts'
import { sendPushes, type CallService } from './send-pushes.ts'

const keys = webPush.generateVAPIDKeys()
let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp({ config: { push: keys } })
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

/** A browser with its push subscription and the keys to read messages. */
const browser = () => {
  const ecdh = createECDH('prime256v1')
  ecdh.generateKeys()
  const auth = randomBytes(16)
  const endpoint = `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`
  return {
    endpoint,
    keys: { p256dh: ecdh.getPublicKey('base64url'), auth: auth.toString('base64url') },
    read(body: Buffer): unknown {
      const ece = z
        .object({ decrypt: z.custom<(given: Buffer, how: object) => Buffer>() })
        .parse(createRequire(import.meta.url)('http_ece'))
      const how = { version: 'aes128gcm', privateKey: ecdh, authSecret: auth.toString('base64url') }
      return JSON.parse(ece.decrypt(body, how).toString('utf8'))
    },
  }
}
const payload = z.object({ title: z.string(), body: z.string(), path: z.string() })
type Browser = ReturnType<typeof browser>

const turnOn = ({ endpoint, keys: own }: Browser, changes: object = {}, { token } = seller) =>
  call(app, 'POST', '/api/notices/push/devices', {
    token,
    body: { endpoint, keys: own, kinds: ['sale'], showsBuyer: false, ...changes },
  })

type Sent = { readonly endpoint: string; readonly headers: Record<string, string>; readonly body: Buffer }

/** Sends due messages to a push service with this status. Returns the messages it received. */
const send = async (status = 201): Promise<Sent[]> => {
  const sent: Sent[] = []
  const service: CallService = async (endpoint, request) => {
    sent.push({ endpoint, ...request })
    return status
  }
  while ((await sendPushes(app.services, keys, service)) > 0);
  return sent
}

const sell = async () => {
  await buy(app, form)
  await notifyAll(app)
}
const devicesOf = async ({ token }: TestSeller) =>
  z
    .object({ publicKey: z.string().nullable(), devices: z.array(z.object({ id: z.string() })) })
    .parse((await call(app, 'GET', '/api/notices/push', { token })).body)

// Proves push-services.
test('a sale reaches a device only once, encrypted and without the buyer’s name', async () => {
  const phone = browser()
  expect((await turnOn(phone)).status).toBe(200)
  await sell()
  const [message, ...more] = await send()

  expect(more).toEqual([])
  expect(message?.endpoint).toBe(phone.endpoint)
  expect(message?.headers).toMatchObject({ 'Content-Encoding': 'aes128gcm', Topic: 'sale' })
  expect(message?.headers['Authorization']).toContain(`k=${keys.publicKey}`)
  expect(String(message?.body)).not.toContain('watercolor')
  const shown = payload.parse(phone.read(message?.body ?? Buffer.alloc(0)))
  expect(shown).toMatchObject({ title: 'New sale: $49.00', body: 'A course in watercolor' })
  expect(shown.path).toMatch(/^\/sales\/[\w-]+$/)
  expect(await send()).toEqual([])
})

test('push messages show buyers’ names only if the member allows it', async () => {
  const [open, quiet] = [browser(), browser()]
  await turnOn(open, { showsBuyer: true })
  await turnOn(quiet, { kinds: ['dispute'] })
  await sell()
  const sent = await send()

  expect(sent.map(({ endpoint }) => endpoint)).toEqual([open.endpoint])
  expect(open.read(sent[0]?.body ?? Buffer.alloc(0))).toMatchObject({
    body: 'Bea Novak bought “A course in watercolor” for $49.00.',
  })
})

test('many sales are sent as one push message', async () => {
  const phone = browser()
  await turnOn(phone)
  await sell()
  await send()
  for (let count = 0; count < 3; count += 1) await sell()
  app.clock.advance(61)
  await notifyAll(app)
  const sent = await send()

  const [shown, ...more] = sent.map(({ body }) => payload.parse(phone.read(body)))
  expect([shown?.body, shown?.path, more]).toEqual(['', '/sales', []])
  expect(shown?.title).toMatch(/^3 sales in the last .*, \$147\.00$/)
})

test('push messages wait for the end of quiet hours and are then sent once per kind', async () => {
  const phone = browser()
  await turnOn(phone)
  const from = app.clock.now().getUTCHours()
  const quiet = { from, to: (from + 8) % 24 }
  await call(app, 'PATCH', '/api/notices/settings', { token: seller.token, body: { quiet } })
  await sell()
  app.clock.advance(120)
  await sell()
  expect(await send()).toEqual([])

  app.clock.advance(8 * 3600)
  await notifyAll(app)
  const shown = (await send()).map(({ body }) => payload.parse(phone.read(body)).title)
  expect(shown).toEqual([expect.stringMatching(/^2 sales in the last [89] hours, \$98\.00$/)])
  app.clock.set(new Date())
})

test('a push service that does not respond is tried again later', async () => {
  await turnOn(browser())
  await sell()
  expect(await send(503)).toHaveLength(1)
  expect(await send()).toEqual([])
  app.clock.advance(61)
  expect(await send(410)).toHaveLength(1)

  expect((await devicesOf(seller)).devices).toEqual([])
  await sell()
  app.clock.advance(3_600)
  expect(await send()).toEqual([])
})

// Proves push-services.
test('a signed-out member’s device gets none of their messages, even under another account', async () => {
  const phone = browser()
  await turnOn(phone)
  const other = await signUpSeller(app)
  // The first member's unsent messages are not sent to the second.
  await sell()
  await notifyAll(app)
  await turnOn(phone, {}, other)
  await sell()
  expect(await send()).toEqual([])

  await turnOn(phone)
  await app.services.db.deleteFrom('sessions').where('userId', '=', seller.userId).execute()
  await sell()
  app.clock.advance(3_600)
  await notifyAll(app)
  expect(await send()).toEqual([])
})

test('a push device belongs to its member and is deleted when turned off', async () => {
  await turnOn(browser())
  const other = await signUpSeller(app)
  const [device] = (await devicesOf(seller)).devices
  const remove = ({ token }: TestSeller) =>
    call(app, 'DELETE', `/api/notices/push/devices/${device?.id ?? ''}`, { token })

  expect(await call(app, 'GET', '/api/account/export', { token: seller.token })).toMatchObject({
    body: { pushDevices: [{ service: 'fcm.googleapis.com', kinds: ['sale'], showsBuyer: false }] },
  })
  expect((await devicesOf(other)).devices).toEqual([])
  expect((await remove(other)).status).toBe(404)
  expect((await devicesOf(seller)).devices).toEqual([device])
  expect((await remove(seller)).status).toBe(200)
  expect((await devicesOf(seller)).devices).toEqual([])
})

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://web.push.apple.com/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
])('%s is recognized as a push service', (address) => expect(isPushService(address)).toBe(true))

// Proves push-services.
test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/abc',
  'https://fcm.googleapis.com@127.0.0.1/abc',
  'https://fcm.googleapis.com.example.com/abc',
  'https://notify.windows.com.evil.example/abc',
  'https://evilnotify.windows.com.example/abc',
  'https://127.0.0.1/abc',
  'https://169.254.169.254/latest/meta-data',
  'not an address',
])('the server never calls the push address %s', async (endpoint) => {
  const answer = await turnOn({ ...browser(), endpoint })
  expect([answer.status, (await devicesOf(seller)).devices]).toEqual([422, []])
})
