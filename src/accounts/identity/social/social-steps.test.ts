import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole } from '#accounts/roles/test-staff.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, signUpSeller, type TestApp } from '#test-app.ts'
import { tokenOf, userOf } from '../test-people.ts'
import type { IssuerPerson, TestIssuer } from './open-id-test-server.ts'
import { newPerson, openBrowser, startSocial, type Browser } from './test-social.ts'

let app: TestApp
let issuer: TestIssuer
let browser: Browser

beforeAll(async () => {
  ;({ app, issuer } = await startSocial())
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})
beforeEach(() => {
  browser = openBrowser(app)
})

const comeBack = async (person: IssuerPerson, to?: string) => {
  issuer.person = person
  return browser.follow(await browser.leave(to))
}
const register = ({ email, uid }: IssuerPerson, invitation?: string) =>
  browser.api('POST', 'register', { email, uid, invitation })
const signIn = (code?: string) => browser.api('POST', 'social/sign-in', { code })
const codeOf = ({ body }: { readonly body: unknown }) => errorBody.parse(body).code

test('a sign-in through an issuer needs our second factor unless the issuer checked two factors', async () => {
  const person = newPerson()
  await comeBack(person)
  const token = tokenOf(await register(person))
  const begun = await call(app, 'POST', '/api/account/second-factor', { token, body: {} })
  const { key } = z.object({ key: z.string() }).parse(begun.body)
  const nextCode = () => {
    app.clock.advance(30)
    return new TOTP({ secret: key }).generate({ timestamp: app.clock.now().getTime() })
  }
  const body = { code: nextCode() }
  const on = await call(app, 'POST', '/api/account/second-factor/confirm', { token, body })
  const { recoveryCodes } = z.object({ recoveryCodes: z.array(z.string()) }).parse(on.body)

  browser = openBrowser(app)
  await comeBack({ ...person, amr: ['pwd'] })
  expect(codeOf(await signIn())).toBe('code-required')
  expect(codeOf(await register(person))).toBe('code-required')
  expect(codeOf(await signIn('000000'))).toBe('wrong-code')
  expect((await signIn(nextCode())).status).toBe(200)
  expect((await signIn(nextCode())).status).toBe(404)

  browser = openBrowser(app)
  await comeBack(person)
  expect((await signIn(recoveryCodes[0])).status).toBe(200)

  browser = openBrowser(app)
  await comeBack({ ...person, amr: ['pwd', 'otp', 'mfa'] })
  expect((await signIn()).status).toBe(200)
})

// Proves sign-in-methods.
test('an issuer connected after the second factor was set up does not replace it', async () => {
  const email = newPerson().email
  const password = 'a fine long password'
  const body = { name: 'Vera', email, password }
  const token = tokenOf(await call(app, 'POST', '/api/authentication/sign-up', { body }))
  const begun = await call(app, 'POST', '/api/account/second-factor', { token, body: { password } })
  const { key } = z.object({ key: z.string() }).parse(begun.body)
  const code = new TOTP({ secret: key }).generate({ timestamp: app.clock.now().getTime() })
  await call(app, 'POST', '/api/account/second-factor/confirm', { token, body: { code } })
  app.clock.advance(60)

  const thief = newPerson({ amr: ['mfa'] })
  browser = openBrowser(app)
  await comeBack(thief)
  expect((await browser.api('POST', 'social/connect', {}, token)).status).toBe(200)
  browser = openBrowser(app)
  await comeBack(thief)
  expect(codeOf(await signIn())).toBe('code-required')
})

// Proves proof-of-identity.
test('a person without a password proves their identity only with their own issuer account', async () => {
  const person = newPerson()
  await comeBack(person)
  const token = tokenOf(await register(person))
  app.clock.advance(10 * 60 + 1)
  const comeAnew = async (other: IssuerPerson) => {
    browser = openBrowser(app)
    await comeBack(other)
  }
  const connect = async () => browser.api('POST', 'social/connect', {}, token)
  expect(codeOf(await connect())).toBe('proof_required')

  await comeAnew(newPerson())
  expect(codeOf(await browser.api('POST', 'social/prove', {}, token))).toBe('other_person')
  await comeAnew(person)
  expect((await browser.api('POST', 'social/prove', {}, token)).status).toBe(200)
  await comeAnew(newPerson())
  expect((await connect()).status).toBe(200)
})

const invite = async (email: string) => {
  const owner = await signUpSeller(app, { isOnboarded: false })
  const { db } = app.services
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', owner.userId).execute()
  const roleId = await makeRole(app, 'forms', ['read'], { forTeams: true })
  const answer = await call(app, 'POST', '/api/team/invitations', {
    token: owner.token,
    body: { email, roleId },
  })
  const { url } = z.object({ url: z.string() }).parse(answer.body)
  return { owner, roleId, token: new URL(url).hash.slice(1) }
}
const membershipsOf = (email: string) =>
  app.services.db
    .selectFrom('users')
    .innerJoin('members', 'members.userId', 'users.id')
    .select(['members.sellerId', 'members.roleId', 'members.isOwner'])
    .where('users.email', '=', email)
    .execute()
const sellerCount = async () => (await app.services.db.selectFrom('sellers').select('id').execute()).length

test('an invited person joins the team through the issuer without getting their own shop', async () => {
  const person = newPerson()
  const { owner, roleId, token } = await invite(person.email)
  const before = await sellerCount()
  expect(await comeBack(person, `/invitation#${token}`)).toBe('/login/social')
  expect(await browser.profile()).toMatchObject({ standing: 'new', to: `/invitation#${token}` })
  const answer = await register(person, token)

  expect(answer.status).toBe(201)
  expect(userOf(answer)).toMatchObject({ email: person.email, role: 'Customer', emailVerified: true })
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', owner.userId)
    .executeTakeFirstOrThrow()
  expect(await membershipsOf(person.email)).toEqual([{ sellerId, roleId, isOwner: false }])
  expect(await sellerCount()).toBe(before)
  expect((await call(app, 'POST', '/api/invitations/open', { body: { token } })).status).toBe(410)
})

test('an issuer sign-in with a different address than the invited one creates no account', async () => {
  const person = newPerson()
  const { token } = await invite(newPerson().email)
  await comeBack(person, `/invitation#${token}`)
  const answer = await register(person, token)

  expect([answer.status, errorBody.parse(answer.body).message]).toEqual([
    403,
    'This invitation was sent to a different email address. Use that one.',
  ])
  expect((await register(person, 'made-up')).status).toBe(410)
  expect(await browser.profile()).toMatchObject({ standing: 'new' })
})

test('an issuer sign-in opens only one session, even for copied cookies', async () => {
  const person = newPerson()
  await comeBack(person)
  const copied = browser.copy()
  expect((await register(person)).status).toBe(201)
  expect((await copied.api('GET', 'social/profile')).status).toBe(404)
  const again = await copied.api('POST', 'register', { email: person.email, uid: person.uid })
  expect([again.status, codeOf(again)]).toEqual([403, 'not_vouched_for'])

  await comeBack(person)
  const copies = [browser.copy(), browser.copy(), browser.copy()]
  const answers = await Promise.all(copies.map((copy) => copy.api('POST', 'social/sign-in')))
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
  const { token } = await signUpSeller(app)
  expect((await browser.api('POST', 'social/connect', {}, token)).status).toBe(404)
})
