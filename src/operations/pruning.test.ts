import { sql } from 'kysely'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { pruneSessions } from '#accounts/identity/sessions/sessions.ts'
import { pruneInvitations } from '#accounts/invitations/register.ts'
import { secondsAfter } from '#foundation/time/clock.ts'
import { newId } from '#foundation/db/new-id.ts'
import { emptyOldMails } from '#foundation/mail/change-mails.ts'
import { pruneAttacks } from '#payments/card-testing/register.ts'
import { pruneEvents } from '#payments/webhooks/register.ts'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import { purchaseOutcome } from '#payments/purchases/contract.ts'
import { pruneAttempts } from '#payments/purchases/records/prune-attempts.ts'
import { reconcile } from '#payments/purchases/register.ts'
import { checkSubscriptions } from '#payments/subscriptions/sync/leave-disconnected.ts'
import { pruneNeverBegun } from '#payments/subscriptions/register.ts'
import { pruneNotifications } from '#selling/notifications/collect-notifications.ts'
import { notifyOfNews } from '#selling/notifications/register.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'

const day = 24 * 60 * 60

let app: TestApp
let seller: TestSeller
let form: string
let keys = 0

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})
afterAll(async () => app.close())

async function pay(paymentMethodId: string, idempotencyKey?: string) {
  keys += 1
  const answer = await call(app, 'POST', '/api/stripe/pay-form', {
    body: { form, email: `bea${keys}@example.com`, name: 'Bea Novak', paymentMethodId },
    headers: { 'idempotency-key': idempotencyKey ?? `pruned-${keys}` },
  })
  await app.sandbox.untilDelivered()
  while ((await workOffEvents(app.services)) > 0);
  return answer
}

const has = async (id: string) => {
  const found = await app.services.db.selectFrom('purchases').select('id').where('id', '=', id).execute()
  return found.length > 0
}

const newest = async () =>
  app.services.db
    .selectFrom('purchases')
    .select(['id', 'status', 'nextCheckAt'])
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()

const count = async (table: 'webhookEvents' | 'notices' | 'cardTestingAttacks' | 'invitations') => {
  const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(
    app.services.db,
  )
  return rows[0]?.n
}

// Proves uncharged-deletion, attempt-retention.
test('unsuccessful purchase attempts are deleted after 30 days, but sales and open attempts are kept', async () => {
  const { services, clock } = app
  const paid = purchaseOutcome.parse((await pay('pm_card_visa')).body).purchaseId
  await pay('pm_card_visa_chargeDeclined', 'declined')
  const declined = await newest()
  const left = purchaseOutcome.parse((await pay('pm_card_authenticationRequired')).body).purchaseId
  clock.advance(2 * 60 * 60)
  while ((await reconcile(services)) > 0);
  await pay('pm_card_visa_chargeDeclined')
  const open = await newest()
  // Stripe was unreachable for a month, so the PaymentIntent was never closed.
  expect(open).toMatchObject({ status: 'failed' })
  await services.db
    .updateTable('purchases')
    .set({ nextCheckAt: secondsAfter(clock.now(), 400 * day) })
    .where('id', '=', open.id)
    .execute()
  clock.advance(29 * day)
  await pruneAttempts(services)
  expect(await Promise.all([paid, declined.id, left, open.id].map(has))).toEqual([true, true, true, true])

  clock.advance(2 * day)
  await pruneAttempts(services)
  expect(await Promise.all([paid, declined.id, left, open.id].map(has))).toEqual([true, false, false, true])
  const { rows } = await sql`
    select purchase_id from purchase_lines where purchase_id in (${declined.id}, ${left})
    union all select purchase_id from purchase_transitions where purchase_id in (${declined.id}, ${left})`.execute(
    services.db,
  )
  expect(rows).toEqual([])

  // The attempt's idempotency key is deleted too, so the same key makes a new purchase.
  const again = purchaseOutcome.parse((await pay('pm_card_visa', 'declined')).body)
  expect(again.status).toBe('paid')
})

