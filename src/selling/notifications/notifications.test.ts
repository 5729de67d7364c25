import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { makeRole, signUpMember, signUpStaff } from '#accounts/roles/test-staff.ts'
import { newKey, outcomeOf, pay, trialConsents } from '#buying/checkout/pay/test-paying.ts'
import { accept, createOfferForm, offerOf, order } from '#buying/upsells/test-offers.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { addCoupon } from '#payments/coupons/test-coupons.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { collectNotifications } from './collect-notifications.ts'
import { priceText } from './notification-words.ts'
import { notifyOfNews } from './register.ts'
import { bellOf, buy, choose, notificationsTo, salesOf, settingsOf, notifyAll } from './test-notifications.ts'

let app: TestApp
let seller: TestSeller
let form: string

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  app.clock.set(new Date())
  seller = await signUpSeller(app)
  form = await createTestForm(app, seller)
})

const subjects = async (of: TestSeller = seller) =>
  (await notificationsTo(app, of)).map(({ subject }) => subject)
const refund = (id: string, amount: number) =>
  call(app, 'POST', `/api/sales/${id}/refunds`, {
    token: seller.token,
    body: { amount },
    headers: { 'idempotency-key': newKey() },
  })

test('the owner immediately gets one email with a link to a new sale', async () => {
  const purchaseId = await buy(app, form)
  await notifyAll(app)
  const [mail, ...more] = await notificationsTo(app, seller)

  expect(more).toEqual([])
  expect(mail?.subject).toBe('New sale: $49.00')
  expect(mail?.text).toContain('Bea Novak bought “A course in watercolor” for $49.00.')
  expect(mail?.text).toContain(`${app.url}/sales/${purchaseId}`)
})

test('an accepted offer is reported with its own title', async () => {
  const bought = await order(app, await createOfferForm(app, seller))
  await accept(app, bought, await offerOf(app, bought))
  await notifyAll(app)
  const [mail] = await notificationsTo(app, seller)

  expect(mail?.text).toContain('“A course in watercolor”, $49.00')
  expect(mail?.text).toContain('“The second course”, $19.90')
})

test('a free order is reported as free', async () => {
  await buy(app, await createTestForm(app, seller, { amount: 0 }), null)
  await notifyAll(app)
  const [mail] = await notificationsTo(app, seller)

  expect(mail?.subject).toBe('New sale: Free')
  expect(mail?.text).toContain('Bea Novak got “A course in watercolor” for free.')
})

test.each([
  ['started a free trial of “A course in watercolor”', 'Free trial', { trialDays: 7 }, {}],
  ['subscribed to “A course in watercolor” (free period)', 'Free period', {}, { percentage: '100' }],
] as const)('a buyer who saved a card without paying %s', async (did, price, plan, reduction) => {
  const fields = { priceType: 'RecurringPrice', billingPeriod: 'Monthly', ...plan }
  const recurring = await createTestForm(app, seller, fields)
  const coupon = 'percentage' in reduction ? (await addCoupon(app, recurring, reduction)).code : undefined
  const consents = await trialConsents(app, recurring)
  outcomeOf(
    await pay(app, recurring, { email: `${newKey()}@example.com`, consents, ...(coupon && { coupon }) }),
  )
  await notifyAll(app)
  const [mail] = await notificationsTo(app, seller)

  expect(mail?.subject).toBe(`New sale: ${price}`)
  expect(mail?.text).toContain(`Bea Novak ${did}.`)
  const [notification] = (await bellOf(app, seller)).notices
  expect(notification && 'amount' in notification ? priceText(notification) : '').toBe(price)
})

test('several processes that run repeatedly report a sale only once', async () => {
  await buy(app, form)
  await Promise.all([1, 2, 3, 4].map(() => notifyOfNews(app.services)))
  await notifyAll(app)

  expect(await subjects()).toEqual(['New sale: $49.00'])
})

test('a notification that fails is sent soon afterwards', async () => {
  await buy(app, form)
  await collectNotifications(app.services)
  const { db } = app.services
  await sql`alter table mails add constraint full_disk check (kind <> 'notice') not valid`.execute(db)
  await notifyAll(app)
  await sql`alter table mails drop constraint full_disk`.execute(db)
  expect(await subjects()).toEqual([])
  app.clock.advance(60)
  await notifyAll(app)

  expect(await subjects()).toEqual(['New sale: $49.00'])
})

