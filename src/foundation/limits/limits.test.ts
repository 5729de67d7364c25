import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { ownHeaders } from '#accounts/identity/test-people.ts'
import { openDatabase } from '#foundation/db/database.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type Answer, type TestApp } from '#test-app.ts'
import { createLimiter } from './limiter.ts'
import { pruneCounts } from './store.ts'

let app: TestApp
let callers = 0
let payments = 0

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1', '10.0.0.0/8'] } })
})
afterAll(async () => app.close())
beforeEach(async () => app.services.db.deleteFrom('rateLimits').execute())

/** A client's IP address, as the trusted proxy reports it. */
const from = (address: string) => ({ 'x-forwarded-for': address })
const newAddress = () => `203.0.113.${(callers += 1)}`

const signIn = (email: string, address: string) =>
  call(app, 'POST', '/api/authentication/sign-in', {
    body: { email, password: 'not the password' },
    headers: from(address),
  })

const times = async (count: number, work: (index: number) => Promise<Answer>) => {
  const statuses: number[] = []
  for (let index = 0; index < count; index += 1) statuses.push((await work(index)).status)
  return statuses
}

const expectTooMany = (answer: Answer, window: number) => {
  expect(answer.status).toBe(429)
  const wait = Number(answer.headers.get('retry-after'))
  expect(wait).toBeGreaterThan(0)
  expect(wait).toBeLessThanOrEqual(window)
  expect(errorBody.parse(answer.body)).toMatchObject({
    code: 'too_many_requests',
    message: 'Too many attempts. Wait a moment and try again.',
  })
}

// Proves shared-limits.
test('an account allows twenty sign-in attempts in 15 minutes from all IP addresses together', async () => {
  const statuses = await Promise.all(
    Array.from({ length: 20 }, async () => (await signIn('ada@example.com', newAddress())).status),
  )

  expect(new Set(statuses)).toEqual(new Set([401]))
  expectTooMany(await signIn('Ada@Example.com', newAddress()), 900)
  expect((await signIn('bob@example.com', newAddress())).status).toBe(401)
  app.clock.advance(15 * 60 + 1)
  expect((await signIn('ada@example.com', newAddress())).status).toBe(401)
})

test('an IP address or an IPv6 network can try to sign in fifty times in 15 minutes', async () => {
  const statuses = await Promise.all(
    Array.from(
      { length: 50 },
      async (_, index) => (await signIn(`ada-${index}@example.com`, `2001:db8:1:2::${index + 1}`)).status,
    ),
  )

  expect(new Set(statuses)).toEqual(new Set([401]))
  expectTooMany(await signIn('eve@example.com', '2001:db8:1:2:ffff::9'), 900)
  expect((await signIn('eve@example.com', '2001:db8:1:3::1')).status).toBe(401)
})

test('an IP address can sign up ten times an hour', async () => {
  const address = newAddress()
  const signUp = (index: number) =>
    call(app, 'POST', '/api/authentication/sign-up', {
      body: { name: 'Ada', email: `new-${index}@example.com`, password: 'short' },
      headers: from(address),
    })
  const valid = (index: number) =>
    call(app, 'POST', '/api/authentication/sign-up', {
      body: { name: 'Ada', email: `new-${index}@example.com`, password: 'a fine long password' },
      headers: from(address),
    })

  expect(await times(3, signUp)).toEqual([422, 422, 422])
  expect(new Set(await times(10, valid))).toEqual(new Set([201]))
  expectTooMany(await valid(11), 3600)
})

test('a session can be renewed sixty times a minute', async () => {
  const address = newAddress()
  const headers = { ...from(address), ...ownHeaders(app) }
  const refresh = () => call(app, 'POST', '/api/authentication/refresh', { body: {}, headers })

  expect(new Set(await times(60, refresh))).toEqual(new Set([401]))
  expectTooMany(await refresh(), 60)
})

const prepare = async () => {
  const form = await createTestForm(app, await signUpSeller(app))
  return (address: string, paymentMethodId = 'pm_card_visa') =>
    call(app, 'POST', '/api/stripe/pay-form', {
      body: { form, email: `bea-${(payments += 1)}@example.com`, name: 'Bea', paymentMethodId },
      headers: { ...from(address), 'idempotency-key': `limits-${payments}` },
    })
}

