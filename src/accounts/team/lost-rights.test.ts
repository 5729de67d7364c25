import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { ownRequestHeaders } from '#accounts/identity/contract.ts'
import { addRight, giveRole, makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
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
const newAddress = () => `invited-${(addresses += 1)}@example.com`
const session = z.object({ token: z.string(), user: z.object({ id: z.string() }) })
/** The token in an invitation's URL. */
const tokenIn = (body: unknown) => new URL(z.object({ url: z.string() }).parse(body).url).hash.slice(1)

const invite = async (email: string, { token } = owner) => {
  const invitation = { token, body: { email, roleId: viewer } }
  return { token: tokenIn((await call(app, 'POST', '/api/team/invitations', invitation)).body) }
}
const open = (token: string) => call(app, 'POST', '/api/invitations/open', { body: { token } })
const accept = (token: string, as: { token: string }) =>
  call(app, 'POST', '/api/invitations/accept', { token: as.token, body: { token } })
const signUp = (email: string, token?: string) => {
  const person = { name: 'Grace Hopper', email, password: 'correct-horse' }
  const invited = token === undefined ? {} : { invitation: token }
  return call(app, 'POST', '/api/authentication/sign-up', { body: { ...person, ...invited } })
}
const statusOf = async (
  method: 'GET' | 'PATCH' | 'DELETE',
  path: string,
  { token }: { token: string },
  body?: object,
) => (await call(app, method, path, { token, ...(body === undefined ? {} : { body }) })).status
const sellerOf = async (userId: string) =>
  (
    await app.services.db
      .selectFrom('members')
      .select('sellerId')
      .where('userId', '=', userId)
      .executeTakeFirst()
  )?.sellerId

// Proves sender-rights.
test('an invitation ends when its sender loses the right to send it', async () => {
  const inviting = async () => {
    const role = await makeRole(app, 'team', ['read', 'write', 'update', 'delete'], { forTeams: true })
    await addRight(app, role, 'forms', ['read'])
    const manager = await signUpMember(app, owner, role)
    const email = newAddress()
    const { token } = await invite(email, manager)
    return { role, manager, email, token }
  }
  const [removed, changed, kept, lessened] = [
    await inviting(),
    await inviting(),
    await inviting(),
    await inviting(),
  ]
  const member = (one: typeof removed) => `/api/team/members/${one.manager.userId}`
  expect(await statusOf('DELETE', member(removed), owner)).toBe(200)
  expect(await statusOf('PATCH', member(changed), owner, { roleId: editor })).toBe(200)
  expect(await statusOf('PATCH', member(kept), owner, { roleId: lessened.role })).toBe(200)
  expect((await open(kept.token)).status).toBe(200)
  await app.services.db.deleteFrom('rolePermissions').where('roleId', '=', lessened.role).execute()

  for (const { email, token } of [removed, changed, lessened]) {
    expect((await open(token)).status).toBe(410)
    expect((await signUp(email, token)).status).toBe(410)
  }
  const waiting = await app.services.db
    .selectFrom('invitations')
    .select('email')
    .where('email', 'in', [removed.email, changed.email, lessened.email])
    .execute()
  expect(waiting.map(({ email }) => email)).toEqual([lessened.email])
  const guest = session.parse((await signUp(lessened.email)).body)
  expect((await accept(lessened.token, guest)).status).toBe(410)
})

// Proves sender-rights.
test('a Partner invitation ends when its sender is no longer an Admin', async () => {
  const [boss, admin] = [await signUpStaff(app, 'SuperAdmin'), await signUpStaff(app, 'Admin')]
  await giveRole(app, admin, await makeRole(app, 'users', ['read', 'write']))
  const email = newAddress()
  const made = await call(app, 'POST', '/api/admin/invitations', { token: admin.token, body: { email } })
  const token = tokenIn(made.body)
  expect((await open(token)).status).toBe(200)
  expect(await statusOf('PATCH', `/api/admin/users/${admin.userId}`, boss, { role: 'Customer' })).toBe(200)

  expect((await open(token)).status).toBe(410)
  expect((await signUp(email, token)).status).toBe(410)
  expect((await signUp(email)).body).toMatchObject({ user: { role: 'Customer' } })
})

test('a person who repeatedly leaves teams gets only one trial', async () => {
  const now = app.clock.now()
  const email = newAddress()
  const { token } = await invite(email)
  const signedUp = await signUp(email, token)
  const { user } = session.parse(signedUp.body)
  const cookieOf = ({ headers }: typeof signedUp) => headers.getSetCookie()[0]?.split(';')[0] ?? ''
  let cookie = cookieOf(signedUp)
  const trialOnReturn = async () => {
    await call(app, 'DELETE', `/api/team/members/${user.id}`, { token: owner.token })
    const again = await call(app, 'POST', '/api/authentication/refresh', {
      headers: { cookie, origin: app.url, ...ownRequestHeaders },
    })
    cookie = cookieOf(again)
    const { body } = again
    const sellerId = (await sellerOf(user.id)) ?? ''
    const { trialEnd, status } = await app.services.db
      .selectFrom('planSubscriptions')
      .select(['trialEnd', 'status'])
      .where('sellerId', '=', sellerId)
      .executeTakeFirstOrThrow()
    return { token: session.parse(body).token, sellerId, trialEnd, status }
  }
  const comeBack = async (as: { token: string }) => {
    await accept((await invite(email)).token, as)
    return trialOnReturn()
  }
  const first = await trialOnReturn()
  const second = await comeBack(first)
  const days = 15 * 24 * 60 * 60
  await app.services.db
    .updateTable('users')
    .set({ trialEndsAt: secondsAfter(now, -days) })
    .where('id', '=', user.id)
    .execute()
  const third = await comeBack(second)

  expect(first.status).toBe('creating')
  expect([second.trialEnd, second.status]).toEqual([first.trialEnd, 'creating'])
  expect(second.sellerId).not.toBe(first.sellerId)
  expect(third.status).toBe('canceled')
  expect(await statusOf('GET', '/api/forms', third)).toBe(403)
  expect(await statusOf('GET', '/api/stripe/account-billing', third)).toBe(200)
})

test('a member who can only change timers cannot read other data of a form that way', async () => {
  const timer = { title: 'Soon over', timestamp: app.clock.now().getTime() + 86_400_000 }
  const change = { isDetailUpdate: true, timers: [timer] }
  const roles = [
    await makeRole(app, 'timers', ['update'], { forTeams: true }),
    await makeRole(app, 'timers', ['read', 'update'], { forTeams: true }),
  ]
  const answers = []
  for (const role of roles) {
    const { token } = await signUpMember(app, owner, role)
    const answer = await call(app, 'PATCH', `/api/forms/${form}`, { token, body: change })
    answers.push([answer.status, answer.body])
  }
  expect(answers).toEqual([
    [200, { id: form }],
    [200, { id: form, timers: [expect.objectContaining({ title: 'Soon over' })] }],
  ])
})
