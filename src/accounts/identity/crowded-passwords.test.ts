// Comparing a password takes a turn: a few networks that bring many do not keep others from theirs.
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { call, signUpSeller, startTestApp, type Answer, type TestApp, type TestSeller } from '#test-app.ts'
import { contracts } from '#test-contracts.ts'
import { hashPassword } from './password.ts'
import { keyFrom } from './test-mails.ts'

/** Derivations that have begun; while `isHeld` they end one by one, as the test lets them. */
const derivations = { isHeld: false, begun: new Array<() => void>() }
const { scrypt } = crypto

let app: TestApp
let seller: TestSeller
let reset = ''
const email = 'seller-1@example.com'
const password = 'correct-horse'
beforeAll(async () => {
  vi.spyOn(crypto, 'scrypt').mockImplementation((...given) => {
    const derive = () => scrypt(...given)
    if (derivations.isHeld) derivations.begun.push(derive)
    else derive()
  })
  syncBuiltinESMExports()
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
  seller = await signUpSeller(app, { isOnboarded: false })
  await call(app, 'POST', '/api/authentication/forgot-password', { body: { email } })
  reset = await keyFrom(app, email, 'account-reset')
})
afterAll(async () => {
  vi.restoreAllMocks()
  syncBuiltinESMExports()
  await app.close()
})

beforeEach(() => {
  derivations.isHeld = true
})
afterEach(() => {
  derivations.isHeld = false
  for (const derive of derivations.begun.splice(0)) derive()
})

const from = (network: string) => ({ 'x-forwarded-for': network })

/** So many of a network that have a turn or wait for it; undefined of those that got no place. */
const crowd = (network: string, size: number) =>
  Array.from({ length: size }, () => hashPassword('a crowd', network).catch(() => undefined))

const signIn = (network: string, given = { email, password }) =>
  call(app, 'POST', '/api/authentication/sign-in', { body: given, headers: from(network) })

async function counts(): Promise<Record<string, number>> {
  const rows = await app.services.db.selectFrom('rateLimits').select(['key', 'count']).execute()
  return Object.fromEntries(rows.filter(({ count }) => count > 0).map(({ key, count }) => [key, count]))
}

/** What each route that takes a password is sent; a new one belongs here. */
const bodies: Readonly<Record<string, () => object>> = {
  signUp: () => ({ name: 'Ada', email: 'ada@example.com', password: 'a fine long password' }),
  signIn: () => ({ email, password }),
  prove: () => ({ password }),
  beginSecondFactor: () => ({ password }),
  renewRecoveryCodes: () => ({ password }),
  endSecondFactor: () => ({ password }),
  beginPasskey: () => ({ password }),
  eraseAccount: () => ({ password }),
  changeEmail: () => ({ password, email: 'other@example.com' }),
  changePassword: () => ({ currentPassword: password, newPassword: 'a fine long password' }),
  resetPassword: () => ({ token: reset, password: 'a fine long password' }),
}

const asking = contracts
  .flatMap((contract) => Object.entries(contract))
  .filter(
    ([, { body }]) =>
      body instanceof z.ZodObject && Object.keys(body.shape).some((key) => /password/i.test(key)),
  )

test('every route that takes a password is named here', () => {
  expect(asking.map(([name]) => name).toSorted()).toEqual(Object.keys(bodies).toSorted())
})

test.each(asking)('where there is no turn, %s says so and uses nothing up', async (name, route) => {
  const waiting = crowd('203.0.113.7', 51)
  const before = await counts()
  const { token } = seller
  const answer = await call(app, route.method, `/api${route.path.replace(/:\w+/, seller.userId)}`, {
    ...(route.access === 'anyone' ? {} : { token }),
    headers: from('203.0.113.7'),
    body: bodies[name]?.(),
  })

  expect([answer.status, answer.body]).toMatchObject([503, { code: 'overloaded' }])
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await counts()).toEqual(before)
  await letGo(Promise.all(waiting))
})

/** Lets one after the other end until this is done; answers how many it took. */
async function letGo(until: Promise<unknown>): Promise<number> {
  let isDone = false
  void until.finally(() => (isDone = true))
  for (let ended = 0; ; ended += 1) {
    await vi.waitUntil(() => isDone || derivations.begun.length > 0)
    if (isDone) return ended
    derivations.begun.shift()?.()
    await new Promise((resolve) => setTimeout(resolve, 2))
  }
}

test('while three networks bring more than may wait, a seller elsewhere signs in after a few turns', async () => {
  const crowds = [1, 2, 3].flatMap((network) => crowd(`198.51.100.${network}`, 60))
  let answer: Answer | undefined
  const signedIn = signIn('203.0.113.8').then((given) => (answer = given))
  await new Promise((resolve) => setTimeout(resolve, 200))

  expect(await letGo(signedIn)).toBeLessThan(20)
  expect(answer?.status).toBe(200)
  await letGo(Promise.all(crowds))
})
