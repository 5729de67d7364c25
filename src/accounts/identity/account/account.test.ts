import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '#test-app.ts'
import { findTestMail, keyFrom } from '../test-mails.ts'
import { cookieOf, errorsOf, startPeople, tokenOf, userOf, type People } from '../test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const newPasswordText = 'another fine password'
const forgot = (email: string) => people.post('forgot-password', { email })
const resetKey = (email: string) => keyFrom(people.app, email, 'account-reset')
const reset = (token: string, password = newPasswordText) =>
  people.post('reset-password', { token, password })
const follow = (token: string, cookie?: string) =>
  people.post('confirm-email', { token }, cookie === undefined ? {} : { cookie })

const register = async () => {
  const { person, answer } = await people.signUp()
  const token = tokenOf(answer)
  await people.post('register', { email: person.email, name: person.name, plan: 'None' }, {}, token)
  return { person, answer, token, id: userOf(answer).id }
}

const isConfirmed = async (token: string, id: string) =>
  (await call(people.app, 'GET', `/api/users/${id}`, { token })).body

// Proves password-reset.
test('an emailed link resets the password only once and ends every session', async () => {
  const { person, answer, token, id } = await register()
  expect((await forgot(` ${person.email.toUpperCase()} `)).status).toBe(202)
  const key = await resetKey(person.email)

  expect(await reset(key, 'short')).toMatchObject({
    status: 422,
    body: { errors: { password: 'Password is weak ' } },
  })
  expect((await reset(key)).status).toBe(200)
  expect(await people.reads(token, id)).toBe(401)
  expect((await people.post('refresh', {}, { cookie: cookieOf(answer) })).status).toBe(401)
  expect((await people.signIn(person)).status).toBe(401)
  expect((await people.signIn({ ...person, password: newPasswordText })).status).toBe(200)
  expect(errorsOf(await reset(key))).toEqual({ token: 'This link is no longer valid. Ask for a new one.' })
  expect(await findTestMail(people.app, person.email, 'account-password-changed')).toBeDefined()
})

test('a password reset for an unknown account gets the usual response but no email', async () => {
  const { person } = await register()
  const known = await forgot(person.email)
  const unknown = await forgot('nobody@example.com')

  expect([unknown.status, unknown.body]).toEqual([known.status, known.body])
  expect(await findTestMail(people.app, 'nobody@example.com', 'account-reset')).toBeUndefined()
})

// Proves password-reset.
test('a reset link is valid for half an hour, or until another reset link is used', async () => {
  const { person } = await register()
  await forgot(person.email)
  const first = await resetKey(person.email)
  people.app.clock.advance(29 * 60)
  await forgot(person.email)
  const second = await resetKey(person.email)
  expect(second).not.toBe(first)
  people.app.clock.advance(61)
  expect((await reset(first)).status).toBe(422)

  await forgot(person.email)
  expect((await reset(await resetKey(person.email))).status).toBe(200)
  expect((await reset(second)).status).toBe(422)
})

test('two simultaneous uses of a reset link set only one password', async () => {
  const { person } = await register()
  await forgot(person.email)
  const key = await resetKey(person.email)
  const answers = await Promise.all([reset(key, 'the password of one'), reset(key, 'the password of two')])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
})

test('a reset or confirmation link with an invented key is rejected', async () => {
  const tries = await Promise.all(['', 'x'.repeat(43), 'a\0b', 'x'.repeat(201)].map((key) => reset(key)))
  expect(tries.map(({ status }) => status)).toEqual([422, 422, 422, 422])
  expect((await follow('x'.repeat(43))).status).toBe(422)
})

test('registering emails one confirmation link, which can be followed twice', async () => {
  const { person, answer, token, id } = await register()
  const cookie = cookieOf(answer)
  await people.post('register', { email: person.email, name: person.name, plan: 'None' }, {}, token)
  const mails = await people.app.services.db
    .selectFrom('mails')
    .select('id')
    .where('recipient', '=', person.email)
    .execute()
  expect(mails).toHaveLength(1)
  expect(await isConfirmed(token, id)).toMatchObject({ emailVerified: false })

  const key = await keyFrom(people.app, person.email, 'account-confirm')
  for (const followed of [await follow(key, cookie), await follow(key, cookie)]) {
    expect(followed).toMatchObject({ status: 200, body: { outcome: 'confirmed', email: person.email } })
  }
  expect(await isConfirmed(token, id)).toMatchObject({ emailVerified: true })
})

test('opening a confirmation link confirms nothing and says right away if it no longer works', async () => {
  const { person, answer, token, id } = await register()
  const open = (key: string) => people.post('confirm-email/open', { token: key })
  const key = await keyFrom(people.app, person.email, 'account-confirm')

  expect(await open(key)).toMatchObject({ status: 200, body: { email: person.email } })
  expect(await isConfirmed(token, id)).toMatchObject({ emailVerified: false })
  expect((await follow(key, cookieOf(answer))).status).toBe(200)
  for (const wrong of [await open('nonsense'), await open(await resetKey(person.email))]) {
    expect(errorsOf(wrong)).toEqual({ token: 'This link is no longer valid. Ask for a new one.' })
  }
})

