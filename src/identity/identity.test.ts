import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { errorBody } from '#http/contract.ts'
import { call, signUpSeller, startTestApp, type TestApp } from '#test-app.ts'
import { session } from './contract.ts'

let app: TestApp
let people = 0

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())

const newPerson = () => ({
  name: 'Ada Lovelace',
  email: `ada-${(people += 1)}@example.com`,
  password: 'a fine long password',
})
type Person = ReturnType<typeof newPerson>

const post = (name: string, body: unknown, headers: Record<string, string> = {}, token?: string) =>
  call(app, 'POST', `/api/authentication/${name}`, { body, headers, token })

const signUp = async (person = newPerson()) => ({ person, answer: await post('sign-up', person) })
const signIn = ({ email, password }: Pick<Person, 'email' | 'password'>) =>
  post('sign-in', { email, password })
const cookieOf = ({ headers }: { headers: Headers }) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
const tokenOf = ({ body }: { body: unknown }) => session.parse(body).token
const userOf = ({ body }: { body: unknown }) => session.parse(body).user
const errorsOf = ({ body }: { body: unknown }) => errorBody.parse(body).errors
const reads = async (token: string, id: string) =>
  (await call(app, 'GET', `/api/users/${id}`, { token })).status

test('signing up makes a user, a seller of their own and a session', async () => {
  const { person, answer } = await signUp()

  expect(answer.status).toBe(201)
  expect(userOf(answer)).toMatchObject({
    email: person.email,
    name: person.name,
    role: 'Customer',
    photo: null,
  })
  expect(await reads(tokenOf(answer), userOf(answer).id)).toBe(200)
})

test('signing in works whatever the case of the e-mail and with blanks around it', async () => {
  const { person, answer } = await signUp()
  const again = await signIn({ ...person, email: ` ${person.email.toUpperCase()} ` })

  expect(again.status).toBe(200)
  expect(userOf(again)).toEqual(userOf(answer))
})

test('a refused sign-in says why, at its field and in the exact words', async () => {
  const { person } = await signUp()
  const unknown = await signIn({ ...person, email: 'nobody@example.com' })
  const wrong = await signIn({ ...person, password: 'not the password' })
  const malformed = await signIn({ ...person, email: 'nonsense' })

  expect([unknown.status, errorsOf(unknown)]).toEqual([401, { email: 'User does not exist' }])
  expect([wrong.status, errorsOf(wrong)]).toEqual([401, { password: 'Wrong password ' }])
  expect([malformed.status, errorsOf(malformed)]).toEqual([
    422,
    { email: 'Invalid Email format , please verify the email you entered ' },
  ])
})

test('a refused sign-up says why, at its field and in the exact words', async () => {
  const { person } = await signUp()
  const refused = async (fields: Partial<Person>) =>
    errorsOf(await post('sign-up', { ...newPerson(), ...fields }))

  expect(await refused({ password: 'short12' })).toEqual({ password: 'Password is weak ' })
  expect(await refused({ password: 'password123' })).toEqual({ password: 'Password is weak ' })
  expect(await refused({ password: 'QWERTYUIOP' })).toEqual({ password: 'Password is weak ' })
  expect(await refused({ password: 'aaaaaaaaaa' })).toEqual({ password: 'Password is weak ' })
  expect(await refused({ password: 'x'.repeat(129) })).toHaveProperty('password')
  expect(await refused({ email: person.email })).toEqual({ email: 'Email is already is use ' })
  expect(await refused({ email: person.email.toUpperCase() })).toEqual({ email: 'Email is already is use ' })
  expect(await refused({ email: `${'a'.repeat(120)}@example.com` })).toEqual({ email: 'to long' })
  expect(await refused({ email: 'a@b\0.com' })).toHaveProperty('email')
  expect(await refused({ name: '' })).toEqual({ name: 'This field is required' })
  expect(await refused({ name: 'x'.repeat(121) })).toHaveProperty('name')
})

test('of two sign-ups with one e-mail at the same time, one wins and the other is told', async () => {
  const person = newPerson()
  const answers = await Promise.all([post('sign-up', person), post('sign-up', person)])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && errorsOf(refused)).toEqual({ email: 'Email is already is use ' })
})

test('the cookie renews the token, and nothing else does', async () => {
  const { answer } = await signUp()
  const renewed = await post('refresh', {}, { cookie: cookieOf(answer) })

  expect(renewed.status).toBe(200)
  expect(await reads(tokenOf(renewed), userOf(answer).id)).toBe(200)
  expect((await post('refresh', {})).status).toBe(401)
  expect((await post('refresh', {}, {}, tokenOf(answer))).status).toBe(401)
  const forged = `${cookieOf(answer).split('.')[0]}.${'A'.repeat(43)}%3D`
  expect((await post('refresh', {}, { cookie: forged })).status).toBe(401)
})

test('a token ends after 15 minutes, and the cookie goes on', async () => {
  const { answer } = await signUp()
  app.clock.advance(15 * 60 + 1)

  expect(await reads(tokenOf(answer), userOf(answer).id)).toBe(401)
  const renewed = await post('refresh', {}, { cookie: cookieOf(answer) })
  expect(await reads(tokenOf(renewed), userOf(answer).id)).toBe(200)
  app.clock.set(new Date())
})

test('signing out ends the token and the cookie at once, and that session alone', async () => {
  const { person, answer } = await signUp()
  const elsewhere = await signIn(person)
  const { id } = userOf(answer)
  const out = await post('sign-out', {}, { cookie: cookieOf(answer) }, tokenOf(answer))

  expect(out.status).toBe(200)
  expect(out.headers.getSetCookie().join()).toMatch(/tillform-session=;.*Max-Age=0/)
  expect(await reads(tokenOf(answer), id)).toBe(401)
  expect((await post('refresh', {}, { cookie: cookieOf(answer) })).status).toBe(401)
  expect(await reads(tokenOf(elsewhere), id)).toBe(200)
})

