import { dictionary } from '@zxcvbn-ts/language-common'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyFrom } from '../test-mails.ts'
import { errorsOf, startPeople, tokenOf, type People } from '../test-people.ts'
import { isWeakPassword } from './password.ts'

const owner = { email: 'ada.king@lovelace.example', name: 'Ada Lovelace', firstname: 'Augusta', lastName: '' }

// Proves passwords.
test('the ten thousand most common passwords are all rejected', { tags: 'long' }, async () => {
  const common = (dictionary['passwords-common'] ?? []).slice(0, 10_000).map(String)
  const long = common.filter((password) => password.length >= 8)
  expect([common.length, long.length > 2000]).toEqual([10_000, true])
  // Every fifth password is representative and takes a fifth of the time.
  for (const password of long.filter((_, index) => index % 5 === 0)) {
    expect([password, await isWeakPassword(password, owner)]).toEqual([password, true])
  }
})

test.each([
  '12345678',
  'PASSWORD',
  'P@ssw0rd',
  'iloveyou1',
  'qwertyuiop',
  '27272727',
  'nnnnnnnnnn',
  '1qazxsw23edc',

  'ada.king@lovelace.example',
  'ADA.KING',
  'adalovelace',
  'Ada Lovelace 1815',
  'augusta2026',
  'lovelace!!',

  'tillform',
  'Tillform2026!',
  'T1llf0rm',
  'tillformtillform',
  'tillform-ada',
  'x'.repeat(128),
  '31121990',
])('the password %s is weak', async (password) => {
  expect(await isWeakPassword(password, owner)).toBe(true)
})

test.each(['correct-horse', 'a fine long password', 'gXk29vQ1', 'lovelace-of-london', 'пчела и камень'])(
  'the password %s is good enough',
  async (password) => {
    expect(await isWeakPassword(password, owner)).toBe(false)
  },
)

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

test('a weak password is rejected everywhere without using up a reset link', async () => {
  const person = people.newPerson()
  const weak = { password: 'Password is weak ' }
  for (const password of ['trustno1', 'Lovelace1', person.email, 'tillform1']) {
    const answer = await people.post('sign-up', { ...person, password })
    expect([answer.status, errorsOf(answer)]).toEqual([422, weak])
  }
  const { answer } = await people.signUp(person)
  const body = { currentPassword: person.password, newPassword: 'ada-lovelace-1' }
  const changed = await people.post('change-password', body, {}, tokenOf(answer))
  expect([changed.status, errorsOf(changed)]).toEqual([422, { newPassword: 'Password is weak ' }])

  await people.post('forgot-password', { email: person.email })
  const token = await keyFrom(people.app, person.email, 'account-reset')
  const reset = (password: string) => people.post('reset-password', { token, password })
  expect(errorsOf(await reset('lovelace2026'))).toEqual(weak)
  expect((await reset('another fine password')).status).toBe(200)
})
