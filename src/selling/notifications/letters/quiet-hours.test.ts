import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { errorBody } from '#foundation/http/contract/contract.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import type { Quiet } from '#selling/notifications/settings-contract.ts'
import { notifyOfNews } from '../register.ts'
import { bellOf, buy, choose, notificationsTo, settingsOf, notifyAll } from '../test-notifications.ts'
import { nextLetter, quietUntil } from './next-letter.ts'

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
const rest = (quiet: Quiet | null) =>
  call(app, 'PATCH', '/api/notices/settings', { token: seller.token, body: { quiet } })

const quietNow = (): Quiet => {
  const from = app.clock.now().getUTCHours()
  return { from, to: (from + 8) % 24 }
}

/** Moves the clock to the end of the quiet hours and sends what is due. */
async function toTheEnd(): Promise<void> {
  const { heldUntil } = await app.services.db
    .selectFrom('noticeReaders')
    .select('heldUntil')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  if (heldUntil === null) throw new Error('Nothing is held back')
  app.clock.set(heldUntil)
  await notifyAll(app)
}

const night = { from: 22, to: 7 }
test.each([
  ['2026-06-01T21:59:59Z', 'UTC', night, null],
  ['2026-06-01T22:00:00Z', 'UTC', night, '2026-06-02T07:00:00.000Z'],
  ['2026-06-02T06:59:59Z', 'UTC', night, '2026-06-02T07:00:00.000Z'],
  ['2026-06-02T07:00:00Z', 'UTC', night, null],
  ['2026-06-01T12:30:00Z', 'UTC', { from: 12, to: 14 }, '2026-06-01T14:00:00.000Z'],
  ['2026-10-24T21:00:00Z', 'Europe/Vienna', night, '2026-10-25T06:00:00.000Z'],
  ['2026-03-28T23:00:00Z', 'Europe/Vienna', { from: 23, to: 2 }, '2026-03-29T01:00:00.000Z'],
  ['2026-06-01T16:30:00Z', 'Asia/Kathmandu', night, '2026-06-02T01:15:00.000Z'],
])('at %s in %s, quiet hours %j end at %s', (now, zone, quiet, end) => {
  expect(quietUntil(new Date(now), zone, quiet)?.toISOString() ?? null).toBe(end)
})

test('a daily email due in quiet hours is sent when they end', () => {
  const now = new Date('2026-06-01T12:00:00Z')
  expect(nextLetter(now, 'UTC', { from: 22, to: 10 }).toISOString()).toBe('2026-06-02T10:00:00.000Z')
  expect(nextLetter(now, 'UTC', { from: 22, to: 8 }).toISOString()).toBe('2026-06-02T08:00:00.000Z')
})

test('news from quiet hours is sent as one email when they end', async () => {
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const awake = await signUpMember(app, seller, reads)
  await choose(app, awake, { sale: 'at_once' })
  await choose(app, seller, { refund: 'at_once' })
  await rest(quietNow())
  const purchaseId = await buy(app, form)
  await buy(app, form)
  await notifyAll(app)
  await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: { amount: 9 } })
  app.clock.advance(3600)
  await buy(app, form)
  await notifyAll(app)

  expect(await subjects()).toEqual([])
  expect(await subjects(awake)).toEqual([expect.stringMatching(/^2 sales/), 'New sale: $49.00'])

  await toTheEnd()
  const [mail, ...more] = await notificationsTo(app, seller)
  expect(more).toEqual([])
  expect(mail?.subject).toBe('During quiet hours: 3 sales, 1 refund')
  expect(mail?.text).toContain('3 sales, $147.00\n- Bea Novak: “A course in watercolor”, $49.00')
  expect(mail?.text).toContain('1 refund, $9.00')

  await buy(app, form)
  await notifyAll(app)
  expect((await subjects()).slice(1)).toEqual(['New sale: $49.00'])
})

test('the bell continues to count during quiet hours', async () => {
  await rest(quietNow())
  await buy(app, form)
  await notifyAll(app)

  expect((await bellOf(app, seller)).unread).toBe(1)
})

test('delayed news of a single kind is sent as the usual email with its time span', async () => {
  await rest(quietNow())
  await buy(app, form)
  await buy(app, form)
  await notifyAll(app)
  await toTheEnd()

  expect(await subjects()).toEqual([expect.stringMatching(/^2 sales in the last [78] hours, \$98\.00$/)])
})

test('delayed news is sent only once by several processes, even after an interrupted run', async () => {
  const { db } = app.services
  await rest(quietNow())
  await buy(app, form)
  await notifyAll(app)
  await sql`alter table mails add constraint full_disk check (kind <> 'notice') not valid`.execute(db)
  await toTheEnd()
  await sql`alter table mails drop constraint full_disk`.execute(db)
  expect(await subjects()).toEqual([])
  app.clock.advance(60)
  await Promise.all([1, 2, 3, 4].map(() => notifyOfNews(app.services)))
  await notifyAll(app)

  expect(await subjects()).toEqual(['New sale: $49.00'])
})

test('delayed news not sent before the next quiet hours waits until they end', async () => {
  await rest(quietNow())
  await buy(app, form)
  await notifyAll(app)
  app.clock.advance(24 * 3600)
  await notifyAll(app)
  expect(await subjects()).toEqual([])

  await toTheEnd()
  expect(await subjects()).toEqual(['New sale: $49.00'])
})

test('turning off quiet hours sends delayed news right away, except for kinds that are off', async () => {
  await choose(app, seller, { refund: 'at_once' })
  await rest(quietNow())
  const purchaseId = await buy(app, form)
  await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: { amount: 9 } })
  await notifyAll(app)
  await choose(app, seller, { sale: 'off' })
  await notifyAll(app)
  expect(await subjects()).toEqual([])

  await rest(null)
  await notifyAll(app)
  expect(await subjects()).toEqual(['Refund: $9.00'])
})

test('the link in the quiet-hours email ends instant emails but not the daily email', async () => {
  await choose(app, seller, { refund: 'at_once' })
  await rest(quietNow())
  const purchaseId = await buy(app, form)
  await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: { amount: 9 } })
  await notifyAll(app)
  await toTheEnd()
  const [{ link } = { link: '' }] = await notificationsTo(app, seller)
  await fetch(link, { method: 'POST' })
  app.clock.set(new Date())

  const { kinds } = await settingsOf(app, seller)
  expect(kinds).toMatchObject({ sale: 'off', refund: 'off', dispute: 'off', cancellation: 'daily' })
})

test('quiet hours must start and end at different times', async () => {
  await rest({ from: 22, to: 7 })
  await choose(app, seller, { sale: 'daily' }, 'Asia/Tokyo')
  const same = await rest({ from: 7, to: 7 })
  const late = await rest({ from: 22, to: 24 })

  expect(await settingsOf(app, seller)).toMatchObject({ quiet: { from: 22, to: 7 }, zone: 'Asia/Tokyo' })
  expect([same.status, late.status]).toEqual([422, 422])
  const { errors = {} } = errorBody.parse(same.body)
  expect(Object.keys(errors)).toEqual(['quiet.to'])
})
