import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { confirmAddress } from '#accounts/people/change-user.ts'
import { makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import type { PlatformRole } from '#foundation/http/contract/caller.ts'
import { lostEvents, setFaults, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { changePreview } from './contract.ts'
import { reconcilePlans } from './subscription/reconcile-plans.ts'
import {
  callAs,
  day,
  firstOf,
  invoicesOf,
  newSeller,
  pass,
  subscribe,
  subscriptionsOf,
  takeEvents,
  type PlanSeller,
} from './test-billing.ts'
import { writePlanMail } from './plan-mails.ts'

let app: TestApp
let admin: TestSeller
let seller: PlanSeller

beforeAll(async () => {
  app = await startTestApp()
  admin = await signUpStaff(app, 'SuperAdmin')
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await newSeller(app)
  await confirmAddress(app.services.db, seller.userId)
  await give('Partner')
  await subscribe(app, seller, { plan: 'PARTNER_FREE', role: 'Partner' })
  await reconcilePlans(app.services)
})

const give = async (role: PlatformRole) =>
  (await callAs(app, admin, 'PATCH', `/api/admin/users/${seller.userId}`, { role })).status
const statusOf = async (path: string) => (await callAs(app, seller, 'GET', path)).status
const post = (path: string, body: object = {}) => callAs(app, seller, 'POST', path, body)
const mailsOf = async () =>
  app.services.db
    .selectFrom('mails')
    .select(['kind', 'data'])
    .where('userId', '=', seller.userId)
    .where('kind', 'like', '%plan%')
    .orderBy('id')
    .execute()
const kinds = async () => (await mailsOf()).map(({ kind }) => kind)

test('a seller who loses the Partner role keeps the plan until its period ends', async () => {
  expect(await firstOf(app, seller)).toMatchObject({ status: 'active', cancelAtPeriodEnd: false })
  expect(await give('Customer')).toBe(200)
  for (let time = 0; time < 3; time += 1) await reconcilePlans(app.services)

  const ending = await firstOf(app, seller)
  expect(ending).toMatchObject({ plan: 'PARTNER_FREE', cancelAtPeriodEnd: true, endsWithRole: true })
  const [mail, ...others] = await mailsOf()
  expect([mail?.kind, others]).toEqual(['partner_plan_ending', []])
  const { subject, text } = writePlanMail(app.config.publicUrl, 'partner_plan_ending', mail?.data)
  expect(subject).toMatch(/^Your Tillform Partner plan ends on \d+ \w+ \d{4}$/)
  expect(text).toContain(`${app.config.publicUrl}/billing`)
  expect(await statusOf('/api/bumps')).toBe(200)
  expect(await post(`/api/stripe/resume-subscription/${ending.id}`)).toMatchObject({
    status: 403,
    body: { code: 'partners_only' },
  })

  await pass(app, 32 * day)
  expect(await firstOf(app, seller)).toMatchObject({ status: 'canceled' })
  expect([await statusOf('/api/bumps'), await statusOf('/api/forms')]).toEqual([403, 403])
  expect(await kinds()).toEqual(['partner_plan_ending', 'plan_ended'])
})

test('a partner plan continues when the role returns and ends when the role is revoked again', async () => {
  for (const role of ['Customer', 'Partner', 'Admin'] as const) {
    expect(await give(role)).toBe(200)
    app.clock.advance(1)
    await reconcilePlans(app.services)
    await reconcilePlans(app.services)
    expect(await firstOf(app, seller)).toMatchObject({
      cancelAtPeriodEnd: role !== 'Partner',
      endsWithRole: role !== 'Partner',
    })
  }
  expect(await kinds()).toEqual(['partner_plan_ending', 'partner_plan_kept', 'partner_plan_ending'])
  expect((await subscriptionsOf(app, seller)).filter(({ status }) => status === 'active')).toHaveLength(1)
})

test('revoking and restoring the Partner role between two checks changes nothing', async () => {
  await give('Customer')
  await give('Partner')
  await reconcilePlans(app.services)

  expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: false, endsWithRole: false })
  expect(await kinds()).toEqual([])
})

test.each(['cut_before', 'cut_after'])(
  'a Partner role revoked while Stripe is unreachable (%s) ends the plan later',
  async (kind) => {
    const away = { method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind } }
    await setFaults(app, { calls: [away], ...lostEvents })
    expect(await give('Customer')).toBe(200)
    await reconcilePlans(app.services)
    await setFaults(app, { calls: [], events: [] })
    expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: false, endsWithRole: true })
    app.clock.advance(61)
    await reconcilePlans(app.services)

    expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: true, endsWithRole: true })
    expect(await kinds()).toEqual(['partner_plan_ending'])
  },
)

test('a plan the partner canceled stays canceled when the role changes', async () => {
  const { id } = await firstOf(app, seller)
  await callAs(app, seller, 'DELETE', `/api/stripe/cancel-subscription/${id}`)
  for (const role of ['Customer', 'Partner'] as const) {
    await give(role)
    await reconcilePlans(app.services)
  }
  expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: true, endsWithRole: false })
  expect(await kinds()).toEqual([])
})

test('an ending partner plan continues only if the change to a paid plan succeeds', async () => {
  await give('Customer')
  await reconcilePlans(app.services)
  const { id } = await firstOf(app, seller)
  const change = async () => {
    const ask = { plan: 'GROWTH', currentSubscriptionId: id }
    const { total, prorationDate } = changePreview.parse(
      (await post('/api/stripe/change-plan/preview', ask)).body,
    )
    const body = { ...ask, email: 'ada@example.com', shown: { total, prorationDate } }
    return (await post('/api/stripe/change-plan', body)).status
  }
  await saveCard('pm_card_chargeCustomerFail')
  expect(await change()).toBe(402)
  app.clock.advance(121)
  await reconcilePlans(app.services)
  await takeEvents(app)
  await reconcilePlans(app.services)
  expect(await firstOf(app, seller)).toMatchObject({ plan: 'PARTNER_FREE', cancelAtPeriodEnd: true })
  await saveCard('pm_card_visa')
  expect(await change()).toBe(200)

  expect(await firstOf(app, seller)).toMatchObject({
    plan: 'GROWTH',
    status: 'active',
    cancelAtPeriodEnd: false,
    endsWithRole: false,
    pendingPlan: null,
  })
  await reconcilePlans(app.services)
  expect((await subscriptionsOf(app, seller)).filter(({ status }) => status === 'active')).toHaveLength(1)
  expect((await invoicesOf(app, seller)).filter(({ amount_paid }) => amount_paid > 0)).toHaveLength(1)
  expect(await kinds()).toEqual(['partner_plan_ending'])
})

test('a shop keeps the partner plan while any team member is a partner', async () => {
  const other = await signUpMember(app, seller, await makeRole(app, 'forms', ['read'], { forTeams: true }))
  await app.services.db.updateTable('users').set({ role: 'Partner' }).where('id', '=', other.userId).execute()
  await give('Customer')
  await reconcilePlans(app.services)
  expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: false })
  expect((await callAs(app, other, 'POST', '/api/team/leave')).status).toBe(200)
  await reconcilePlans(app.services)

  expect(await firstOf(app, seller)).toMatchObject({ cancelAtPeriodEnd: true })
})

async function saveCard(paymentMethodId: string): Promise<void> {
  const { stripeCustomerId } = await app.services.db
    .selectFrom('sellers')
    .select('stripeCustomerId')
    .where('id', '=', seller.sellerId)
    .executeTakeFirstOrThrow()
  await app.services.provider.savePlanCard(stripeCustomerId ?? '', paymentMethodId)
}
