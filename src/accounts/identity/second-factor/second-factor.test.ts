import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { call } from '#test-app.ts'
import { errorsOf, startPeople, tokenOf, type People, type Person } from '../test-people.ts'
import { matchStep } from './second-factor.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const codes = z.object({ recoveryCodes: z.array(z.string()) })
const post = (token: string, path: string, body: object) =>
  call(people.app, 'POST', `/api/account/second-factor${path}`, { token, body })
/** The code that an authenticator app shows for this key. */
const codeOf = (key: string) =>
  new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: people.app.clock.now().getTime() })
const signIn = ({ email, password }: Person, code?: string) =>
  people.post('sign-in', { email, password, code })

const begin = async () => {
  const { person, answer } = await people.signUp()
  const token = tokenOf(answer)
  const begun = await post(token, '', { password: person.password })
  return { person, token, ...z.object({ key: z.string(), address: z.string() }).parse(begun.body) }
}
const switchOn = async () => {
  const { person, token, key } = await begin()
  const confirmed = await post(token, '/confirm', { code: codeOf(key) })
  const { recoveryCodes } = codes.parse(confirmed.body)
  people.app.clock.advance(30)
  return { person, token, key, recoveryCodes }
}

test('sign-in requires a second factor only after a first code has confirmed it', async () => {
  const { person, token, key, address } = await begin()
  expect(address).toMatch(/^otpauth:\/\/totp\/Tillform:ada-\d+%40example\.com\?/)
  expect(Object.fromEntries(new URL(address).searchParams)).toEqual({
    secret: key,
    issuer: 'Tillform',
    algorithm: 'SHA1',
    digits: '6',
    period: '30',
  })
  expect(key).toMatch(/^[A-Z2-7]{32}$/)
  expect((await signIn(person)).status).toBe(200)
  expect(errorsOf(await post(token, '/confirm', { code: '000000' }))).toHaveProperty('code')
  const confirmed = await post(token, '/confirm', { code: ` ${codeOf(key).replace(/^.../, '$& ')}` })
  expect(new Set(codes.parse(confirmed.body).recoveryCodes).size).toBe(10)
  people.app.clock.advance(30)

  const without = await signIn(person)
  expect([without.status, without.body, without.headers.getSetCookie()]).toMatchObject([
    401,
    {
      code: 'code-required',
      errors: { code: 'Enter the code from your authenticator app, or a recovery code' },
    },
    [],
  ])
  const wrong = await signIn(person, '123456')
  expect([wrong.status, wrong.body]).toMatchObject([401, { code: 'wrong-code' }])
  expect((await signIn({ ...person, password: 'not the password' }, codeOf(key))).body).toMatchObject({
    code: 'wrong-password',
  })
  expect((await signIn(person, codeOf(key))).status).toBe(200)
})

test('a code from an authenticator app works only once and only briefly', async () => {
  const { person, key } = await switchOn()
  const code = codeOf(key)
  const answers = await Promise.all([signIn(person, code), signIn(person, code)])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
  people.app.clock.advance(30)
  const late = codeOf(key)
  people.app.clock.advance(61)
  expect((await signIn(person, late)).status).toBe(401)
})

test('a recovery code works only once but can be typed in several ways', async () => {
  const { person, token, recoveryCodes } = await switchOn()
  const [first = '', second = ''] = recoveryCodes
  const typed = first.toUpperCase().replaceAll('-', '\u2011')
  const wide = typed.replaceAll(/[A-Z\d]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 0xfee0))
  expect((await signIn(person, ` ${wide}`)).status).toBe(200)
  expect((await signIn(person, first)).status).toBe(401)
  const ways = await call(people.app, 'GET', '/api/account/sign-in-ways', { token })
  expect(ways.body).toMatchObject({ hasPassword: true, secondFactor: { recoveryCodesLeft: 9 } })

  const renewed = codes.parse((await post(token, '/recovery-codes', { password: person.password })).body)
  expect((await signIn(person, second)).status).toBe(401)
  expect((await signIn(person, renewed.recoveryCodes[0])).status).toBe(200)
})

test('changing or turning off the second factor requires the password', async () => {
  const { person, token } = await switchOn()
  for (const path of ['', '/recovery-codes', '/end']) {
    expect(errorsOf(await post(token, path, {}))).toEqual({ password: 'This field is required' })
    expect(errorsOf(await post(token, path, { password: 'wrong' }))).toEqual({ password: 'Wrong password ' })
  }
  expect(errorsOf(await post(token, '', { password: person.password }))).toHaveProperty('code')
  expect((await signIn(person)).status).toBe(401)
  expect((await post(token, '/end', { password: person.password })).status).toBe(200)
  expect((await signIn(person)).status).toBe(200)
})

test('the second factor’s key and recovery codes are not stored in plain text', async () => {
  const { key, recoveryCodes } = await switchOn()
  const { db } = people.app.services
  const stored = JSON.stringify([
    await db.selectFrom('secondFactors').selectAll().execute(),
    await db.selectFrom('recoveryCodes').selectAll().execute(),
  ])
  for (const secret of [key, ...recoveryCodes, ...recoveryCodes.map((code) => code.replaceAll('-', ''))]) {
    expect(stored).not.toContain(secret)
  }
})

test('authenticator codes match RFC 6238', () => {
  const secret = Buffer.from('12345678901234567890')
  // Examples from RFC 6238, appendix B, shortened to six digits.
  expect(matchStep(secret, '287082', new Date(59_000))).toBe(1)
  expect(matchStep(secret, '081804', new Date(1_111_111_109_000))).toBe(37_037_036)
  expect(matchStep(secret, '287082', new Date(120_000))).toBeUndefined()
})

test('a sign-in code with unusual characters is rejected without causing a server error', async () => {
  const { person } = await switchOn()
  for (const code of ['２８７０８２', 'ééé000', '28708²', '-28708']) {
    expect((await signIn(person, code)).body).toMatchObject({ code: 'wrong-code' })
  }
})
