import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayText } from '#foundation/time/day-text.ts'
import { newId } from '#foundation/db/new-id.ts'
import { startMailServer } from '#foundation/mail/mail-test-server.ts'
import { createMailer } from '#foundation/mail/send-mails.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { nextLetter } from './next-letter.ts'
import { buy, choose, notificationsTo, settingsOf, notifyAll } from '../test-notifications.ts'
import { writeNotification } from '../write-notification.ts'

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

const day = 24 * 60 * 60
/** Resets the clock because access tokens expire after some minutes of real time. */
const settingsNow = async () => {
  app.clock.set(new Date())
  return settingsOf(app, seller)
}
const letters = async () => (await notificationsTo(app, seller)).filter(({ kind }) => kind === 'daily_letter')

/** Moves the clock to the seller's next daily email and sends it. */
async function toLetter(): Promise<void> {
  const { letterAt } = await app.services.db
    .selectFrom('noticeReaders')
    .select('letterAt')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()
  app.clock.set(letterAt)
  await notifyAll(app)
}

test.each([
  ['2026-06-01T05:59:00Z', 'Europe/Vienna', '2026-06-01T06:00:00.000Z'],
  ['2026-06-01T06:00:00Z', 'Europe/Vienna', '2026-06-02T06:00:00.000Z'],
  ['2026-10-24T12:00:00Z', 'Europe/Vienna', '2026-10-25T07:00:00.000Z'],
  ['2026-06-01T00:00:00Z', 'Asia/Kathmandu', '2026-06-01T02:15:00.000Z'],
  ['2026-06-01T12:00:00Z', 'America/Los_Angeles', '2026-06-01T15:00:00.000Z'],
  ['2026-06-01T12:00:00Z', 'UTC', '2026-06-02T08:00:00.000Z'],
])('at %s the next daily email in %s is sent at %s', (now, zone, at) => {
  expect(nextLetter(new Date(now), zone).toISOString()).toBe(at)
})

test('the daily email is sent at 8 am UTC by default', async () => {
  await buy(app, form)
  await notifyAll(app)
  const { letterAt } = await app.services.db
    .selectFrom('noticeReaders')
    .select('letterAt')
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()

  expect(letterAt).toEqual(nextLetter(app.clock.now(), 'UTC'))
})

test('the daily email is sent at 8 am in the shop’s time zone by default', async () => {
  await call(app, 'PATCH', '/api/seller/shop', { token: seller.token, body: { timeZone: 'Asia/Kathmandu' } })
  await buy(app, form)
  await notifyAll(app)
  const { letterAt, zone } = await app.services.db
    .selectFrom('noticeReaders')
    .select(['letterAt', 'zone'])
    .where('userId', '=', seller.userId)
    .executeTakeFirstOrThrow()

  expect([letterAt, zone]).toEqual([nextLetter(app.clock.now(), 'Asia/Kathmandu'), 'Asia/Kathmandu'])
})

test('the daily email covers the news since the last one and is not sent without news', async () => {
  await choose(app, seller, { sale: 'daily' }, 'America/New_York')
  for (let count = 0; count < 6; count += 1) await buy(app, form)
  const refunded = await buy(app, form)
  await call(app, 'POST', `/api/sales/${refunded}/refunds`, { token: seller.token, body: { amount: 9 } })
  await notifyAll(app)
  expect(await letters()).toEqual([])
  await toLetter()
  await toLetter()
  app.clock.advance(3 * day)
  await notifyAll(app)
  const [letter, ...more] = await letters()

  expect(more).toEqual([])
  expect(letter?.subject).toBe('Yesterday in your shop: 7 sales, 1 refund')
  expect(letter?.text).toContain('7 sales, $343.00\n- Bea Novak: “A course in watercolor”, $49.00')
  expect(letter?.text).toContain('- and 2 more\n\n1 refund, $9.00')
})

test('the daily email lists one more item instead of “and 1 more”', async () => {
  await choose(app, seller, { sale: 'daily' })
  for (let count = 0; count < 6; count += 1) await buy(app, form)
  await notifyAll(app)
  await toLetter()
  const [letter] = await letters()

  expect(letter?.subject).toBe('Yesterday in your shop: 6 sales')
  expect(letter?.text.match(/^- Bea Novak: /gm)).toHaveLength(6)
  expect(letter?.text).not.toContain(' more')
})

test('the daily email counts down the last three days to respond to a dispute, even without other news', async () => {
  await choose(app, seller, { sale: 'off', dispute: 'daily' })
  const due = await waitForAnswer('needs_response')
  await toLetter()
  expect(await letters()).toEqual([])
  await toLetter()
  const [letter] = await letters()

  expect(letter?.subject).toBe('A dispute needs your response')
  expect(letter?.text).toContain(
    `Disputes that need a response\n- Bea Novak: “A course in watercolor”, $49.00: 2 days left, until ${dayText(due)}\n`,
  )
})