test('signing out with the token alone, or with the cookie alone, ends the session too', async () => {
  for (const kind of ['token', 'cookie'] as const) {
    const { answer } = await signUp()
    const [cookie, token] = [cookieOf(answer), tokenOf(answer)]
    await (kind === 'token' ? post('sign-out', {}, {}, token) : post('sign-out', {}, { cookie }))
    expect(await reads(token, userOf(answer).id)).toBe(401)
    expect((await post('refresh', {}, { cookie })).status).toBe(401)
  }
})

test('what works by the cookie is refused to other sites', async () => {
  const { person, answer } = await signUp()
  const headers = { cookie: cookieOf(answer) }
  for (const origin of ['https://evil.example', 'null', `${app.url}.evil.example`]) {
    for (const [name, body] of [
      ['refresh', {}],
      ['sign-out', {}],
      ['sign-in', person],
      ['sign-up', newPerson()],
    ] as const) {
      const refused = await post(name, body, { ...headers, origin })
      expect([name, refused.status]).toEqual([name, 403])
      expect(refused.headers.getSetCookie()).toEqual([])
    }
  }
  expect((await post('refresh', {}, { ...headers, origin: app.url })).status).toBe(200)
})

test('the cookie is out of reach for scripts and for other sites', async () => {
  const { answer } = await signUp()
  const [cookie = '', ...more] = answer.headers.getSetCookie()

  expect(more).toEqual([])
  expect(cookie).toMatch(/^tillform-session=/)
  expect(cookie.split('; ').slice(1).toSorted()).toEqual([
    'HttpOnly',
    'Max-Age=1209600',
    'Path=/',
    'SameSite=Strict',
  ])
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a password is stored as a salted hash that takes memory to guess', async () => {
  const passwords = async (person: Person) =>
    app.parts.db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.userId')
      .select('password')
      .where('users.email', '=', person.email)
      .execute()
  const [one, two] = [await signUp(), await signUp()]
  const [first, second] = [await passwords(one.person), await passwords(two.person)]

  expect(first).toHaveLength(1)
  expect(first[0]?.password).toMatch(/^scrypt\$32768\$[\w-]{22}\$[\w-]{43}$/)
  expect(first[0]?.password).not.toBe(second[0]?.password)
})

const timeOf = async (work: () => Promise<unknown>) => {
  const times: number[] = []
  for (let round = 0; round < 5; round += 1) {
    const startedAt = performance.now()
    await work()
    times.push(performance.now() - startedAt)
  }
  return times.toSorted((a, b) => a - b)[2] ?? 0
}

test('an unknown account takes the time that a wrong password takes', async () => {
  const { person } = await signUp()
  const known = await timeOf(() => signIn({ ...person, password: 'not the password' }))
  const unknown = await timeOf(() => signIn({ ...person, email: 'nobody@example.com' }))

  expect(unknown / known).toBeGreaterThan(0.4)
  expect(unknown / known).toBeLessThan(2.5)
})

test('twenty sign-ins at once all succeed, each with a session of its own', async () => {
  const { person } = await signUp()
  const answers = await Promise.all(Array.from({ length: 20 }, () => signIn(person)))

  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  expect(new Set(answers.map(cookieOf)).size).toBe(20)
})

test('a user is found by their own seller only, and edits their own names', async () => {
  const [mine, theirs] = [(await signUp()).answer, (await signUp()).answer]
  const path = `/api/users/${userOf(mine).id}`
  const names = { firstname: ' Ada ', lastName: 'Byron' }
  const edited = await call(app, 'PATCH', path, { token: tokenOf(mine), body: names })

  expect(edited.body).toMatchObject({ firstname: 'Ada', lastName: 'Byron' })
  const partly = await call(app, 'PATCH', path, { token: tokenOf(mine), body: { lastName: 'King' } })
  expect(partly.body).toMatchObject({ firstname: 'Ada', lastName: 'King' })
  expect(await reads(tokenOf(theirs), userOf(mine).id)).toBe(404)
  const foreign = await call(app, 'PATCH', path, { token: tokenOf(theirs), body: names })
  expect(foreign.status).toBe(404)
})

const sellersOf = (userId: string) =>
  app.parts.db.selectFrom('members').select('sellerId').where('userId', '=', userId).execute()

test('a sign-up that broke off before the seller was made is completed by the next sign-in', async () => {
  const { person, answer } = await signUp()
  const { id } = userOf(answer)
  await app.parts.db.deleteFrom('members').where('userId', '=', id).execute()
  const answers = await Promise.all(Array.from({ length: 4 }, () => signIn(person)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await sellersOf(id)).toHaveLength(1)
  const [first] = answers
  expect(first && (await reads(tokenOf(first), id))).toBe(200)
})

test('a session whose user lost their seller is no session, and no fault of the server’s', async () => {
  const { answer } = await signUp()
  await app.parts.db.deleteFrom('members').where('userId', '=', userOf(answer).id).execute()

  expect(await reads(tokenOf(answer), userOf(answer).id)).toBe(401)
})

test('the routes of the library behind our sessions can not be reached', async () => {
  const seller = await signUpSeller(app, { isOnboarded: false })
  for (const path of ['get-session', 'sign-in/email', 'sign-up/email', 'update-user', 'list-sessions']) {
    const answer = await call(app, 'POST', `/api/auth/${path}`, { token: seller.token, body: {} })
    expect([path, answer.status]).toEqual([path, 404])
  }
  expect(z.object({ code: z.string() }).parse((await call(app, 'GET', '/api/auth/ok')).body).code).toBe(
    'not_found',
  )
})