// Proves attempt-retention.
test('a failed subscription attempt is deleted after 30 days, but a started subscription is kept', async () => {
  const { services, clock } = app
  const priceType = { priceType: 'RecurringPrice', billingPeriod: 'Monthly' }
  const once = form
  form = await createTestForm(app, { ...seller, token: await signIn() }, priceType)
  const { purchaseId: begun } = purchaseOutcome.parse((await pay('pm_card_visa')).body)
  await pay('pm_card_visa_chargeDeclined')
  form = once
  const { id } = await newest()
  clock.advance(60 * 60)
  while ((await reconcile(services)) + (await checkSubscriptions(services)) > 0);
  clock.advance(29 * day)
  await pruneNeverBegun(services)
  await pruneAttempts(services)
  expect(await has(id)).toBe(true)

  clock.advance(2 * day)
  await pruneNeverBegun(services)
  await pruneAttempts(services)
  expect([await has(id), await has(begun)]).toEqual([false, true])
  const left = await services.db.selectFrom('subscriptions').select('orderId').execute()
  expect(left).toEqual([{ orderId: begun }])
})

test('deleting an unsuccessful attempt to buy the last item leaves the stock count unchanged', async () => {
  const { services, clock } = app
  const once = form
  form = await createTestForm(app, { ...seller, token: await signIn() }, { stockLimit: 2 })
  const { purchaseId: sold } = purchaseOutcome.parse((await pay('pm_card_visa')).body)
  await pay('pm_card_visa_chargeDeclined')
  const limited = form
  form = once
  const { id } = await newest()
  const holds = async () => {
    const rows = await services.db
      .selectFrom('stockHolds')
      .select(['purchaseId', 'isHeld'])
      .where('purchaseId', 'in', [sold, id])
      .execute()
    return new Map(rows.map((row) => [row.purchaseId, row.isHeld]))
  }
  expect(Object.fromEntries(await holds())).toEqual({ [sold]: true, [id]: false })
  clock.advance(60 * 60)
  while ((await reconcile(services)) > 0);
  clock.advance(31 * day)
  await pruneAttempts(services)
  expect(await has(id)).toBe(false)
  expect([...(await holds())]).toEqual([[sold, true]])
  const stock = services.db.selectFrom('stocks').select('taken').where('formId', '=', limited)
  expect(await stock.executeTakeFirstOrThrow()).toEqual({ taken: 1 })
})

/** Signs in again, because earlier tests have moved the clock. */
async function signIn(): Promise<string> {
  const { email } = await app.services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', seller.userId)
    .executeTakeFirstOrThrow()
  const body = { email, password: 'correct-horse' }
  const answer = await call(app, 'POST', '/api/authentication/sign-in', { body })
  return z.object({ token: z.string() }).parse(answer.body).token
}

// Proves attempt-retention.
test('an unsuccessful attempt is kept while anything else refers to it', async () => {
  const { services, clock } = app
  await pay('pm_card_visa_chargeDeclined')
  const { id } = await newest()
  clock.advance(60 * 60)
  while ((await reconcile(services)) > 0);
  const difference = newId()
  await services.db
    .insertInto('bookDifferences')
    .values({
      id: difference,
      kind: 'purchase_without_charge',
      stripeAccountId: seller.account,
      purchaseId: id,
      details: '{}',
    })
    .execute()
  clock.advance(40 * day)
  await pruneAttempts(services)
  expect(await has(id)).toBe(true)
  await services.db.deleteFrom('bookDifferences').where('id', '=', difference).execute()
  await pruneAttempts(services)
  expect(await has(id)).toBe(false)
})

