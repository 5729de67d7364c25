import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { giveRole, makeRole, signUpStaff } from '#accounts/roles/test-staff.ts'
import { errorOf, outcomeOf, pay, booksOf } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, current, offerOf, order } from '#buying/upsells/test-offers.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let sellerId: string
let operator: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  operator = await signUpStaff(app, 'SuperAdmin')
})
afterAll(async () => app.close())
beforeEach(async () => {
  seller = await signUpSeller(app)
  const member = await app.services.db
    .selectFrom('members')
    .select('sellerId')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  sellerId = member.sellerId
})

const reason = 'Buyers say that what they bought never came.\nPlease send us proof of delivery.'
const path = () => `/api/admin/sellers/${sellerId}/suspension`
const suspend = ({ token } = operator, body: object = { reason }) =>
  call(app, 'POST', path(), { token, body })
const lift = ({ token } = operator) => call(app, 'DELETE', path(), { token })
const rightsOf = async ({ token }: TestSeller) =>
  z
    .object({ suspension: z.object({ reason: z.string() }).nullable() })
    .parse((await call(app, 'GET', '/api/rights', { token })).body)
const pageOf = async (form: string) => (await fetch(`${app.url}/payment/${form}`)).text()
const mailsOf = async () =>
  app.services.db
    .selectFrom('mails')
    .select(['kind', 'data'])
    .where('userId', '=', seller.userId)
    .where('kind', 'in', ['seller_suspended', 'suspension_lifted'])
    .orderBy('id')
    .execute()

test('a suspended shop’s pages accept no payments and do not show the reason', async () => {
  const form = await createTestForm(app, seller)
  expect((await suspend()).status).toBe(201)

  const refused = await pay(app, form)
  expect([refused.status, errorOf(refused)]).toMatchObject([
    409,
    {
      code: 'form_not_payable',
      message: 'This shop is not taking orders right now. You have not been charged.',
    },
  ])
  expect(await booksOf(app, form)).toEqual({ statuses: [], charged: [] })
  const page = await pageOf(form)
  expect(page).toContain('This shop is not taking orders right now. Please come back later.')
  expect(page).not.toContain('never came')
  expect((await call(app, 'GET', '/api/forms', { token: seller.token })).body).toMatchObject({
    data: [{ id: form, sale: { state: 'suspended' } }],
  })
})

test('a suspended shop’s offers cannot be accepted, but earlier purchases stay visible', async () => {
  const bought = await order(app, await createOfferForm(app, seller))
  const shown = await offerOf(app, bought)
  await suspend()

  expect((await accept(app, bought, shown)).status).toBe(410)
  expect((await current(app, bought)).offer).toBeNull()
  expect((await fetch(`${app.url}/purchases/${bought.purchaseId}?key=${bought.secret}`)).status).toBe(200)
})

test('a suspended seller sees the reason and can still refund buyers', async () => {
  const form = await createTestForm(app, seller)
  const { purchaseId } = outcomeOf(await pay(app, form))
  await suspend()

  expect((await rightsOf(seller)).suspension).toMatchObject({ reason })
  expect(await mailsOf()).toMatchObject([{ kind: 'seller_suspended', data: { reason } }])
  const refund = await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, {
    token: seller.token,
    body: {},
  })
  expect(refund.status).toBeLessThan(300)
})

test('lifting a suspension reopens the shop immediately and emails the seller only once', async () => {
  const form = await createTestForm(app, seller)
  await suspend()
  expect((await lift()).body).toEqual({ suspension: null })
  expect((await lift()).status).toBe(200)

  expect(outcomeOf(await pay(app, form)).status).toBe('paid')
  expect((await rightsOf(seller)).suspension).toBeNull()
  expect((await mailsOf()).map(({ kind }) => kind)).toEqual(['seller_suspended', 'suspension_lifted'])
  // The seller's data export contains the suspension's reason.
  expect(await call(app, 'GET', '/api/account/export', { token: seller.token })).toMatchObject({
    body: { suspensions: [{ reason }] },
  })
})

test('a shop can have only one suspension at a time, with a reason', async () => {
  expect((await suspend(operator, { reason: ' ' })).status).toBe(422)
  expect((await suspend()).status).toBe(201)
  const again = await suspend(operator, { reason: 'Another one' })

  expect([again.status, again.body]).toMatchObject([409, { code: 'already_suspended' }])
  expect(
    (await call(app, 'GET', `/api/admin/sellers/${sellerId}`, { token: operator.token })).body,
  ).toMatchObject({
    isSuspended: true,
    suspensions: [{ reason, liftedAt: null }],
  })
})

test('only operators with the permission can suspend sellers', async () => {
  const admin = await signUpStaff(app, 'Admin')
  const outsider = await signUpSeller(app)
  expect((await suspend(seller)).status).toBe(403)
  expect((await suspend(outsider)).status).toBe(403)
  expect((await suspend(admin)).status).toBe(403)
  expect((await rightsOf(seller)).suspension).toBeNull()

  await giveRole(app, admin, await makeRole(app, 'sellers', ['update']))
  expect((await suspend(admin)).status).toBe(201)
  expect((await lift(admin)).status).toBe(200)
  const entries = await app.services.db
    .selectFrom('auditLog')
    .select(['action', 'actorId'])
    .where('sellerId', '=', sellerId)
    .where('action', 'like', 'sellers.%')
    .orderBy('id')
    .execute()
  expect(entries).toEqual([
    { action: 'sellers.suspend', actorId: admin.userId },
    { action: 'sellers.lift', actorId: admin.userId },
  ])
})
