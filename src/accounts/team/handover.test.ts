// Tests that a former owner can take a shop back for a few days, even after its new owner has changed it.
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { handoverKey } from './handover.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let role: string
let owner: TestSeller
let newOwner: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  role = await makeRole(app, 'forms', ['read'], { forTeams: true })
})
afterAll(async () => app.close())
beforeEach(async () => {
  owner = await signUpSeller(app)
  newOwner = await signUpMember(app, owner, role)
})

const send = (by: TestSeller, method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  call(app, method, `/api/${path}`, { token: by.token, ...(body === undefined ? {} : { body }) })
const handOver = (from: TestSeller, to: TestSeller) =>
  send(from, 'POST', 'team/owner', { userId: to.userId, roleId: role })
const mailsTo = async ({ userId }: TestSeller) =>
  app.services.db
    .selectFrom('mails')
    .select(['id', 'kind', 'data'])
    .where('userId', '=', userId)
    .where('kind', 'like', 'team-%')
    .orderBy('id')
    .execute()
const membersOf = async ({ account }: TestSeller) =>
  app.services.db
    .selectFrom('members')
    .innerJoin('sellers', 'sellers.id', 'members.sellerId')
    .select(['members.userId', 'members.isOwner'])
    .where('sellers.stripeAccountId', '=', account)
    .orderBy('members.isOwner', 'desc')
    .execute()
const press = (what: 'open' | 'take-back' | 'agree', token: string) =>
  call(app, 'POST', `/api/team/handover/${what}`, { body: { token } })

/** The key in the former owner's emailed link. */
async function keyOf(from: TestSeller): Promise<string> {
  const { about } = await app.services.db
    .selectFrom('mails')
    .select('about')
    .where('userId', '=', from.userId)
    .where('kind', '=', 'team-handed-over')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return handoverKey(app.config.authSecret, about)
}

// Proves shop-recovery.
test('a former owner can take the shop back even after being removed from the team', async () => {
  expect((await handOver(owner, newOwner)).status).toBe(200)
  expect((await mailsTo(newOwner)).map(({ kind }) => kind)).toContain('team-received')
  const key = await keyOf(owner)
  const helper = await signUpMember(app, owner, role)
  await send(newOwner, 'POST', 'team/invitations', { email: 'mallory@example.com', roleId: role })
  expect((await send(newOwner, 'DELETE', `team/members/${owner.userId}`)).status).toBe(200)

  expect((await press('open', key)).body).toMatchObject({ heirName: newOwner.name })
  expect((await press('take-back', key)).status).toBe(200)
  expect(await membersOf(owner)).toEqual([{ userId: owner.userId, isOwner: true }])
  const open = await app.services.db
    .selectFrom('invitations')
    .select('id')
    .where('email', '=', 'mallory@example.com')
    .execute()
  expect(open).toEqual([])
  for (const out of [newOwner, helper]) {
    expect((await mailsTo(out)).map(({ kind }) => kind)).toContain('team-taken-back')
  }
  expect((await send(owner, 'GET', 'team')).status).toBe(401)
  expect((await press('take-back', key)).status).toBe(410)
})

// Proves shop-recovery.
test('if a shop is handed over twice, the first owner can take it back but the second cannot', async () => {
  await handOver(owner, newOwner)
  const second = await signUpMember(app, owner, role)
  await handOver(newOwner, second)
  const [first, later] = [await keyOf(owner), await keyOf(newOwner)]

  expect((await press('take-back', first)).status).toBe(200)
  expect(await membersOf(owner)).toEqual([{ userId: owner.userId, isOwner: true }])
  expect((await press('take-back', later)).status).toBe(410)
})

test('an owner who hands a shop back to its former owner cannot take it again', async () => {
  await handOver(owner, newOwner)
  await handOver(newOwner, owner)
  const given = await app.services.db
    .selectFrom('mails')
    .select('id')
    .where('userId', '=', newOwner.userId)
    .where('kind', '=', 'team-handed-over')
    .execute()
  expect(given).toEqual([])
  expect((await press('take-back', await keyOf(owner))).status).toBe(410)
})

// Proves shop-recovery.
test('a new owner cannot close the shop or change payouts while it can be taken back', async () => {
  await handOver(owner, newOwner)
  await send(newOwner, 'DELETE', `team/members/${owner.userId}`)
  const erase = () => send(newOwner, 'POST', 'account/erase', { password: 'correct-horse' })
  expect(errorBody.parse((await erase()).body).code).toBe('handover_open')
  await app.services.db
    .updateTable('sellers')
    .set({ onboardingStatus: 'restricted' })
    .where('stripeAccountId', '=', owner.account)
    .execute()
  const status = z.object({ redirect_url: z.null(), heldUntil: z.string() })
  status.parse((await send(newOwner, 'GET', 'stripe/check-account-boarding')).body)

  expect((await press('agree', await keyOf(owner))).status).toBe(200)
  expect((await press('take-back', await keyOf(owner))).status).toBe(410)
  // The change of owner no longer prevents closing. The next check fails, because the sandbox does not know the plan.
  expect(errorBody.parse((await erase()).body).code).toBe('card_needed')
})

test('a handover is final after seven days', async () => {
  await handOver(owner, newOwner)
  const key = await keyOf(owner)
  const now = app.clock.now()
  app.clock.advance(7 * 24 * 60 * 60 + 1)
  expect((await press('take-back', key)).status).toBe(410)
  app.clock.set(now)
})

test('a former owner who now has another shop in use cannot take this one back', async () => {
  await handOver(owner, newOwner)
  const key = await keyOf(owner)
  await send(newOwner, 'DELETE', `team/members/${owner.userId}`)
  const other = await signUpSeller(app)
  const { sellerId } = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', other.userId)
    .executeTakeFirstOrThrow()
  await app.services.db.deleteFrom('members').where('userId', '=', other.userId).execute()
  await app.services.db.insertInto('members').values({ userId: owner.userId, sellerId }).execute()
  const { status, body } = await press('take-back', key)
  expect([status, errorBody.parse(body).code]).toEqual([409, 'shop_in_use'])
})

test('the owner gets an email about each member who joins, leaves or changes role', async () => {
  const path = `/api/team/members/${newOwner.userId}`
  const other = await makeRole(app, 'sales', ['read'], { forTeams: true })
  await call(app, 'PATCH', path, { token: owner.token, body: { roleId: other } })
  await call(app, 'DELETE', path, { token: owner.token })
  const email = 'nadja@example.com'
  const invited = await send(owner, 'POST', 'team/invitations', { email, roleId: role })
  const { url } = z.object({ url: z.string() }).parse(invited.body)
  await call(app, 'POST', '/api/authentication/sign-up', {
    body: { name: 'Nadja', email, password: 'correct-horse', invitation: new URL(url).hash.slice(1) },
  })

  const told = await mailsTo(owner)
  expect(told.map(({ kind }) => kind)).toEqual(['team-role-changed', 'team-left', 'team-joined'])
  expect(told[2]?.data).toMatchObject({ memberName: 'Nadja', memberEmail: email })
  for (const { id } of told) {
    const text = await (await fetch(`${app.url}/dev/mail/${id}`)).text()
    expect(text).toContain(`${app.config.publicUrl}/team`)
  }
})
