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
/** Tokens are good for some minutes of the real time, so that what is saved later is saved past them. */
const save = async (change: Partial<SettingsChange>) =>
  saveSettings(app.services, seller.userId, { kinds: {}, ...change })

/** So many minutes after the next eight o'clock by the clock of a zone. */
function toEight(zone: string, minutes = 0): Date {
  const at = new Date(nextLetter(new Date(), zone).getTime() + minutes * 60_000)
  app.clock.set(at)
  return at
}

test('who never chose a zone has the clock of their shop, also when it came after the first sale', async () => {
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

test('what is chosen before anything was told chooses no zone by itself', async () => {
  await setClock('America/New_York')
  await patch({ quiet: { from: 22, to: 7 } })
  await patch({ kinds: { sale: 'daily' } })

  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'America/New_York', hasOwnZone: false })
  await setClock('Asia/Tokyo')
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'Asia/Tokyo', hasOwnZone: false })
  await patch({ zone: 'UTC' })
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'UTC', hasOwnZone: true })
})

test('who has chosen nothing is shown the clock of their shop', async () => {
  await setClock('America/New_York')
  expect(await settingsOf(app, seller)).toMatchObject({ zone: 'America/New_York', hasOwnZone: false })
})

test.each<[string, Partial<SettingsChange>]>([
  ['kinds', { kinds: { refund: 'off' } }],
  ['other quiet hours', { quiet: { from: 23, to: 9 } }],
  ['the same quiet hours', { quiet: { from: 22, to: 9 } }],
  ['the same zone', { zone: 'UTC' }],
])('whoever saves %s in the morning still has the letter that waits for the end', async (_, change) => {
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

test('whoever gives up quiet hours has the letter that waited at once', async () => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' }, quiet: { from: 22, to: 9 } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 30)
  await save({ quiet: null })
  await notifyAll(app)

  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('a letter that is due is kept, whatever is saved before it is sent', async () => {
  await patch({ zone: 'UTC', kinds: { sale: 'daily' } })
  await buy(app, form)
  await notifyAll(app)
  toEight('UTC', 1)
  await save({ zone: 'Asia/Tokyo', kinds: { refund: 'daily' } })
  await notifyAll(app)

  expect(await letters()).toEqual([expect.stringContaining('1 sale')])
})

test('a letter that is late is not sent in quiet hours, but at their end', async () => {
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

test('two who save different things at the same time lose neither', async () => {
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

test('who cannot be told stops nobody else, and is told once they can be', async () => {
  const reads = await makeRole(app, 'sales', ['read'], { forTeams: true })
  const other = await signUpMember(app, seller, reads)
  const hour = app.clock.now().getUTCHours()
  const quiet = { from: hour, to: (hour + 2) % 24 }
  await patch({ zone: 'UTC', quiet })
  await choose(app, other, { sale: 'at_once' })
  await buy(app, form)
  await notifyAll(app)
  const { db } = app.services
  // Held back by a zone that this version no longer knows.
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

test('who cannot have their letter keeps nobody else from theirs', async () => {
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
