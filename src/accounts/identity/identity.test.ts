import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from '#test-app.ts'
import { derivations } from './password/test-password-cost.ts'
import { errorsOf, startPeople, tokenOf, userOf, type People, type Person } from './test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

test('signing up creates a user, their seller account and a session', async () => {
  const { person, answer } = await people.signUp()

  expect(answer.status).toBe(201)
  expect(userOf(answer)).toMatchObject({
    email: person.email,
    name: person.name,
    role: 'Customer',
    photo: null,
  })
  expect(await people.reads(tokenOf(answer), userOf(answer).id)).toBe(200)
})

test('signing in ignores case and surrounding spaces in the email', async () => {
  const { person, answer } = await people.signUp()
  const again = await people.signIn({ ...person, email: ` ${person.email.toUpperCase()} ` })

  expect(again.status).toBe(200)
  expect(userOf(again)).toEqual(userOf(answer))
})

test('a failed sign-in shows its reason next to the field that caused it', async () => {
  const { person } = await people.signUp()
  const unknown = await people.signIn({ ...person, email: 'nobody@example.com' })
  const wrong = await people.signIn({ ...person, password: 'not the password' })
  const malformed = await people.signIn({ ...person, email: 'nonsense' })

  expect([unknown.status, errorsOf(unknown)]).toEqual([401, { email: 'User does not exist' }])
  expect([wrong.status, errorsOf(wrong)]).toEqual([401, { password: 'Wrong password ' }])
  expect([malformed.status, errorsOf(malformed)]).toEqual([
    422,
    { email: 'Invalid Email format , please verify the email you entered ' },
  ])
})

test('a failed sign-up shows its reason next to the field that caused it', async () => {
  const { person } = await people.signUp()
  const refused = async (fields: Partial<Person>) =>
    errorsOf(await people.post('sign-up', { ...people.newPerson(), ...fields }))

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

test('only one of two simultaneous sign-ups with the same email succeeds', async () => {
  const person = people.newPerson()
  const answers = await Promise.all([people.post('sign-up', person), people.post('sign-up', person)])

  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)
  expect(refused && errorsOf(refused)).toEqual({ email: 'Email is already is use ' })
})

test('passwords are stored as salted, memory-hard hashes', async () => {
  const passwords = async (person: Person) =>
    people.app.services.db
      .selectFrom('identities')
      .innerJoin('users', 'users.id', 'identities.userId')
      .select('password')
      .where('users.email', '=', person.email)
      .execute()
  const [one, two] = [await people.signUp(), await people.signUp()]
  const [first, second] = [await passwords(one.person), await passwords(two.person)]

  expect(first).toHaveLength(1)
  expect(first[0]?.password).toMatch(/^scrypt\$\d+\$[\w-]{22}\$[\w-]{43}$/)
  expect(first[0]?.password).not.toBe(second[0]?.password)
})

// Proves passwords.
test('a sign-in to an unknown account costs as much work as a wrong password', async () => {
  const { person } = await people.signUp()
  const workOf = async (signIn: () => Promise<unknown>) => {
    const before = derivations.count
    await signIn()
    return derivations.count - before
  }
  const known = await workOf(() => people.signIn({ ...person, password: 'not the password' }))
  const unknown = await workOf(() => people.signIn({ ...person, email: 'nobody@example.com' }))

  expect(known).toBeGreaterThan(0)
  expect(unknown).toBe(known)
})

test('H1: users can read only themselves and edit only their own listed fields', async () => {
  const [mine, theirs] = [(await people.signUp()).answer, (await people.signUp()).answer]
  const path = `/api/users/${userOf(mine).id}`
  const names = { firstname: ' Ada ', lastName: 'Byron' }
  const edited = await call(people.app, 'PATCH', path, { token: tokenOf(mine), body: names })

  expect(edited.body).toMatchObject({ firstname: 'Ada', lastName: 'Byron' })
  const partly = await call(people.app, 'PATCH', path, { token: tokenOf(mine), body: { lastName: 'King' } })
  expect(partly.body).toMatchObject({ firstname: 'Ada', lastName: 'King' })
  const more = { name: 'Ada K.', role: 'SuperAdmin', email: 'else@example.com', emailVerified: true }
  const odd = await call(people.app, 'PATCH', path, { token: tokenOf(mine), body: more })
  expect(odd.body).toEqual({ ...userOf(mine), firstname: 'Ada', lastName: 'King', name: 'Ada K.' })
  const nameless = await call(people.app, 'PATCH', path, { token: tokenOf(mine), body: { name: ' ' } })
  expect(errorsOf(nameless)).toEqual({ name: 'This field is required' })
  expect(await people.reads(tokenOf(theirs), userOf(mine).id)).toBe(404)
  const foreign = await call(people.app, 'PATCH', path, { token: tokenOf(theirs), body: names })
  expect(foreign.status).toBe(404)
})

const sellersOf = (userId: string) =>
  people.app.services.db.selectFrom('members').select('sellerId').where('userId', '=', userId).execute()

test('the next sign-in completes a sign-up that broke off before its seller was created', async () => {
  const { person, answer } = await people.signUp()
  const { id } = userOf(answer)
  await people.app.services.db.deleteFrom('members').where('userId', '=', id).execute()
  const answers = await Promise.all(Array.from({ length: 4 }, () => people.signIn(person)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await sellersOf(id)).toHaveLength(1)
  const [first] = answers
  expect(first && (await people.reads(tokenOf(first), id))).toBe(200)
})
