// A password reset by email also lets people remove the other ways to sign in.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#foundation/db/new-id.ts'
import { call } from '#test-app.ts'
import { startPeople, tokenOf, userOf, type People } from '../test-people.ts'
import { createLinks } from './links.ts'

let people: People

beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const day = 24 * 60 * 60
const daysAgo = (days: number) => new Date(people.app.clock.now().getTime() - days * day * 1000)

/** A person with a confirmed email address, an old passkey, and a thief's additions. */
async function robbed() {
  const { app } = people
  const { db } = app.services
  const { person, answer } = await people.signUp()
  const { id: userId } = userOf(answer)
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
  const passkey = async (name: string, createdAt: Date) => {
    const id = newId()
    const key = { id, userId, name, credentialId: id, publicKey: '', counter: 0, createdAt, lastUsedAt: null }
    await db.insertInto('passkeys').values(key).execute()
    return id
  }
  const own = await passkey('My phone', daysAgo(100))
  const thiefs = await passkey('Eve’s phone', daysAgo(1))
  const issuer = newId()
  const identity = { id: issuer, userId, providerId: 'https://issuer.example', accountId: `eve-${userId}` }
  await db
    .insertInto('identities')
    .values({ ...identity, password: null, createdAt: daysAgo(1) })
    .execute()
  return { person, userId, token: tokenOf(answer), own, thiefs, issuer }
}

async function resetKey({ email }: { readonly email: string }): Promise<string> {
  const { app } = people
  await people.post('forgot-password', { email })
  const { about } = await app.services.db
    .selectFrom('mails')
    .select('about')
    .where('kind', '=', 'account-reset')
    .where('recipient', '=', email)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return createLinks(app.config.authSecret).keyOf(about)
}

async function addFactor(userId: string, confirmedAt: Date): Promise<void> {
  const { db } = people.app.services
  await db.insertInto('secondFactors').values({ userId, secret: 'sealed', confirmedAt }).execute()
}

const left = async (userId: string) => {
  const { db } = people.app.services
  const passkeys = await db.selectFrom('passkeys').select('id').where('userId', '=', userId).execute()
  const factors = await db.selectFrom('secondFactors').select('userId').where('userId', '=', userId).execute()
  const signIns = await db
    .selectFrom('identities')
    .select('id')
    .where('userId', '=', userId)
    .where('providerId', '!=', 'credential')
    .execute()
  return { passkeys: passkeys.map(({ id }) => id), factors: factors.length, signIns: signIns.length }
}

// Proves sign-in-methods.
test('a password reset shows how recent each sign-in method is and removes the chosen ones', async () => {
  const { person, userId, own, thiefs, issuer } = await robbed()
  await addFactor(userId, daysAgo(1))
  const token = await resetKey(person)
  const opened = await people.post('reset-password/open', { token })
  expect(opened.body).toMatchObject({
    passkeys: [
      { id: own, name: 'My phone', isRecent: false },
      { id: thiefs, name: 'Eve’s phone', isRecent: true },
    ],
    signIns: [{ id: issuer, name: 'issuer.example', isRecent: true }],
    secondFactor: { isRecent: true },
  })

  const remove = { passkeys: [thiefs], signIns: [issuer], secondFactor: true }
  const password = 'another fine password'
  expect((await people.post('reset-password', { token, password, remove })).status).toBe(200)
  expect(await left(userId)).toEqual({ passkeys: [own], factors: 0, signIns: 0 })
  const told = await people.app.services.db
    .selectFrom('mails')
    .select('kind')
    .where('recipient', '=', person.email)
    .execute()
  const kinds = told.map(({ kind }) => kind)
  for (const news of ['passkey-removed', 'issuer-removed', 'second-factor-off']) {
    expect(kinds).toContain(`account-${news}`)
  }
})

test('a password reset removes only its own account’s chosen sign-in methods', async () => {
  const victim = await robbed()
  const other = await robbed()
  const token = await resetKey(victim.person)
  const remove = { passkeys: [other.own, other.thiefs], signIns: [other.issuer] }
  const password = 'another fine password'
  expect((await people.post('reset-password', { token, password, remove })).status).toBe(200)
  expect((await left(victim.userId)).passkeys).toEqual([victim.own, victim.thiefs])
  expect(await left(other.userId)).toMatchObject({ passkeys: [other.own, other.thiefs], signIns: 1 })
})

// Proves sign-in-methods.
test('a second factor older than seven days survives a password reset', async () => {
  const { person, userId } = await robbed()
  await addFactor(userId, daysAgo(8))
  const token = await resetKey(person)
  const password = 'another fine password'
  await people.post('reset-password', { token, password, remove: { secondFactor: true } })
  expect((await left(userId)).factors).toBe(1)
})

test('a used reset link no longer shows sign-in methods', async () => {
  const { person } = await robbed()
  const token = await resetKey(person)
  await people.post('reset-password', { token, password: 'another fine password' })
  expect((await people.post('reset-password/open', { token })).status).toBe(422)
})

test('a person can remove connected sign-ins except the last way to sign in', async () => {
  const { app } = people
  const { userId, token, issuer, own, thiefs } = await robbed()
  const ways = await call(app, 'GET', '/api/account/sign-in-ways', { token })
  expect(ways.body).toMatchObject({ signIns: [{ id: issuer, name: 'issuer.example' }] })
  const remove = (path: string) => call(app, 'DELETE', `/api/account/${path}`, { token })
  await app.services.db
    .deleteFrom('identities')
    .where('userId', '=', userId)
    .where('providerId', '=', 'credential')
    .execute()
  await remove(`passkeys/${own}`)

  const both = await Promise.all([remove(`passkeys/${thiefs}`), remove(`sign-ins/${issuer}`)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 403])
})
