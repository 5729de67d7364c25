import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { newSeller, subscribe } from '#accounts/billing/test-billing.ts'
import { readMoneyMonths, readPlanMonths, recordStanding } from '#accounts/billing/plan-history.ts'
import { giveRole, makeRole, signUpStaff } from '#accounts/roles/test-staff.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Plan, PlanStatus } from '#foundation/db/tables/billing.ts'
import { call, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let operator: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  operator = await signUpStaff(app, 'SuperAdmin')
})
afterAll(async () => app.close())

const get = (path: string, { token } = operator) => call(app, 'GET', path, { token })
const list = z.object({ data: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
const sellers = async (query: string) =>
  list.parse((await get(`/api/admin/sellers?limit=100&${query}`)).body).data
const sellerOf = async ({ userId }: TestSeller) =>
  app.services.db
    .selectFrom('members')
    .innerJoin('sellers', 'sellers.id', 'members.sellerId')
    .select(['sellers.id', 'sellers.name', 'sellers.stripeAccountId'])
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()

test('an operator finds sellers by shop, person, Stripe account, plan, onboarding and suspension', async () => {
  const onboarded = await signUpSeller(app)
  const fresh = await signUpSeller(app, { isOnboarded: false, plan: 'trial' })
  const [one, other] = [await sellerOf(onboarded), await sellerOf(fresh)]
  const { email } = await app.services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', onboarded.userId)
    .executeTakeFirstOrThrow()
  const idsOf = async (query: string) => (await sellers(query)).map(({ id }) => id)

  expect(await idsOf(`q=${encodeURIComponent(email)}`)).toEqual([one.id])
  expect(await idsOf(`q=${one.stripeAccountId ?? ''}`)).toEqual([one.id])
  expect(await idsOf('plan=GROWTH')).toContain(one.id)
  expect(await idsOf('plan=GROWTH')).not.toContain(other.id)
  expect(await idsOf('plan=BASIC&onboarding=uncompleted')).toContain(other.id)
  expect(await idsOf('onboarding=completed')).not.toContain(other.id)
  await call(app, 'POST', `/api/admin/sellers/${one.id}/suspension`, {
    token: operator.token,
    body: { reason: 'Looked into' },
  })
  expect(await idsOf('suspended=true')).toEqual([one.id])
  expect(await idsOf('suspended=false')).not.toContain(one.id)
  expect((await get('/api/admin/sellers?plan=GOLD')).status).toBe(422)
})

test('an Admin with the permission for sellers sees the sellers but not the revenue', async () => {
  const admin = await signUpStaff(app, 'Admin')
  const seller = await signUpSeller(app)
  const { id } = await sellerOf(seller)
  for (const path of ['/api/admin/sellers', `/api/admin/sellers/${id}`, '/api/admin/revenue']) {
    expect([path, (await get(path, seller)).status]).toEqual([path, 403])
    expect([path, (await get(path, admin)).status]).toEqual([path, 403])
  }
  await giveRole(app, admin, await makeRole(app, 'sellers', ['read']))
  expect((await get(`/api/admin/sellers/${id}`, admin)).body).toMatchObject({
    id,
    subscription: { plan: 'GROWTH', status: 'active', currency: 'usd' },
    suspensions: [],
  })
  expect((await get('/api/admin/revenue', admin)).status).toBe(403)
})

/** Writes a plan's history directly to the database, for a new seller. */
async function livePlan(moves: readonly { at: string; status: PlanStatus; plan?: Plan; amount?: number }[]) {
  const { db } = app.services
  const sellerId = newId()
  await db.insertInto('sellers').values({ id: sellerId, name: 'Of a test' }).execute()
  const id = newId()
  for (const [index, { at, status, plan = 'BASIC', amount = 1900 }] of moves.entries()) {
    const updatedAt = new Date(at)
    const columns = { plan, status, amount, currency: 'xaf', updatedAt }
    const row =
      index === 0
        ? await db
            .insertInto('planSubscriptions')
            .values({ id, sellerId, ...columns, createdAt: updatedAt })
            .returningAll()
            .executeTakeFirstOrThrow()
        : await db
            .updateTable('planSubscriptions')
            .set(columns)
            .where('id', '=', id)
            .returningAll()
            .executeTakeFirstOrThrow()
    await recordStanding(db, row)
  }
}

test('monthly revenue excludes trials but includes late payers', async () => {
  await livePlan([
    { at: '2031-01-10', status: 'trialing' },
    { at: '2031-01-24', status: 'active' },
    { at: '2031-03-05', status: 'active', plan: 'GROWTH', amount: 4900 },
  ])
  await livePlan([
    { at: '2031-01-31T23:59:59Z', status: 'active' },
    { at: '2031-02-10', status: 'past_due' },
    { at: '2031-03-01T00:00:01Z', status: 'canceled' },
  ])
  await livePlan([
    { at: '2031-02-20', status: 'trialing' },
    { at: '2031-03-06', status: 'canceled' },
  ])
  await livePlan([{ at: '2031-02-01', status: 'active', plan: 'PARTNER_FREE', amount: 0 }])
  const now = new Date('2031-03-20T12:00:00Z')
  const money = await readMoneyMonths(app.services.db, now, 3)
  const months = await readPlanMonths(app.services.db, now, 3)
  const others = (await readPlanMonths(app.services.db, new Date('2030-12-31'), 1)).at(0)?.payers ?? 0

  expect(money.filter(({ currency }) => currency === 'xaf')).toEqual([
    { month: '2031-01-01', currency: 'xaf', recurring: 3800, lost: 0 },
    { month: '2031-02-01', currency: 'xaf', recurring: 3800, lost: 0 },
    { month: '2031-03-01', currency: 'xaf', recurring: 4900, lost: 1900 },
  ])
  expect(months.map(({ payers, gained, lost }) => [payers - others, gained, lost])).toEqual([
    [2, 2, 0],
    [2, 0, 0],
    [1, 0, 1],
  ])
  expect(
    months.map(({ trialsBegun, trialsPaid, trialsEnded }) => [trialsBegun, trialsPaid, trialsEnded]),
  ).toEqual([
    [1, 1, 0],
    [1, 0, 0],
    [0, 0, 1],
  ])
})

test('a new plan subscription counts as revenue immediately', async () => {
  const seller = await newSeller(app)
  const recurring = async () =>
    z
      .object({
        currencies: z.array(
          z.object({ currency: z.string(), months: z.array(z.object({ recurring: z.number() })) }),
        ),
      })
      .parse((await get('/api/admin/revenue')).body)
      .currencies.find(({ currency }) => currency === 'usd')
      ?.months.at(-1)?.recurring ?? 0
  const before = await recurring()
  await subscribe(app, seller, { plan: 'GROWTH', paymentMethodId: 'pm_card_visa' })
  expect((await recurring()) - before).toBe(4900)
})