test('a confirmation link requested again replaces the previous one', async () => {
  const { person, token } = await register()
  const first = await keyFrom(people.app, person.email, 'account-confirm')
  expect((await people.post('resend-confirmation', {}, {}, token)).status).toBe(202)
  const second = await keyFrom(people.app, person.email, 'account-confirm')

  expect((await follow(first)).status).toBe(422)
  expect((await follow(second)).status).toBe(200)
  await people.post('resend-confirmation', {}, {}, token)
  expect(await keyFrom(people.app, person.email, 'account-confirm')).toBe(second)
})

const changeEmail = (token: string, email: string, password: string) =>
  people.post('change-email', { email, password }, {}, token)

// Proves address-change.
test('an email address changes after both the old and the new address confirm', async () => {
  const { person, answer, token, id } = await register()
  await follow(await keyFrom(people.app, person.email, 'account-confirm'), cookieOf(answer))
  const email = people.newPerson().email
  expect(errorsOf(await changeEmail(token, email, 'wrong'))).toEqual({ password: 'Wrong password ' })
  expect((await changeEmail(token, email, person.password)).body).toEqual({ asksOldAddress: true })

  const [from, to] = [
    await keyFrom(people.app, person.email, 'account-change-from'),
    await keyFrom(people.app, email, 'account-change-to'),
  ]
  expect((await follow(to)).body).toEqual({ outcome: 'waiting', email })
  expect((await follow(to)).body).toEqual({ outcome: 'waiting', email })
  expect((await people.signIn({ ...person, email })).status).toBe(401)
  expect((await follow(from)).body).toEqual({ outcome: 'changed', email })
  expect((await follow(from)).body).toEqual({ outcome: 'changed', email })
  expect((await people.signIn({ ...person, email })).status).toBe(200)
  expect((await people.signIn(person)).status).toBe(401)
  expect(await isConfirmed(token, id)).toMatchObject({ email, emailVerified: true })
  expect(await findTestMail(people.app, person.email, 'account-email-changed')).toBeDefined()
})

test('an unconfirmed old address does not have to approve its change', async () => {
  const { person, token } = await register()
  const email = people.newPerson().email
  expect((await changeEmail(token, email, person.password)).body).toEqual({ asksOldAddress: false })

  expect(await keyFrom(people.app, person.email, 'account-change-from')).toBe('')
  const to = await keyFrom(people.app, email, 'account-change-to')
  expect((await follow(to)).body).toEqual({ outcome: 'changed', email })
})

test('an email change to a taken address is rejected, even if taken in the meantime', async () => {
  const [one, two] = [await register(), await register()]
  const taken = await changeEmail(one.token, two.person.email, one.person.password)
  expect(errorsOf(taken)).toEqual({ email: 'Email is already is use ' })
  expect(errorsOf(await changeEmail(one.token, one.person.email, one.person.password))).toHaveProperty(
    'email',
  )

  const later = people.newPerson()
  await changeEmail(one.token, later.email, one.person.password)
  await people.signUp(later)
  const answer = await follow(await keyFrom(people.app, later.email, 'account-change-to'))
  expect([answer.status, errorsOf(answer)]).toEqual([409, { email: 'Email is already is use ' }])
})

test('changing the password requires the current one and ends all other sessions', async () => {
  const { person, token, id } = await register()
  const elsewhere = tokenOf(await people.signIn(person))
  const change = (currentPassword: string, newPassword: string) =>
    people.post('change-password', { currentPassword, newPassword }, {}, token)

  expect(errorsOf(await change('wrong', newPasswordText))).toEqual({ currentPassword: 'Wrong password ' })
  expect(errorsOf(await change(person.password, 'short'))).toEqual({ newPassword: 'Password is weak ' })
  expect((await change(person.password, newPasswordText)).status).toBe(200)
  expect(await people.reads(token, id)).toBe(200)
  expect(await people.reads(elsewhere, id)).toBe(401)
  expect((await people.signIn({ ...person, password: newPasswordText })).status).toBe(200)
})

// Proves password-reset.
test('neither a queued email nor a link in the database contains its key', async () => {
  const { person } = await register()
  await forgot(person.email)
  const keys = [await resetKey(person.email), await keyFrom(people.app, person.email, 'account-confirm')]
  const { db } = people.app.services
  const stored = JSON.stringify([
    await db.selectFrom('mails').selectAll().execute(),
    await db.selectFrom('accountLinks').selectAll().execute(),
  ])

  for (const key of keys) {
    expect(key).toMatch(/^[\w-]{43}$/)
    expect(stored).not.toContain(key)
  }
})
