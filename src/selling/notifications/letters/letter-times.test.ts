import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeRole, signUpMember } from '#accounts/roles/test-staff.ts'
import { call, createTestForm, signUpSeller, startTestApp, type TestApp, type TestSeller } from '#test-app.ts'
import { nextLetter } from './next-letter.ts'
import { saveSettings, type SettingsChange } from '../save-settings.ts'
import { buy, choose, notificationsTo, settingsOf, notifyAll } from '../test-notifications.ts'

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

const letters = async (of: TestSeller = seller) =>
  (await notificationsTo(app, of)).filter(({ kind }) => kind === 'daily_letter').map(({ subject }) => subject)
const setClock = (timeZone: string) =>
  call(app, 'PATCH', '/api/seller/shop', { token: seller.token, body: { timeZone } })
const patch = (body: object) => call(app, 'PATCH', '/api/notices/settings', { token: seller.token, body })
/** Saves without the API, because access tokens expire after some minutes of real time. */
const save = async (change: Partial<SettingsChange>) =>
  saveSettings(app.services, seller.userId, { kinds: {}, ...change })

/** Moves the clock this many minutes past the next 8 am in a time zone. */
function toEight(zone: string, minutes = 0): Date {
  const at = new Date(nextLetter(new Date(), zone).getTime() + minutes * 60_000)
  app.clock.set(at)
  return at
}

test('a member without a zone uses the shop’s, even if it was set after the first sale', async () => {
  await choose(app, seller, { sale: 'daily' })
  await buy(app, form)
  await notifyAll(app)
  await setClock('Asia/Kathmandu')
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'Asia/Kathmandu', hasOwnZone: false })

  app.clock.set(new Date(nextLetter(new Date(), 'UTC')))
  await notifyAll(app)
  expect(await letters()).toEqual([])
  app.clock.set(nextLetter(app.clock.now(), 'Asia/Kathmandu'))
  await notifyAll(app)
  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('saving settings before the first notification does not set a time zone', async () => {
  await setClock('America/New_York')
  await patch({ quiet: { from: 22, to: 7 } })
  await patch({ kinds: { sale: 'daily' } })

  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'America/New_York', hasOwnZone: false })
  await setClock('Asia/Tokyo')
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'Asia/Tokyo', hasOwnZone: false })
  await patch({ zone: 'UTC' })
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'UTC', hasOwnZone: true })
})

test('a member without settings is shown the shop’s zone', async () => {
  await setClock('America/New_York')
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'America/New_York', hasOwnZone: false })
})

test.each<[string, Partial<SettingsChange>]>([
  ['kinds', { kinds: { refund: 'off' } }],
  ['other quiet hours', { quiet: { from: 23, to: 9 } }],
  ['the same quiet hours', { quiet: { from: 22, to: 9 } }],
  ['the same zone', { zone: 'UTC' }],
])('a member who saves %s in the morning still gets the waiting daily email', async (_, change) => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' }, quiet: { from: 22, to: 9 } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 30)
  await notifyAll(app)
  await save(change)
  await notifyAll(app)
  expect(await letters()).toEqual([])

  app.clock.advance(1800)
  await notifyAll(app)
  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('turning off quiet hours sends the waiting daily email right away', async () => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' }, quiet: { from: 22, to: 9 } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 30)
  await save({ quiet: null })
  await notifyAll(app)

  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('a due daily email is sent even if settings change first', async () => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 1)
  await save({ zone: 'Asia/Tokyo', kinds: { refund: 'daily' } })
  await notifyAll(app)

  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('a late daily email waits for the end of quiet hours', async () => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' }, quiet: { from: 22, to: 7 } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 15 * 60)
  await notifyAll(app)
  expect(await letters()).toEqual([])

  app.clock.advance(8 * 3600)
  await notifyAll(app)
  expect(await letters()).toHaveLength(1)
})

test('two simultaneous saves of different settings are both kept', async () => {
  for (let round = 0; round < 5; round += 1) {
    await patch({ zone: 'UTC', quiet: null })
    await Promise.all([
      patch({ zone: 'Asia/Tokyo' }),
      patch({ quiet: { from: 21, to: 6 } }),
      patch({ kinds: { sale: 'off' } }),
    ])
    expect(await settingsOf(app, seller)).toMatchObject({
      zone: 'Asia/Tokyo',
      quiet: { from: 21, to: 6 },
      kinds: { sale: 'off' },
    })
  }
})

test('a member who cannot be notified does not delay others and is notified later', async () => {
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const other = await signUpMember(app, seller, reads)
  const hour = app.clock.now().getUTCHours()
  const quiet = { from: hour, to: (hour + 2) % 24 }
  await patch({ zone: 'UTC', quiet })
  await choose(app, other, { sale: 'at_once' })
  await buy(app, form)
  await notifyAll(app)
  const { db } = app.services
  // This fails because the current version does not know the time zone.
  await db
    .updateTable('noticeReaders')
    .set({ zone: 'Europe/Nowhere' })
    .where('userId', '=', seller.userId)
    .execute()
  const stranger = await signUpSeller(app)
  const strangersForm = await createTestForm(app, stranger)
  await buy(app, strangersForm)
  await notifyAll(app)
  app.clock.advance(3 * 3600)
  await buy(app, strangersForm)
  await notifyAll(app)
  const subjects = async (of: TestSeller) => (await notificationsTo(app, of)).map(({ subject }) => subject)

  expect(await subjects(other)).toEqual(['New sale: $49.00'])
  expect(await subjects(stranger)).toEqual(['New sale: $49.00', 'New sale: $49.00'])
  expect(await subjects(seller)).toEqual([])
  await db.updateTable('noticeReaders').set({ zone: 'UTC' }).where('userId', '=', seller.userId).execute()
  app.clock.advance(3600)
  await notifyAll(app)
  expect(await subjects(seller)).toEqual(['New sale: $49.00'])
})

test('a failed daily email does not stop the others', async () => {
  const stranger = await signUpSeller(app)
  const strangersForm = await createTestForm(app, stranger)
  await choose(app, seller, { sale: 'daily' }, 'UTC')
  await choose(app, stranger, { sale: 'daily' }, 'UTC')
  await buy(app, form)
  await buy(app, strangersForm)
  await notifyAll(app)
  const { db } = app.services
  const spoiled = { zone: 'Europe/Nowhere', letterAt: app.clock.now() }
  await db.updateTable('noticeReaders').set(spoiled).where('userId', '=', seller.userId).execute()
  toEight('UTC')
  await notifyAll(app)

  expect(await letters(stranger)).toHaveLength(1)
  expect(await letters()).toEqual([])
})
