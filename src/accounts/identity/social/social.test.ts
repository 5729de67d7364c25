import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, type TestApp } from '#test-app.ts'
import { tokenOf, userOf } from '../test-people.ts'
import type { IssuerPerson, TestIssuer } from './open-id-test-server.ts'
import { newPerson, openBrowser, startSocial, type Browser } from './test-social.ts'

let app: TestApp
let issuer: TestIssuer

beforeAll(async () => {
  ;({ app, issuer } = await startSocial())
})
afterAll(async () => {
  await app.close()
  await issuer.close()
})

let browser: Browser
beforeEach(() => {
  browser = openBrowser(app)
})

const comeBack = async (person: IssuerPerson | null) => {
  issuer.person = person
  return browser.follow(await browser.leave())
}

const register = async ({ email, uid, firstname, lastName }: IssuerPerson) =>
  browser.api('POST', 'register', { email, uid, firstname, lastName })

test('a new person returns from the issuer with a verified profile and registers with it', async () => {
  const person = newPerson()
  expect(await comeBack(person)).toBe('/login/social')
  const { uid, email, firstname, lastName } = person
  expect(await browser.profile()).toEqual({ standing: 'new', uid, email, firstname, lastName, to: '/sales' })

  const answer = await register(person)
  expect(answer.status).toBe(201)
  expect(userOf(answer)).toMatchObject({
    email,
    firstname,
    lastName,
    name: 'Ines Novak',
    emailVerified: true,
  })
  const { id } = userOf(answer)
  expect((await call(app, 'GET', `/api/users/${id}`, { token: tokenOf(answer) })).status).toBe(200)
  expect((await browser.api('GET', 'social/profile')).status).toBe(404)
})

test('a known person signs in even if the issuer now reports another address', async () => {
  const person = newPerson()
  await comeBack(person)
  const first = userOf(await register(person))
  browser = openBrowser(app)
  await comeBack({ ...person, email: 'elsewhere@example.com' })

  expect(await browser.profile()).toMatchObject({ standing: 'known' })
  const answer = await browser.api('POST', 'social/sign-in')
  expect(answer.status).toBe(200)
  expect(userOf(answer)).toMatchObject({ id: first.id, email: person.email })
})

// Proves social-sign-in.
test('an issuer sign-in cannot take over a password account, but its owner can connect it', async () => {
  const person = newPerson()
  const password = 'a fine long password'
  await call(app, 'POST', '/api/authentication/sign-up', {
    body: { name: 'Ines', email: person.email, password },
  })
  await comeBack(person)

  expect(await browser.profile()).toMatchObject({ standing: 'taken' })
  expect((await browser.api('POST', 'social/sign-in')).status).toBe(404)
  const refused = await register(person)
  expect([refused.status, errorBody.parse(refused.body).errors]).toEqual([
    409,
    { email: 'Email is already is use ' },
  ])
  expect((await browser.api('POST', 'social/connect')).status).toBe(401)

  const token = tokenOf(await browser.api('POST', 'sign-in', { email: person.email, password }))
  expect((await browser.api('POST', 'social/connect', {}, token)).status).toBe(403)
  await browser.prove(token, password)
  expect((await browser.api('POST', 'social/connect', {}, token)).status).toBe(200)
  const told = await app.services.db
    .selectFrom('mails')
    .select('data')
    .where('kind', '=', 'account-issuer-connected')
    .where('recipient', '=', person.email)
    .execute()
  expect(told).toMatchObject([{ data: { subject: 'Loopback' } }])
  browser = openBrowser(app)
  await comeBack(person)
  expect(await browser.profile()).toMatchObject({ standing: 'known' })
  expect(userOf(await browser.api('POST', 'social/sign-in')).email).toBe(person.email)
})

test('an issuer sign-in that belongs to another account cannot be connected', async () => {
  const person = newPerson()
  await comeBack(person)
  await register(person)
  const thief = { name: 'Eve', email: newPerson().email, password: 'a fine long password' }
  const token = tokenOf(await call(app, 'POST', '/api/authentication/sign-up', { body: thief }))
  browser = openBrowser(app)
  await comeBack(person)

  expect((await browser.api('POST', 'social/connect', {}, token)).status).toBe(409)
})

// Proves social-sign-in.
test('an issuer sign-in fails if the address is unverified or the person declines', async () => {
  expect(await comeBack(newPerson({ isVerified: false }))).toBe('/login?problem=unverified')
  browser = openBrowser(app)
  expect(await comeBack(newPerson({ email: 'no address' }))).toBe('/login?problem=address')
  browser = openBrowser(app)
  expect(await comeBack(null)).toBe('/login?problem=cancelled')
  expect((await browser.api('GET', 'social/profile')).status).toBe(404)
})

test('registering requires the profile with which this browser returned', async () => {
  const [person, other] = [newPerson(), newPerson()]
  const without = await register(person)
  expect([without.status, errorBody.parse(without.body).code]).toEqual([403, 'not_vouched_for'])

  await comeBack(person)
  expect((await register({ ...person, email: other.email })).status).toBe(403)
  expect((await register({ ...person, uid: other.uid })).status).toBe(403)
  app.clock.advance(601)
  expect((await register(person)).status).toBe(403)
  app.clock.set(new Date())
})

test('two simultaneous registrations from one issuer sign-in create one person', async () => {
  const person = newPerson()
  await comeBack(person)
  const answers = await Promise.all([register(person), register(person)])
  const users = await app.services.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', person.email)
    .execute()

  expect(users).toHaveLength(1)
  expect(answers.map(({ status }) => status).filter((status) => status === 201).length).toBeGreaterThan(0)
  expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
})

const answerOf = async (change: (answer: URL) => void) => {
  issuer.person = newPerson()
  let next = await browser.leave()
  while (!next.startsWith(app.url)) {
    next = new URL((await browser.visit(next)).headers.get('location') ?? '', next).href
  }
  const answer = new URL(next)
  change(answer)
  return answer.href
}

test('an altered response, or one this browser did not request, is rejected', async () => {
  const wrong = await answerOf((answer) => answer.searchParams.set('state', 'another'))
  expect(await browser.follow(wrong)).toBe('/login?problem=failed')
  const foreign = await answerOf((answer) => answer.searchParams.set('iss', 'https://elsewhere.example'))
  expect(await browser.follow(foreign)).toBe('/login?problem=failed')
  const forged = await answerOf((answer) => answer.searchParams.set('code', 'made-up'))
  expect(await browser.follow(forged)).toBe('/login?problem=failed')

  const good = await answerOf(() => undefined)
  expect(await openBrowser(app).follow(good)).toBe('/login?problem=failed')
  expect(await browser.follow(good)).toBe('/login/social')
  expect(await browser.follow(good)).toBe('/login?problem=failed')
})

// Proves social-sign-in.
test('the request to the issuer carries state, nonce and a challenge, but not the secret', async () => {
  const url = new URL(await browser.leave())

  expect(Object.fromEntries(url.searchParams)).toMatchObject({
    response_type: 'code',
    scope: 'openid email profile',
    code_challenge_method: 'S256',
  })
  for (const name of ['state', 'nonce', 'code_challenge'])
    expect(url.searchParams.get(name)).toMatch(/^[\w-]{43}$/)
  expect(url.href).not.toContain(encodeURIComponent(issuer.clientSecret))
})
