import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeRole } from '#accounts/roles/test-staff.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp

beforeAll(async () => {
  app = await startTestApp({ config: { areRatesLimited: true, trustedProxies: ['127.0.0.1'] } })
})
afterAll(async () => app.close())

test('one person gets at most five invitations an hour across all shops and networks', async () => {
  const role = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const invite = async ({ token }: TestSeller, email: string, network: number) => {
    const headers = { 'x-forwarded-for': `203.0.113.${network}` }
    const body = { email, roleId: role }
    return (await call(app, 'POST', '/api/team/invitations', { token, body, headers })).status
  }
  const sellers = [await signUpSeller(app), await signUpSeller(app)]
  const statuses: number[] = []
  for (let sent = 0; sent < 6; sent += 1)
    for (const seller of sellers.slice(sent % 2, (sent % 2) + 1))
      statuses.push(await invite(seller, 'Stranger@example.com', sent))

  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
  expect(await Promise.all(sellers.map((seller) => invite(seller, 'else@example.com', 9)))).toEqual([
    201, 201,
  ])
})

// Proves sender-rights.
test('a new account must confirm its address before it invites people, unless Stripe has verified the shop', async () => {
  const role = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const invite = async ({ token }: TestSeller, email: string) =>
    call(app, 'POST', '/api/team/invitations', { token, body: { email, roleId: role } })
  const seller = await signUpSeller(app, { isOnboarded: false, plan: 'trial' })
  const { db } = app.services
  const mails = () => db.selectFrom('mails').select('id').where('recipient', '=', 'new@example.com').execute()

  expect(await invite(seller, 'new@example.com')).toMatchObject({
    status: 403,
    body: { code: 'email_unconfirmed' },
  })
  expect(await mails()).toEqual([])
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', seller.userId).execute()
  expect((await invite(seller, 'new@example.com')).status).toBe(201)
  expect(await mails()).toHaveLength(1)
})
