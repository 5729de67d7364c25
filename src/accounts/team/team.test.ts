import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { subscribeSeller } from '#accounts/billing/subscription/subscribe-seller.ts'
import { ownRequestHeaders } from '#accounts/identity/contract.ts'
import { findTestMail } from '#accounts/identity/test-mails.ts'
import { writeInvitation } from '#accounts/invitations/invitation-link.ts'
import { makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let owner: TestSeller
let form: string
let viewer: string
let editor: string

beforeAll(async () => {
  app = await startTestApp()
  owner = await signUpSeller(app)
  form = await createTestForm(app, owner)
  viewer = await makeRole(app, 'forms', ['read'], { forTeams: true })
  editor = await makeRole(app, 'forms', ['read', 'write', 'update'], { forTeams: true })
})
afterAll(async () => app.close())

let addresses = 0
const newAddress = () => `member-${(addresses += 1)}@example.com`
const codeOf = (body: unknown) => errorBody.parse(body).code
const invitation = z.object({ id: z.string(), url: z.string() })

const invite = async (email: string, roleId = viewer, by = owner) => {
  const answer = await call(app, 'POST', '/api/team/invitations', {
    token: by.token,
    body: { email, roleId },
  })
  const { id, url } = invitation.parse(answer.body)
  return { id, token: new URL(url).hash.slice(1) }
}
const open = (token: string) => call(app, 'POST', '/api/invitations/open', { body: { token } })
const accept = (token: string, as: { token: string }) =>
  call(app, 'POST', '/api/invitations/accept', { token: as.token, body: { token } })
const session = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
const signUp = (email: string, token?: string) =>
  call(app, 'POST', '/api/authentication/sign-up', {
    body: {
      name: 'Grace Hopper',
      email,
      password: 'correct-horse',
      ...(token === undefined ? {} : { invitation: token }),
    },
  })
const statusOf = async (
  method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
  path: string,
  by: { token: string },
  body?: object,
) => (await call(app, method, path, { token: by.token, ...(body === undefined ? {} : { body }) })).status
const sellerOf = async (userId: string) =>
  (
    await app.services.db
      .selectFrom('members')
      .select('sellerId')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.sellerId
const rename = { isDetailUpdate: false, title: 'A longer course in watercolor' }

test('a person who signs up by invitation joins the team instead of getting a shop', async () => {
  const email = newAddress()
  const { token } = await invite(email)
  expect((await open(token)).body).toMatchObject({ kind: 'team', email, hasAccount: false })
  const answer = await signUp(email, token)
  const { token: bearer, user } = session.parse(answer.body)
  const member = { token: bearer }

  expect(await sellerOf(user.id)).toBe(await sellerOf(owner.userId))
  expect(await statusOf('GET', `/api/forms/${form}`, member)).toBe(200)
  expect(await statusOf('PATCH', `/api/forms/${form}`, member, rename)).toBe(403)
  expect(await statusOf('GET', '/api/sales', member)).toBe(403)
  expect(await statusOf('GET', '/api/team', member)).toBe(403)
  expect((await open(token)).status).toBe(410)
})

// Proves route-rights.
test('a changed role and a removal take effect at the next request', async () => {
  const member = await signUpMember(app, owner, viewer)
  const path = `/api/team/members/${member.userId}`
  await call(app, 'PATCH', path, { token: owner.token, body: { roleId: editor } })
  expect(await statusOf('PATCH', `/api/forms/${form}`, member, rename)).toBe(200)
  expect(await statusOf('PATCH', `/api/forms/${form}`, member, { isDetailUpdate: true, timers: [] })).toBe(
    403,
  )

  expect(await statusOf('DELETE', path, owner)).toBe(200)
  expect(await statusOf('GET', `/api/forms/${form}`, member)).toBe(401)
  expect(await statusOf('DELETE', path, owner)).toBe(404)
})

test('a removed member gets their own shop at the next visit', async () => {
  const email = newAddress()
  const { token } = await invite(email)
  const answer = await signUp(email, token)
  const { user } = session.parse(answer.body)
  await call(app, 'DELETE', `/api/team/members/${user.id}`, { token: owner.token })
  const cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? ''
  const again = await call(app, 'POST', '/api/authentication/refresh', {
    headers: { cookie, origin: app.url, ...ownRequestHeaders },
  })

  expect(again.status).toBe(200)
  const seller = await sellerOf(user.id)
  expect(seller).toBeDefined()
  expect(seller).not.toBe(await sellerOf(owner.userId))
})

test('an owner cannot leave the team before transferring ownership', async () => {
  const shop = await signUpSeller(app, { isOnboarded: false })
  const newOwner = await signUpMember(app, shop, viewer)
  expect(await statusOf('POST', '/api/team/leave', shop)).toBe(409)
  expect(await statusOf('DELETE', `/api/team/members/${shop.userId}`, shop)).toBe(409)
  const handOver = { userId: newOwner.userId, roleId: viewer }
  expect(await statusOf('POST', '/api/team/owner', newOwner, handOver)).toBe(403)

  expect(await statusOf('POST', '/api/team/owner', shop, handOver)).toBe(200)
  expect(await statusOf('GET', '/api/team', newOwner)).toBe(200)
  expect(await statusOf('GET', '/api/team', shop)).toBe(403)
  expect(await statusOf('POST', '/api/team/leave', shop)).toBe(200)
  expect(await statusOf('GET', '/api/team', shop)).toBe(401)
})

test('an invitation works only once, for its address, until it expires, is resent or revoked', async () => {
  const [email, other] = [newAddress(), newAddress()]
  const first = await invite(email)
  const stranger = session.parse((await signUp(other)).body)
  expect(codeOf((await accept(first.token, stranger)).body)).toBe('other_address')
  expect((await signUp(newAddress(), first.token)).status).toBe(403)

  const resent = await call(app, 'PATCH', `/api/team/invitations/${first.id}`, { token: owner.token })
  const second = new URL(invitation.parse(resent.body).url).hash.slice(1)
  expect((await open(first.token)).status).toBe(410)
  const invited = session.parse((await signUp(email)).body)
  const both = await Promise.all([accept(second, invited), accept(second, invited)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 410])

  const taken = await invite(newAddress())
  expect(await statusOf('DELETE', `/api/team/invitations/${taken.id}`, owner)).toBe(200)
  expect((await open(taken.token)).status).toBe(410)
  const late = await invite(newAddress())
  const opened = await app.services.db
    .selectFrom('invitations')
    .select('expiresAt')
    .where('id', '=', late.id)
    .executeTakeFirstOrThrow()
  expect((opened.expiresAt.getTime() - app.clock.now().getTime()) / 86_400_000).toBeCloseTo(7)
  await app.services.db
    .updateTable('invitations')
    .set({ expiresAt: app.clock.now() })
    .where('id', '=', late.id)
    .execute()
  expect((await open(late.token)).status).toBe(410)
})

test('a person about to pay for their own plan cannot join a team', async () => {
  const email = newAddress()
  const person = session.parse((await signUp(email)).body)
  const sellerId = (await sellerOf(person.user.id)) ?? ''
  const { token } = await invite(email)
  const plans = app.services.db.updateTable('planSubscriptions').where('sellerId', '=', sellerId)
  await plans.set({ plan: 'GROWTH' }).execute()
  expect(codeOf((await accept(token, person)).body)).toBe('shop_in_use')
  await plans.set({ plan: 'BASIC' }).execute()
  expect((await accept(token, person)).status).toBe(200)

  const asked = {
    sellerId,
    email,
    name: 'Bea',
    role: 'Customer',
    plan: 'GROWTH',
    paymentMethodId: 'pm_card_visa',
  } as const
  await expect(subscribeSeller(app.services, asked)).rejects.toMatchObject({ code: 'plan_state' })
})

test('a person who already has a shop in use or a team cannot join another team', async () => {
  const [busy, idle] = [newAddress(), newAddress()]
  const withShop = session.parse((await signUp(busy)).body)
  const seller = (await sellerOf(withShop.user.id)) ?? ''
  await app.services.db
    .updateTable('sellers')
    .set({ onboardingStatus: 'completed' })
    .where('id', '=', seller)
    .execute()
  expect(codeOf((await accept((await invite(busy)).token, withShop)).body)).toBe('shop_in_use')

  const without = session.parse((await signUp(idle)).body)
  expect((await accept((await invite(idle)).token, without)).status).toBe(200)
  const elsewhere = await signUpSeller(app)
  expect(codeOf((await accept((await invite(idle, viewer, elsewhere)).token, without)).body)).toBe(
    'in_other_team',
  )
})

test('a member cannot grant more rights than theirs, nor change the owner or themselves', async () => {
  const inviter = await makeRole(app, 'team', ['read', 'write', 'update'], { forTeams: true })
  const member = await signUpMember(app, owner, inviter)
  const body = { email: newAddress(), roleId: editor }
  const beyond = await call(app, 'POST', '/api/team/invitations', { token: member.token, body })
  expect([beyond.status, codeOf(beyond.body)]).toEqual([403, 'beyond_own_rights'])
  expect(await statusOf('POST', '/api/team/invitations', member, { ...body, roleId: inviter })).toBe(201)

  const give = { roleId: inviter }
  expect(await statusOf('PATCH', `/api/team/members/${owner.userId}`, member, give)).toBe(403)
  expect(await statusOf('PATCH', `/api/team/members/${member.userId}`, member, give)).toBe(403)
  const platform = await makeRole(app, 'users', ['read'])
  const wrong = await call(app, 'POST', '/api/team/invitations', {
    token: owner.token,
    body: { ...body, roleId: platform },
  })
  expect(errorBody.parse(wrong.body).errors).toEqual({ roleId: 'Choose one of the listed roles' })
})

test('an invitation’s token is only in the email, never in the database', async () => {
  const email = newAddress()
  const { id, token } = await invite(email)
  const mail = await app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('recipient', '=', email)
    .executeTakeFirstOrThrow()
  const written = await writeInvitation(app.config, { ...mail.data, inviterName: 'evil.example/pay' })
  const row = await app.services.db
    .selectFrom('invitations')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

  expect(written.text).toContain(`/invitation#${token}`)
  expect(written.text).not.toContain('evil.example/pay')
  expect(JSON.stringify([row, mail.data])).not.toContain(token)
})

test('an invitation names its sender and the shop', async () => {
  const data = { id: 'x', issue: 1, inviterName: 'Lena Ortiz', roleName: 'Packer' }
  const subjectFor = async (sellerName: string | null) =>
    (await writeInvitation(app.config, { ...data, sellerName })).subject

  expect(await subjectFor('Harbor Ceramics')).toBe('Lena Ortiz invites you to Harbor Ceramics')
  expect(await subjectFor('Lena Ortiz')).toBe('Join Lena Ortiz on Tillform')
  expect(await subjectFor(null)).toBe('You are invited to become a Tillform partner')
})

test('a Partner invitation gives the role and a separate shop at sign-up', async () => {
  const admin = await signUpStaff(app, 'SuperAdmin')
  const email = newAddress()
  const made = await call(app, 'POST', '/api/admin/invitations', { token: admin.token, body: { email } })
  const token = new URL(invitation.parse(made.body).url).hash.slice(1)
  const answer = await signUp(email, token)
  const { user } = session.parse(answer.body)

  expect(answer.body).toMatchObject({ user: { role: 'Partner' } })
  expect(await sellerOf(user.id)).toBeDefined()
  expect((await call(app, 'GET', '/api/admin/invitations', { token: owner.token })).status).toBe(403)
})

// Proves address-proof.
test('an invitation’s emailed link proves the address, but the inviter’s link does not', async () => {
  const [shown, mailed] = [newAddress(), newAddress()]
  const { token } = await invite(shown)
  const byLink = await signUp(shown, token)
  await invite(mailed)
  const { text = '' } = (await findTestMail(app, mailed, 'invitation')) ?? {}
  const byMail = await signUp(mailed, /\/invitation#(\S+)/.exec(text)?.[1])

  expect([byLink, byMail].map(({ status }) => status)).toEqual([201, 201])
  expect(byLink.body).toMatchObject({ user: { emailVerified: false } })
  expect(byMail.body).toMatchObject({ user: { emailVerified: true } })
  const confirmations = await Promise.all(
    [shown, mailed].map((email) => findTestMail(app, email, 'account-confirm')),
  )
  expect(confirmations.map((mail) => mail?.recipient)).toEqual([shown, undefined])
  const forged = await invite(newAddress())
  expect((await open(`${forged.token}.${token}`)).status).toBe(200)
  const guest = await signUpSeller(app, { isOnboarded: false })
  const { email } = await app.services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', guest.userId)
    .executeTakeFirstOrThrow()
  const own = await invite(email)
  expect((await accept(`${own.token}.${token}`, guest)).status).toBe(200)
  expect((await call(app, 'GET', `/api/users/${guest.userId}`, { token: guest.token })).body).toMatchObject({
    emailVerified: false,
  })
})

test('an invitation revoked during sign-up leaves no account behind', async () => {
  const email = newAddress()
  const { token } = await invite(email)
  const { db } = app.services
  await sql`create function withdraw() returns trigger language plpgsql as
    $$ begin delete from invitations; return null; end $$`.execute(db)
  await sql`create trigger withdraw after insert on identities execute function withdraw()`.execute(db)
  const answer = await signUp(email, token)
  await sql`drop function withdraw cascade`.execute(db)

  expect(answer.status).toBe(410)
  expect((await signUp(email)).status).toBe(201)
})