test('deleting an attempt checks every table that refers to purchases', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct conrelid::regclass::text as name from pg_constraint
    where contype = 'f' and confrelid = 'purchases'::regclass`.execute(app.services.db)
  const source = readFileSync(
    join(import.meta.dirname, '../payments/purchases/records/prune-attempts.ts'),
    'utf8',
  )

  expect(rows.length).toBeGreaterThan(8)
  expect(
    rows.filter(({ name }) => !new RegExp(`(?:select|delete) from ${name}(?:_view)?\\b`).test(source)),
  ).toEqual([])
})

// Proves webhook-retention.
test('only a processed event is deleted after 90 days', async () => {
  const { services, clock } = app
  await services.db.deleteFrom('webhookEvents').execute()
  await pay('pm_card_visa')
  await services.db
    .insertInto('webhookEvents')
    .values({ id: 'evt_waiting', type: 'account.updated', payload: '{}', receivedAt: clock.now() })
    .execute()
  clock.advance(89 * day)
  await pruneEvents(services)
  expect(await count('webhookEvents')).toBeGreaterThan(1)
  clock.advance(2 * day)
  await pruneEvents(services)
  const left = await services.db.selectFrom('webhookEvents').select('id').execute()
  expect(left).toEqual([{ id: 'evt_waiting' }])
})

// Proves mail-retention.
test('an email’s contents are deleted after 90 days, but its record prevents sending it again', async () => {
  const { services, clock } = app
  const { db } = services
  const { purchaseId } = purchaseOutcome.parse((await pay('pm_card_visa')).body)
  const receipt = () =>
    db.selectFrom('mails').selectAll().where('purchaseId', '=', purchaseId).executeTakeFirstOrThrow()
  const { id } = await receipt()
  const waiting = newId()
  const at = clock.now()
  await db
    .insertInto('mails')
    .values({ id: waiting, kind: 'x', recipient: 'a@example.com', data: '{"a":1}', nextAttemptAt: at })
    .execute()
  await sql`
    update mails set subject = 'Receipt', text = 'Thanks', html = '<p>', sent_at = ${at}, next_attempt_at = null
    where id = ${id}`.execute(db)
  // The dates come from the database's own clock.
  await sql`update mails set created_at = ${at} where id in (${id}, ${waiting})`.execute(db)
  clock.advance(89 * day)
  await emptyOldMails(services)
  expect(await receipt()).toMatchObject({ text: 'Thanks' })
  clock.advance(2 * day)
  await emptyOldMails(services)
  expect(await receipt()).toMatchObject({ sentAt: at, subject: null, text: null, html: null, data: {} })
  const kept = await db.selectFrom('mails').select('data').where('id', '=', waiting).executeTakeFirst()
  expect(kept).toEqual({ data: { a: 1 } })
})

test('notifications and attack records are deleted after a year', async () => {
  const { services, clock } = app
  const { db } = services
  await pay('pm_card_visa')
  await notifyOfNews(services)
  await db.updateTable('notices').set({ at: clock.now() }).execute()
  await db
    .insertInto('cardTestingAttacks')
    .values({ id: newId(), formId: form, beganAt: clock.now(), endsAt: clock.now() })
    .execute()
  await db
    .insertInto('invitations')
    .values({
      id: newId(),
      kind: 'partner',
      email: 'eve@example.com',
      tokenHash: 'hash',
      createdAt: clock.now(),
      expiresAt: clock.now(),
    })
    .execute()
  clock.advance(29 * day)
  await pruneInvitations(services)
  expect(await count('invitations')).toBe(1)
  clock.advance(2 * day)
  await pruneInvitations(services)
  expect(await count('invitations')).toBe(0)

  clock.advance(333 * day)
  await pruneNotifications(services)
  await pruneAttacks(services)
  expect(await count('notices')).toBeGreaterThan(0)
  expect(await count('cardTestingAttacks')).toBe(1)
  clock.advance(2 * day)
  await pruneNotifications(services)
  await pruneAttacks(services)
  expect(await count('notices')).toBe(0)
  expect(await count('cardTestingAttacks')).toBe(0)
})

test('emailed links are deleted a week after they expire', async () => {
  const { services, clock } = app
  const links = () =>
    services.db.selectFrom('accountLinks').select('id').where('tokenHash', '=', 'hash').execute()
  const { id: userId } = await services.db.selectFrom('users').select('id').executeTakeFirstOrThrow()
  await services.db
    .insertInto('accountLinks')
    .values({
      id: newId(),
      userId,
      kind: 'reset',
      email: 'a@example.com',
      tokenHash: 'hash',
      createdAt: clock.now(),
      expiresAt: clock.now(),
    })
    .execute()
  clock.advance(6 * day)
  await pruneSessions(services)
  expect((await links()).length).toBeGreaterThan(0)
  clock.advance(2 * day)
  await pruneSessions(services)
  expect(await links()).toEqual([])
})