test('the daily email lists inquiries separately from disputes', async () => {
  await choose(app, seller, { sale: 'off', dispute: 'daily' })
  await waitForAnswer('warning_needs_response')
  await toLetter()
  await toLetter()
  const [inquiry] = await letters()
  expect(inquiry?.subject).toBe('A bank inquiry needs your response')
  expect(inquiry?.text).toMatch(/^Bank inquiries that need a response\n- Bea Novak: /)

  await waitForAnswer('needs_response')
  await toLetter()
  const both = (await letters()).at(-1)
  expect(both?.subject).toBe('A dispute needs your response')
  expect(both?.text).toMatch(
    /Disputes that need a response\n- Bea.*\n\nBank inquiries that need a response\n- Bea/,
  )
})

/** Opens a dispute or inquiry. Returns its deadline. */
async function waitForAnswer(status: string): Promise<number> {
  const purchaseId = await buy(app, form)
  const { sellerId } = await app.services.db
    .selectFrom('purchases')
    .select('sellerId')
    .where('id', '=', purchaseId)
    .executeTakeFirstOrThrow()
  const now = app.clock.now()
  const evidenceDueAt = new Date(nextLetter(now, 'UTC').getTime() + (3 * day + 3600) * 1000)
  await app.services.db
    .insertInto('disputes')
    .values({
      id: newId(),
      sellerId,
      purchaseId,
      status,
      reason: 'fraudulent',
      amount: 4900,
      currency: 'usd',
      evidenceDueAt,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return evidenceDueAt.getTime()
}

const withHeaders = { 'content-type': 'application/x-www-form-urlencoded' }

test('a notification’s link unsubscribes without signing in, but only after confirmation', async () => {
  await buy(app, form)
  await notifyAll(app)
  const [{ link } = { link: '' }] = await notificationsTo(app, seller)
  const looked = await fetch(link)
  const page = await looked.text()
  const before = await settingsOf(app, seller)
  const pressed = await fetch(link, {
    method: 'POST',
    headers: withHeaders,
    body: 'List-Unsubscribe=One-Click',
  })
  const again = await fetch(link, { method: 'POST' })
  const forged = await fetch(link.replace('.sale.', '.dispute.'), { method: 'POST' })
  await buy(app, form)
  app.clock.advance(3600)
  await notifyAll(app)

  expect([looked.status, pressed.status, again.status, forged.status]).toEqual([200, 200, 200, 404])
  expect(page).toContain('Unsubscribe from emails about new sales?')
  expect(looked.headers.get('referrer-policy')).toBe('no-referrer')
  expect(await pressed.text()).toContain('You will no longer get emails about new sales.')
  expect(before.kinds.sale).toBe('at_once')
  expect((await settingsNow()).kinds).toMatchObject({ sale: 'off', dispute: 'at_once' })
  expect(await notificationsTo(app, seller)).toHaveLength(1)
})

test('the daily email’s link unsubscribes only from the daily email', async () => {
  const purchaseId = await buy(app, form)
  await call(app, 'POST', `/api/sales/${purchaseId}/refunds`, { token: seller.token, body: { amount: 9 } })
  await notifyAll(app)
  await toLetter()
  const [letter] = await letters()
  const page = await fetch(letter?.link ?? '', { method: 'POST' })

  expect(await page.text()).toContain('You will no longer get the daily email.')
  expect((await settingsNow()).kinds).toEqual({
    sale: 'at_once',
    refund: 'off',
    tax_refund: 'at_once',
    refund_failed: 'at_once',
    dispute: 'at_once',
    renewal_failed: 'at_once',
    payment_returned: 'at_once',
    cancellation: 'off',
    withdrawal: 'at_once',
    payout_failed: 'at_once',
    payout_paid: 'off',
  })
})

test('email programs get the unsubscribe header even when an email is resent', async () => {
  const smtp = await startMailServer()
  const { db } = app.services
  try {
    await buy(app, form)
    await notifyAll(app)
    await db.deleteFrom('mails').where('kind', '<>', 'notice').execute()
    const mailer = createMailer({
      db,
      clock: app.clock,
      log: app.services.log,
      metrics: app.services.metrics,
      tracer: app.services.tracer,
      smtpUrl: smtp.url,
      isProduction: true,
      from: app.config.mail.from,
      writers: { notice: async ({ userId, data }) => writeNotification(db, app.config, userId ?? '', data) },
      render: app.renderMail,
    })
    smtp.refusal = { code: 451, message: 'Later' }
    await mailer.sendDue()
    smtp.refusal = undefined
    app.clock.advance(3600)
    while ((await mailer.sendDue()) > 0);
    mailer.close()
    const sent = smtp.mails.find(({ headers }) => headers.get('subject') === 'New sale: $49.00')

    expect(sent?.headers.get('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click')
    expect(sent?.headers.get('list-unsubscribe')).toMatch(/^<http.*\/notices\/unsubscribe\?link=.*>$/)
  } finally {
    await smtp.close()
  }
})