test('a sale committed late under an earlier id is still reported', async () => {
  const [first, second] = [await buy(app, form), await buy(app, form)]
  const { db } = app.services
  const late = await db
    .selectFrom('purchaseTransitions')
    .selectAll()
    .where('purchaseId', '=', first)
    .where('status', '=', 'paid')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('purchaseTransitions').where('id', '=', late.id).execute()
  const client = new Client({ connectionString: app.databaseUrl })
  await client.connect()
  await client.query('begin')
  await client.query(
    `insert into purchase_transitions (id, purchase_id, status, cause) overriding system value values ($1, $2, 'paid', '')`,
    [late.id, first],
  )
  for (let round = 0; round < 3; round += 1) {
    await notifyAll(app)
    await letTimePass('5 seconds')
  }
  await client.query('commit')
  await client.end()
  app.clock.advance(60)
  await notifyAll(app)

  expect(salesOf((await bellOf(app, seller)).notices)).toEqual([first, second])
  expect(await subjects()).toEqual(['New sale: $49.00', 'New sale: $49.00'])
})

test('purchase history that was fully read is not searched for notifications again', async () => {
  await buy(app, form)
  await notifyAll(app)

  // Other programs that write to the same server can be active.
  await vi.waitFor(
    async () => {
      await letTimePass('5 seconds')
      await notifyAll(app)
      expect(await isReadToTheEnd()).toBe(true)
    },
    { timeout: 120_000 },
  )
})

test('old history is not searched for notifications after transaction ids are reset', async () => {
  await buy(app, form)
  await letTimePass('3 minutes')
  await notifyAll(app)
  await sql`update notice_cursors set seen_before = '9000000000000000000'`.execute(app.services.db)
  await letTimePass('5 seconds')
  await notifyAll(app)
  expect(await isReadToTheEnd()).toBe(false)

  await letTimePass('3 minutes')
  await notifyAll(app)
  expect(await isReadToTheEnd()).toBe(true)
})

/** Backdates the last reading of the history by this much, by the database's clock. */
async function letTimePass(interval: string): Promise<void> {
  await sql`update notice_cursors set seen_at = seen_at - ${interval}::interval`.execute(app.services.db)
}

/** Whether the whole history has been collected. */
async function isReadToTheEnd(): Promise<boolean> {
  const { isAll } = await app.services.db
    .selectFrom('noticeCursors')
    .select(sql<boolean>`collected_to = (select max(id) from purchase_transitions)`.as('isAll'))
    .where('source', '=', 'purchase_transitions')
    .executeTakeFirstOrThrow()
  return isAll
}

test('many simultaneous sales are reported in one email', async () => {
  await buy(app, form)
  await notifyAll(app)
  for (let count = 0; count < 3; count += 1) await buy(app, form)
  await notifyAll(app)
  expect(await subjects()).toEqual(['New sale: $49.00'])

  app.clock.advance(60)
  await notifyAll(app)
  await buy(app, form)
  app.clock.advance(60)
  await notifyAll(app)
  const [, folded, ...more] = await notificationsTo(app, seller)
  expect(more).toEqual([])
  expect(folded?.subject).toMatch(/^3 sales in the last (minute|2 minutes), \$147\.00$/)
  expect(folded?.text).toContain('- Bea Novak: “A course in watercolor”, $49.00')

  app.clock.advance(60)
  await notifyAll(app)
  expect(await subjects()).toHaveLength(3)
})

test('members are notified only of kinds they chose and are allowed to see', async () => {
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const builds = await makeRole(app, 'forms', ['read'], { forTeams: true })
  const [quiet, curious] = [await signUpMember(app, seller, reads), await signUpMember(app, seller, reads)]
  const builder = await signUpMember(app, seller, builds)
  const staff = await signUpStaff(app, 'SuperAdmin')
  await choose(app, curious, { sale: 'at_once' })
  const refused = await choose(app, builder, { sale: 'at_once' })
  const ofRole = { userId: builder.userId, hows: JSON.stringify({ sale: 'at_once' }), letterAt: new Date() }
  await app.services.db.insertInto('noticeReaders').values(ofRole).execute()
  await buy(app, form)
  await notifyAll(app)

  expect(refused.status).toBe(403)
  const told = [
    await subjects(curious),
    await subjects(quiet),
    await subjects(builder),
    await subjects(staff),
  ]
  expect(told).toEqual([['New sale: $49.00'], [], [], []])
  expect((await bellOf(app, staff)).notices).toEqual([])
  expect((await call(app, 'GET', '/api/notices', { token: builder.token })).status).toBe(403)
})

