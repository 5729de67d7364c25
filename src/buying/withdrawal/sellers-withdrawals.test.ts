import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pendingOf } from '#foundation/events/test-pending.ts'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { createOfferForm, order } from '#buying/upsells/test-offers.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { withdrawal } from './contract.ts'
import {
  listed,
  mailsTo,
  newsOf,
  open,
  purchaseOf,
  returnedFor,
  state,
  withdraw,
  workOff,
} from './test-withdrawals.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  await setFaults(app, lostEvents)
  seller = await signUpSeller(app)
  await locate(app, seller, 'DE')
  form = await createOfferForm(app, seller)
})

const buy = async () => {
  const bought = await order(app, form)
  return { ...bought, email: (await purchaseOf(app, bought.purchaseId)).email }
}

/** Sends a statement about a purchase from another email address, and returns its id. */
async function stated(purchaseId: string): Promise<string> {
  await state(app, { email: 'other@example.com', reference: purchaseId })
  await workOff(app)
  return (await listed(app, seller))[0]?.id ?? ''
}

const accept = (id: string, { token } = seller) =>
  call(app, 'POST', `/api/withdrawals/${id}/refund`, { token, body: {} })

const refuse = (id: string, refusedFor: string) =>
  call(app, 'PATCH', `/api/withdrawals/${id}`, { token: seller.token, body: { refusedFor } })

const ownerOf = async ({ userId }: TestSeller) =>
  app.services.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()

test('withdrawals that wait for the seller are listed first, with their refund’s due date', async () => {
  const [first, second] = [await buy(), await buy()]
  const id = await stated(first.purchaseId)
  app.clock.advance(60)
  await withdraw(app, second)
  const found = await listed(app, seller)

  expect(found.map(({ outcome, saleId }) => [outcome, saleId])).toEqual([
    ['open', first.purchaseId],
    ['refunded', second.purchaseId],
  ])
  expect(Date.parse(found[0]?.dueAt ?? '') - Date.parse(found[0]?.receivedAt ?? '')).toBe(
    14 * 24 * 3600 * 1000,
  )
  expect(found[0]?.id).toBe(id)
  expect(await newsOf(app, seller)).toEqual(['withdrawal received', 'withdrawal received'])
})

test('a seller who accepts a withdrawal several times refunds it only once', async () => {
  const { purchaseId } = await buy()
  const id = await stated(purchaseId)
  const answers = await Promise.all([1, 2, 3].map(() => accept(id)))

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(withdrawal.parse((await accept(id)).body)).toMatchObject({
    outcome: 'refunded',
    isConfirmed: true,
    total: 4900,
    returned: 4900,
  })
  expect(await returnedFor(app, purchaseId)).toBe(4900)
  expect((await refuse(id, 'too_late')).status).toBe(409)
})

test('a seller’s rejection requires a reason and is emailed to the buyer', async () => {
  const bought = await buy()
  app.clock.advance(20 * 24 * 3600)
  await state(app, { email: bought.email, reference: bought.purchaseId })
  await workOff(app)
  app.clock.set(new Date())
  const id = (await listed(app, seller))[0]?.id ?? ''
  const wrong = await refuse(id, 'because')
  const refused = await refuse(id, 'too_late')
  const again = await refuse(id, 'too_late')

  expect(errorBody.parse(wrong.body).errors).toHaveProperty('refusedFor')
  expect([refused.status, again.status]).toEqual([200, 200])
  expect(withdrawal.parse(refused.body)).toMatchObject({
    outcome: 'refused',
    refusedFor: 'too_late',
    dueAt: null,
  })
  expect(await mailsTo(app, bought.email)).toEqual(['receipt', 'withdrawal', 'withdrawal_refused'])
  expect((await accept(id)).status).toBe(409)
  expect(await returnedFor(app, bought.purchaseId)).toBe(0)
  expect(await pendingOf(app, id)).toEqual(['withdrawal.refused'])
})

test('a withdrawal already refunded on the sale’s page has nothing left to refund', async () => {
  const { purchaseId } = await buy()
  const id = await stated(purchaseId)
  await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: {} })
  const accepted = await accept(id)

  expect(errorBody.parse(accepted.body).code).toBe('nothing_to_refund')
  expect((await refuse(id, 'already_returned')).status).toBe(200)
  expect(await returnedFor(app, purchaseId)).toBe(4900)
})

test('a refund that Stripe rejects is reported to the seller, who can try it again', async () => {
  const bought = await buy()
  await setFaults(app, {
    calls: [
      {
        method: 'POST',
        path: '/v1/refunds',
        times: 1,
        fault: {
          kind: 'error',
          status: 400,
          body: { type: 'invalid_request_error', code: 'balance_insufficient', message: 'No funds' },
        },
      },
    ],
    events: [{ type: '*', fault: { kind: 'drop' } }],
  })
  await withdraw(app, bought)
  await setFaults(app, lostEvents)
  const [found] = await listed(app, seller)
  const { email } = await ownerOf(seller)

  expect([found?.outcome, await returnedFor(app, bought.purchaseId)]).toEqual(['open', 0])
  expect(await mailsTo(app, email)).toContain('withdrawal_stuck')
  expect((await open(app, `/purchases/${bought.purchaseId}?key=${bought.secret}`)).text).toContain(
    'The refund is due within 14 days',
  )
  expect(withdrawal.parse((await accept(found?.id ?? '')).body).outcome).toBe('refunded')
  expect(await returnedFor(app, bought.purchaseId)).toBe(4900)
})

test('a member sees and decides withdrawals as their role allows', async () => {
  const id = await stated((await buy()).purchaseId)
  const reader = await signUpMember(app, seller, await makeRole(app, 'withdrawals', ['read']))
  const decider = await signUpMember(app, seller, await makeRole(app, 'withdrawals', ['read', 'update']))

  expect((await call(app, 'GET', '/api/withdrawals', { token: reader.token })).status).toBe(200)
  expect((await accept(id, reader)).status).toBe(403)
  expect((await accept(id, decider)).status).toBe(200)
})

test('another seller’s withdrawals get a 404', async () => {
  const id = await stated((await buy()).purchaseId)
  const other = await signUpSeller(app)

  expect((await accept(id, other)).status).toBe(404)
  expect(await listed(app, other)).toEqual([])
})

test('built-in roles that can make refunds can also decide on withdrawals', async () => {
  const rows = await app.services.db
    .selectFrom('roles')
    .innerJoin('rolePermissions', 'rolePermissions.roleId', 'roles.id')
    .innerJoin('permissions', 'permissions.id', 'rolePermissions.permissionId')
    .select(['roles.name', 'permissions.update'])
    .where('permissions.entity', '=', 'withdrawals')
    .where('roles.forTeams', '=', true)
    .orderBy('roles.name')
    .execute()
  expect(rows).toEqual([
    { name: 'Customer care', update: true },
    { name: 'Manager', update: true },
    { name: 'Viewer', update: false },
  ])
})
