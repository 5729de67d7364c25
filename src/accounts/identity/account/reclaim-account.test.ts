import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { newId } from '#foundation/db/new-id.ts'
import { call, signUpSeller } from '#test-app.ts'
import { findTestMail, keyFrom } from '../test-mails.ts'
import { cookieOf, startPeople, tokenOf, userOf, type People } from '../test-people.ts'

let people: People
beforeAll(async () => {
  people = await startPeople()
})
afterAll(async () => people.app.close())

const newPassword = 'another fine password'

/** Someone signs up with another person's email address and adds every way to keep access. */
const signUpAndAdd = async () => {
  const { person, answer } = await people.signUp()
  const [token, { id }] = [tokenOf(answer), userOf(answer)]
  const { app } = people
  const { db } = app.services
  const send = (path: string, body: object) => call(app, 'POST', `/api/${path}`, { token, body })
  await send('authentication/register', { email: person.email, name: person.name, plan: 'None' })
  const begun = await send('account/second-factor', { password: person.password })
  const { key } = z.object({ key: z.string() }).parse(begun.body)
  const code = new TOTP({ secret: Secret.fromBase32(key) }).generate({ timestamp: app.clock.now().getTime() })
  expect((await send('account/second-factor/confirm', { code })).status).toBe(200)
  await db
    .insertInto('passkeys')
    .values({
      id: newId(),
      userId: id,
      name: 'Key',
      credentialId: newId(),
      publicKey: '',
      counter: 0,
      createdAt: app.clock.now(),
      lastUsedAt: null,
    })
    .execute()
  await db
    .insertInto('identities')
    .values({ id: newId(), userId: id, providerId: 'https://issuer.test', accountId: newId() })
    .execute()
  const roleId = await makeRole(app, 'forms', ['read'], { forTeams: true })
  const friend = await signUpMember(app, { ...(await signUpSeller(app)), userId: id }, roleId)
  const { sellerId } = await db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', id)
    .executeTakeFirstOrThrow()
  const expiresAt = new Date(app.clock.now().getTime() + 86_400_000)
  const invited = { kind: 'team', email: 'friend@example.com', issue: 1, invitedBy: id, expiresAt } as const
  await db
    .insertInto('invitations')
    .values({ id: newId(), sellerId, roleId, tokenHash: newId(), createdAt: app.clock.now(), ...invited })
    .execute()
  const elsewhere = people.newPerson().email
  await people.post('change-email', { email: elsewhere, password: person.password }, {}, token)
  return { person, id, token, cookie: cookieOf(answer), sellerId, friend, elsewhere }
}
type Added = Awaited<ReturnType<typeof signUpAndAdd>>

const left = async ({ id, sellerId }: Added) => {
  const { db } = people.app.services
  const [passkeys, factors, codes, issuers, invitations, members] = await Promise.all([
    db.selectFrom('passkeys').select('id').where('userId', '=', id).execute(),
    db.selectFrom('secondFactors').select('userId').where('userId', '=', id).execute(),
    db.selectFrom('recoveryCodes').select('userId').where('userId', '=', id).execute(),
    db
      .selectFrom('identities')
      .select('id')
      .where('userId', '=', id)
      .where('providerId', '!=', 'credential')
      .execute(),
    db.selectFrom('invitations').select('id').where('sellerId', '=', sellerId).execute(),
    db.selectFrom('members').select('userId').where('sellerId', '=', sellerId).execute(),
  ])
  return [passkeys, factors, codes, issuers, invitations, members].map(({ length }) => length)
}

const reset = async (email: string) => {
  await people.post('forgot-password', { email })
  const token = await keyFrom(people.app, email, 'account-reset')
  expect((await people.post('reset-password', { token, password: newPassword })).status).toBe(200)
}
const confirm = async (email: string, headers: Record<string, string> = {}) =>
  people.post('confirm-email', { token: await keyFrom(people.app, email, 'account-confirm') }, headers)

// Proves address-proof.
test('resetting an unconfirmed account’s password leaves its creator no way to sign in', async () => {
  const added = await signUpAndAdd()
  const { person, id, token, cookie, elsewhere } = added
  expect(await left(added)).toEqual([1, 1, 10, 1, 1, 2])
  await reset(person.email)

  expect(await left(added)).toEqual([0, 0, 0, 0, 0, 1])
  expect(await people.reads(token, id)).toBe(401)
  expect((await people.post('refresh', {}, { cookie })).status).toBe(401)
  const taken = await keyFrom(people.app, elsewhere, 'account-change-to')
  expect((await people.post('confirm-email', { token: taken })).status).toBe(422)
  expect((await people.signIn({ ...person, password: newPassword })).status).toBe(200)
  const mail = await findTestMail(people.app, person.email, 'account-additions-ended')
  expect(mail?.text).toContain('passkeys, two-factor authentication')
})

test('confirming an address from another session removes earlier sign-in methods and members', async () => {
  const added = await signUpAndAdd()
  const { person, id, token } = added
  const stranger = await people.signUp()
  expect((await confirm(person.email, { cookie: cookieOf(stranger.answer) })).status).toBe(200)

  expect(await left(added)).toEqual([0, 0, 0, 0, 0, 1])
  expect(await people.reads(token, id)).toBe(401)
  expect((await people.signIn(person)).status).toBe(200)
})

test('a person who confirms while signed in stays signed in and keeps the team', async () => {
  const added = await signUpAndAdd()
  const { person, id, token, cookie } = added
  const { db } = people.app.services
  await db.deleteFrom('secondFactors').where('userId', '=', id).execute()
  const other = tokenOf(await people.signIn(person))
  expect((await confirm(person.email, { cookie })).status).toBe(200)

  expect(await left(added)).toEqual([0, 0, 0, 0, 0, 2])
  expect(await people.reads(token, id)).toBe(200)
  expect(await people.reads(other, id)).toBe(401)
})

test('a reset or confirmation for an already confirmed address removes no sign-in methods', async () => {
  const added = await signUpAndAdd()
  const { person, id } = added
  await people.app.services.db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', id)
    .execute()
  expect((await confirm(person.email)).status).toBe(200)
  await reset(person.email)

  expect(await left(added)).toEqual([1, 1, 10, 1, 1, 2])
  expect(await findTestMail(people.app, person.email, 'account-additions-ended')).toBeUndefined()
})

test('replacing an unconfirmed address removes earlier sign-in methods and members', async () => {
  const added = await signUpAndAdd()
  const token = await keyFrom(people.app, added.elsewhere, 'account-change-to')
  expect((await people.post('confirm-email', { token })).body).toMatchObject({ outcome: 'changed' })

  expect(await left(added)).toEqual([0, 0, 0, 0, 0, 1])
})