test('a refund that fails later is not reported as a sale', async () => {
  await choose(app, seller, { refund: 'at_once', sale: 'off' })
  const purchaseId = await buy(app, form)
  await refund(purchaseId, 10)
  await refund(purchaseId, 5)
  await app.services.db
    .insertInto('purchaseTransitions')
    .values({ purchaseId, status: 'paid', cause: 'Refund of $10.00 failed' })
    .execute()
  await notifyAll(app)

  const { notices } = await bellOf(app, seller)
  expect(notices.map((one) => [one.kind, 'amount' in one ? one.amount : null])).toEqual([
    ['refund', 500],
    ['refund', 1000],
    ['sale', 4900],
  ])
  expect(await subjects()).toEqual([expect.stringMatching(/^2 refunds in the last .*, \$15\.00$/)])
})

test('the bell counts new notifications until it is opened', async () => {
  await buy(app, form)
  await buy(app, form)
  await notifyAll(app)
  const before = await bellOf(app, seller)
  const upTo = before.notices[1]?.id
  await call(app, 'POST', '/api/notices/seen', { token: seller.token, body: { upTo } })
  const between = await bellOf(app, seller)
  const all = await call(app, 'POST', '/api/notices/seen', { token: seller.token, body: { upTo: 1e15 } })
  await call(app, 'POST', '/api/notices/seen', { token: seller.token, body: { upTo: 1 } })

  expect(before).toMatchObject({ unread: 2, notices: [{ buyer: 'Bea Novak', currency: 'usd' }, {}] })
  expect([between.unread, all.body, (await bellOf(app, seller)).unread]).toEqual([1, { unread: 0 }, 0])
})

test('each member chooses their own kinds of notifications', async () => {
  expect(await settingsOf(app, seller)).toMatchObject({ hasOwnZone: false, zone: 'UTC' })
  await choose(app, seller, { sale: 'daily' }, 'Asia/Tokyo')
  await choose(app, seller, { dispute: 'off', renewal_failed: 'daily' })
  const wrong = await call(app, 'PATCH', '/api/notices/settings', {
    token: seller.token,
    body: { kinds: { sale: 'hourly' }, zone: 'Mars/Olympus' },
  })

  expect(await settingsOf(app, seller)).toEqual({
    hasOwnZone: true,
    zone: 'Asia/Tokyo',
    quiet: null,
    kinds: {
      sale: 'daily',
      refund: 'daily',
      tax_refund: 'at_once',
      refund_failed: 'at_once',
      dispute: 'off',
      renewal_failed: 'daily',
      payment_returned: 'at_once',
      cancellation: 'daily',
      withdrawal: 'at_once',
      payout_failed: 'at_once',
      payout_paid: 'daily',
    },
  })
  const { errors = {} } = errorBody.parse(wrong.body)
  expect([wrong.status, Object.keys(errors).toSorted()]).toEqual([422, ['kinds.sale', 'zone']])
})

test('notification settings are in the member’s export and are deleted with the account', async () => {
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const member = await signUpMember(app, seller, reads)
  await choose(app, member, { sale: 'daily' }, 'Europe/Vienna')
  const exported = await call(app, 'GET', '/api/account/export', { token: member.token })
  await call(app, 'POST', '/api/account/erase', {
    token: member.token,
    body: { password: 'correct-horse' },
  })
  const left = await app.services.db
    .selectFrom('noticeReaders')
    .select('userId')
    .where('userId', '=', member.userId)
    .execute()

  expect(exported.body).toMatchObject({ notifications: { zone: 'Europe/Vienna', kinds: { sale: 'daily' } } })
  expect(left).toEqual([])
})