test('an IP address must wait after five declined payments while other buyers can pay', async () => {
  const pay = await prepare()
  const address = newAddress()

  const declined = await times(5, async () => {
    const answer = await pay(address, 'pm_card_visa_chargeDeclined')
    app.clock.advance(Number(answer.headers.get('retry-after') ?? 0))
    return answer
  })

  expect(declined).toEqual([402, 402, 402, 402, 402])
  expectTooMany(await pay(address), 900)
  expect((await pay(newAddress())).status).toBe(200)
  app.clock.advance(15 * 60 + 1)
  expect((await pay(address)).status).toBe(200)
})

// Proves shared-limits.
test('an IP address can make sixty payments an hour', async () => {
  const pay = await prepare()
  const address = newAddress()
  const statuses: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const paid = Array.from({ length: 10 }, async () => (await pay(address, 'pm_card_visa')).status)
    statuses.push(...(await Promise.all(paid)))
    app.clock.advance(11)
  }

  expect(new Set(statuses)).toEqual(new Set([200]))
  expectTooMany(await pay(address), 3600)
})

test('a signed-in user can call the API six hundred times a minute', { tags: 'long' }, async () => {
  const [{ token }, other] = [await signUpSeller(app), await signUpSeller(app)]
  const read = (by = token) => call(app, 'GET', '/api/forms', { token: by })
  // Signing up has already made two calls to check the onboarding state.
  const statuses = await Promise.all(Array.from({ length: 598 }, async () => (await read()).status))

  expect(new Set(statuses)).toEqual(new Set([200]))
  expectTooMany(await read(), 60)
  expect((await read(other.token)).status).toBe(200)
  app.clock.advance(60)
  expect((await read()).status).toBe(200)
})

test('an IP address can upload sixty files an hour', async () => {
  const { token } = await signUpSeller(app)
  const address = newAddress()
  const upload = async (): Promise<Answer> => {
    const body = new FormData()
    body.set('type', 'form')
    const headers = { authorization: `Bearer ${token}`, ...from(address) }
    const response = await fetch(`${app.url}/api/uploads/files`, { method: 'POST', body, headers })
    return { status: response.status, body: await response.json(), headers: response.headers }
  }

  expect(new Set(await times(60, upload))).toEqual(new Set([422]))
  expectTooMany(await upload(), 3600)
})

// Proves client-address.
test('the client’s IP address is the right-most one that is not a trusted proxy', async () => {
  const email = () => `someone-${(callers += 1)}@example.com`
  const forged = await times(50, (index) => signIn(email(), `198.51.100.${index}, 192.0.2.7, 10.1.2.3`))

  expect(new Set(forged)).toEqual(new Set([401]))
  expectTooMany(await signIn(email(), '198.51.100.99, 192.0.2.7'), 900)
  expect((await signIn(email(), '198.51.100.99')).status).toBe(401)
})

// Proves shared-limits.
test('all processes share the same rate-limit counters', async () => {
  const log = pino({ level: 'silent' })
  const db = openDatabase(app.databaseUrl, { log })
  const beside = createLimiter({ ...app.services, db }, app.config)
  const use = { rule: 'signInOfAccount', subject: 'ada@example.com' } as const
  for (let count = 0; count < 20; count += 1) await beside.take([use])
  await db.destroy()

  expectTooMany(await signIn('ada@example.com', newAddress()), 900)
})

// Proves bounded-memory.
test('expired and excess counters are deleted, except those that are blocking', async () => {
  const { db } = app.services
  const now = app.clock.now()
  const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  await db
    .insertInto('rateLimits')
    .values([
      { key: 'rule:over', count: 9, endsAt: at(-1) },
      { key: 'rule:blocked', count: 9, endsAt: at(1) },
      { key: 'rule:old', count: 1, endsAt: at(2) },
      { key: 'rule:newer', count: 1, endsAt: at(3) },
      { key: 'rule:newest', count: 1, endsAt: at(4) },
    ])
    .execute()
  await pruneCounts(db, now, 2, [{ name: 'rule', limit: 5 }])

  const left = await db.selectFrom('rateLimits').select('key').where('key', 'like', 'rule:%').execute()
  expect(left.map(({ key }) => key).toSorted()).toEqual(['rule:blocked', 'rule:newer', 'rule:newest'])
})

// Proves private-logs.
test('rate-limit counters contain no personal data', async () => {
  await signIn('ada@example.com', '203.0.113.200')
  const rows = await app.services.db.selectFrom('rateLimits').selectAll().execute()

  expect(rows.length).toBe(2)
  expect(JSON.stringify(rows)).not.toMatch(/ada|example|203\.0\.113/)
})
