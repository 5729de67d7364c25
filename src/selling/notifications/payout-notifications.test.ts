import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { closeSeller } from '#accounts/people/change-seller.ts'
import { inTransaction } from '#foundation/db/database.ts'
import { eraseBankDetails } from '#payments/payouts/record-payout.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import type { NotificationKind } from '#foundation/db/tables/notices.ts'
import {
  call,
  createTestForm,
  moveProviderClock,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { writePush } from './push/send-pushes.ts'
import { bellOf, buy, choose, notificationsTo, notifyAll } from './test-notifications.ts'

const day = 24 * 3600
let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  seller = await signUpSeller(app)
  await choose(app, seller, { sale: 'off' })
  await buy(app, await createTestForm(app, seller))
})

/** Processes Stripe's events and sends notifications. */
async function notify(): Promise<void> {
  await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0);
  await notifyAll(app)
}

/** Pays out a sale. Returns the payout's id. */
async function payOut(): Promise<string> {
  await moveProviderClock(app, 4 * day)
  const answer = await fetch(`${app.sandbox.url}/sandbox/payouts`)
  const account = await app.services.db
    .selectFrom('sellers')
    .innerJoin('members', 'members.sellerId', 'sellers.id')
    .select('stripeAccountId')
    .where('members.userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const { data } = z
    .object({ data: z.array(z.object({ id: z.string(), account: z.string() })) })
    .parse(await answer.json())
  return data.find((one) => one.account === account.stripeAccountId)?.id ?? ''
}

const fail = (id: string) =>
  fetch(`${app.sandbox.url}/sandbox/payouts/${id}/fail`, { method: 'POST' }).then(notify)
/** The push message for the only notification of its kind. */
async function shownOnDevice(kind: NotificationKind) {
  const { db } = app.services
  const { id, sellerId } = await db
    .selectFrom('notices')
    .innerJoin('members', 'members.sellerId', 'notices.sellerId')
    .select(['notices.id', 'notices.sellerId'])
    .where('members.userId', '=', seller.userId)
    .where('notices.kind', '=', kind)
    .executeTakeFirstOrThrow()
  const at = app.clock.now()
  return writePush(db, { sellerId, kind, toldFrom: id - 1, toldTo: id, at, showsBuyer: false })
}
const told = async (of = seller) =>
  (await bellOf(app, of)).notices.map(({ kind }) => kind).filter((kind) => kind !== 'sale')

test('the owner is immediately notified of a failed payout with its reason and the next step', async () => {
  const id = await payOut()
  await notify()
  await fail(id)
  const [mail, ...more] = await notificationsTo(app, seller)

  expect(more).toEqual([])
  expect(mail?.subject).toBe('Payout failed: $47.28')
  expect(mail?.text).toContain(
    'Your bank rejected a payout to STRIPE TEST BANK •••• 6789. The bank account has been closed.',
  )
  expect(mail?.text).toContain('Correct the bank account or enter another one in your Stripe Dashboard')
  expect(mail?.text).toContain(`${app.url}/payouts/${id}`)
  expect((await bellOf(app, seller)).notices[0]).toMatchObject({
    kind: 'payout_failed',
    payoutId: id,
    bank: 'STRIPE TEST BANK •••• 6789',
    amount: 4728,
    currency: 'usd',
  })
  expect(await told()).toEqual(['payout_failed', 'payout_paid'])
  expect(await shownOnDevice('payout_failed')).toMatchObject({
    title: 'Payout failed: $47.28',
    body: 'The bank account has been closed.',
    path: `/payouts/${id}`,
  })
})

test('a payout that failed before its arrival was reported is not reported as arrived', async () => {
  const id = await payOut()
  await app.sandbox.untilDelivered()
  await fetch(`${app.sandbox.url}/sandbox/payouts/${id}/fail`, { method: 'POST' })
  await notify()

  expect(await told()).toEqual(['payout_failed'])
})

test('a payout’s repeated events are reported only once', async () => {
  await fail(await payOut())
  await app.services.db
    .updateTable('webhookEvents')
    .set({ doneAt: null, nextAttemptAt: app.clock.now() })
    .where('type', 'like', 'payout.%')
    .execute()
  await notify()

  expect(await told()).toEqual(['payout_failed'])
  expect(await notificationsTo(app, seller)).toHaveLength(1)
})

test('payouts’ bank accounts are in the seller’s export and are deleted with the account', async () => {
  const id = await payOut()
  await notify()
  const kept = () =>
    app.services.db
      .selectFrom('payoutOutcomes')
      .select(['outcome', 'amount', 'bankName', 'bankLast4'])
      .where('payoutId', '=', id)
      .execute()
  app.clock.set(new Date())
  const { body } = await call(app, 'GET', '/api/account/export', { token: seller.token })
  expect(body).toMatchObject({ payoutOutcomes: [{ payoutId: id, amount: 47.28, bankLast4: '6789' }] })
  const { sellerId } = await app.services.db
    .selectFrom('payoutOutcomes')
    .select('sellerId')
    .where('payoutId', '=', id)
    .executeTakeFirstOrThrow()
  await inTransaction(app.services.db, async (tx) => {
    await closeSeller(tx, sellerId, app.clock.now())
    await eraseBankDetails(tx, sellerId)
  })
  await fail(id)

  expect(await kept()).toEqual([{ outcome: 'paid', amount: 4728, bankName: null, bankLast4: null }])
})

test('the daily email reports payouts', async () => {
  await payOut()
  await notify()
  const { letterAt } = await app.services.db
    .selectFrom('noticeReaders')
    .select('letterAt')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  app.clock.set(letterAt)
  await notifyAll(app)
  const [letter] = await notificationsTo(app, seller)

  expect(letter?.subject).toBe('Yesterday in your shop: 1 payout')
  expect(letter?.text).toContain('1 payout, $47.28\n- $47.28, STRIPE TEST BANK •••• 6789')
  expect(letter?.text).toContain(`View payouts:\n${app.url}/payouts`)
})

test('a member without the right to see payouts is not notified of them', async () => {
  const member = await signUpMember(app, seller, await makeRole(app, 'sales', ['read'], { forTeams: true }))
  await choose(app, member, { sale: 'off', payout_failed: 'at_once', payout_paid: 'daily' })
  await fail(await payOut())
  app.clock.advance(2 * day)
  await notifyAll(app)
  expect(await notificationsTo(app, member)).toEqual([])
  app.clock.set(new Date())

  expect(await told(member)).toEqual([])
  expect((await bellOf(app, member)).unread).toBe(1)
})
