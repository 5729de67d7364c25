import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import { call, signUpSeller, startTestApp, type Answer, type TestApp } from '#test-app.ts'
import { createLimiter, type Use } from './limiter.ts'

let app: TestApp
let person = { name: 'Ada', email: '', password: 'a fine long password' }
let people = 0

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: [] } })
})
afterAll(async () => app.close())
beforeEach(async () => {
  await app.services.db.deleteFrom('rateLimits').execute()
  person = { ...person, email: `owner-${(people += 1)}@example.com` }
})

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  call(app, 'POST', `/api/${path}`, { body, headers })

/** How many attempts pass the limits, counted for all routes together. */
const countPassed = async (times: number, useOf: (index: number) => Use[]) => {
  const limiter = createLimiter(app.services, app.config)
  let passed = 0
  for (let from = 0; from < times; from += 50) {
    const tries = Array.from({ length: Math.min(50, times - from) }, async (_, index) => {
      try {
        await limiter.take(useOf(from + index))
        passed += 1
      } catch (error) {
        if (!(error instanceof TooManyRequests)) throw error
      }
    })
    await Promise.all(tries)
  }
  return passed
}

test('of a thousand guesses at a password only twenty are checked, and the owner can sign in later', async () => {
  await post('authentication/sign-up', person)
  const passed = await countPassed(1_000, (index) => [
    { rule: 'signInOfAccount', subject: person.email },
    { rule: 'signInFromAddress', subject: `10.${index >> 8}.${index & 255}.1` },
  ])

  expect(passed).toBe(20)
  const { email, password } = person
  expect((await post('authentication/sign-in', { email, password })).status).toBe(429)
  app.clock.advance(15 * 60 + 1)
  expect((await post('authentication/sign-in', { email, password })).status).toBe(200)
})

test('a device that has signed in before is locked out only by guesses made on it', async () => {
  const signIn = (headers: Record<string, string>, password = person.password) =>
    post('authentication/sign-in', { email: person.email, password }, headers)
  const deviceOf = ({ headers }: Answer) => ({ cookie: headers.getSetCookie()[1]?.split(';')[0] ?? '' })
  const [home, office] = [deviceOf(await post('authentication/sign-up', person)), deviceOf(await signIn({}))]
  const elsewhere = [
    { rule: 'signInOfAccount', subject: person.email },
    { rule: 'signInFromAddress', subject: '127.0.0.1' },
  ] as const
  expect(await countPassed(60, () => [...elsewhere])).toBe(20)

  expect((await signIn({})).status).toBe(429)
  expect(deviceOf(await signIn(home))).toEqual(home)
  const wrong = await Promise.all(Array.from({ length: 21 }, () => signIn(home, 'not the password')))
  expect(wrong.filter(({ status }) => status === 401)).toHaveLength(20)
  expect((await signIn(home)).status).toBe(429)
  expect((await signIn(office)).status).toBe(200)
  const foreign = await post('authentication/sign-up', { ...person, email: 'eve@example.com' })
  expect((await signIn(deviceOf(foreign))).status).toBe(429)
})

test('correct passwords do not count as guesses but are limited separately', async () => {
  await post('authentication/sign-up', person)
  const limiter = createLimiter(app.services, app.config)
  const uses = [
    { rule: 'signInOfAccount', subject: person.email },
    { rule: 'signInFromAddress', subject: '127.0.0.1' },
    { rule: 'rightPassword', subject: person.email },
  ] as const
  const counts = async () => {
    const used = await limiter.count([], uses)
    return uses.map((use) => used.of(use)?.count ?? 0)
  }
  const signIn = (password = person.password) =>
    post('authentication/sign-in', { email: person.email, password })
  expect((await signIn('not the password')).status).toBe(401)
  await Promise.all([signIn(), signIn(), signIn()])

  expect(await counts()).toEqual([1, 1, 3])
  await countPassed(97, () => [uses[2]])
  expect((await signIn()).status).toBe(429)
})

test(
  'an IP address that guesses the passwords of a thousand accounts gets fifty attempts',
  { tags: 'long' },
  async () => {
    const passed = await countPassed(1_000, (index) => [
      { rule: 'signInOfAccount', subject: `person-${index}@example.com` },
      { rule: 'signInFromAddress', subject: '203.0.113.9' },
    ])

    expect(passed).toBe(50)
  },
)

test('a forged forwarded address does not raise the limits on sign-ups and messages', async () => {
  const forged = (index: number) => ({
    'x-forwarded-for': `198.51.100.${index}`,
    forwarded: `for=198.51.100.${index}`,
  })
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) {
    const body = { ...person, email: `new-${index}@example.com` }
    statuses.push((await post('authentication/sign-up', body, forged(index))).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 201), 429])

  const message = { name: 'Bea', email: 'bea@example.com', subject: 'A question', message: 'Does it work?' }
  const sent: number[] = []
  for (let index = 0; index < 6; index += 1)
    sent.push((await post('contact-us', message, forged(index))).status)
  expect(sent).toEqual([202, 202, 202, 202, 202, 429])
})

// Proves shared-limits.
test('a password reset can be requested five times an hour, even for an unknown account', async () => {
  await post('authentication/sign-up', person)
  for (const email of [person.email, 'nobody@example.com']) {
    const statuses: number[] = []
    for (let index = 0; index < 6; index += 1) {
      statuses.push((await post('authentication/forgot-password', { email })).status)
    }
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
  }
})

test('a confirmation email can be resent five times an hour', async () => {
  const { token } = await signUpSeller(app, { isOnboarded: false })
  const resend = () => call(app, 'POST', '/api/authentication/resend-confirmation', { token, body: {} })
  const statuses: number[] = []
  for (let index = 0; index < 6; index += 1) statuses.push((await resend()).status)

  expect(statuses).toEqual([202, 202, 202, 202, 202, 429])
})
