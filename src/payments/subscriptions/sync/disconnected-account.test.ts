import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { locate } from '#accounts/invoice-details/test-details.ts'
import { receiptWriters } from '#buying/receipts/mail/receipt-writers.ts'
import { processDueStatements } from '#buying/withdrawal/refund/process-statements.ts'
import { returnedFor, withdraw } from '#buying/withdrawal/test-withdrawals.ts'
import { newId } from '#foundation/db/new-id.ts'
import { storeEvent } from '#payments/webhooks/store.ts'
import { isUsed, workOffEvents } from '#payments/webhooks/work-event.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { ask, asSeller, checkAll, rowOf, subscribe, wireOf } from '../test-subscriptions.ts'
import { checkSubscriptions } from './leave-disconnected.ts'
import { writeStuckMail } from './write-stuck-mail.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
})
afterAll(async () => app.close())
beforeEach(() => setFaults(app, lostEvents))

/** Revokes our access to the seller's account on Stripe. */
async function disconnect(): Promise<void> {
  const fault = { kind: 'error', status: 403, body: { code: 'account_invalid' } }
  const paths = ['/v1/*', '/v1/*/*', '/v1/*/*/*']
  await setFaults(app, { ...lostEvents, calls: paths.map((path) => ({ method: '*', path, fault })) })
}

test('a buyer’s cancellation is recorded while the seller’s account is disconnected', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await disconnect()
  const canceled = await ask(app, ordered, '/cancel')
  const read = await ask(app, ordered, '')
  await setFaults(app, lostEvents)
  await checkAll(app)

  expect(canceled.status).toBe(200)
  expect([canceled, read].map((answer) => wireOf(answer).canCancel)).toEqual([false, false])
  expect(await rowOf(app, ordered)).toMatchObject({ cancellation: 'period_end', cancelAtPeriodEnd: true })
})

test('a seller’s cancellation is recorded while their account is disconnected', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await disconnect()
  const path = `/api/sales/${ordered.purchaseId}/subscription/cancel`
  const body = { at: 'now' }
  const canceled = await asSeller(app, () => call(app, 'POST', path, { token: seller.token, body }))

  expect([canceled.status, (await rowOf(app, ordered)).cancellation]).toEqual([200, 'now'])
})

const logged = z.object({ msg: z.string(), subscription: z.string().optional() })

/** The product's services with a log, and the log's alarms about one subscription. */
function watched(subscription: string) {
  const lines: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void lines.push(line) })
  const alarms = () => lines.map((line) => logged.parse(JSON.parse(line)))
  return {
    services: { ...app.services, log },
    alarms: () => alarms().flatMap(({ msg, subscription: of }) => (of === subscription ? [msg] : [])),
  }
}

/** The alarms logged while time passes in steps of this many seconds. The job runs after each step. */
async function alarmsOf(subscription: string, times: number, seconds: number): Promise<string[]> {
  const { services, alarms } = watched(subscription)
  for (let passed = 0; passed < times; passed += 1) {
    app.clock.advance(seconds)
    await checkSubscriptions(services)
  }
  return alarms()
}

const mailOf = (kind: string, about: string) =>
  app.services.db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '=', kind)
    .where('about', '=', about)
    .execute()

/** An event of the seller's account about our access to it. */
async function workOff(type: 'account.application.authorized'): Promise<void> {
  const { db, clock } = app.services
  const body = { data: { object: { id: 'ca_tillform', object: 'application' } } }
  const event = { id: newId(), account: seller.account, type, objectId: null, body }
  await storeEvent(db, event, null, clock.now())
  await workOffEvents(app.services)
  expect(isUsed(type, seller.account)).toBe(true)
}

test('a canceled subscription that cannot be ended is reported to buyer, seller and operator', async () => {
  const ordered = await subscribe(app, seller, { title: 'A weekly letter' })
  await checkAll(app)
  await disconnect()
  await ask(app, ordered, '/cancel')
  const { id } = await rowOf(app, ordered)
  const beforeAnHour = [await alarmsOf(id, 25, 121), await mailOf('cancellation_delayed', id)]
  const hours = await alarmsOf(id, 30, 121)
  const days = await alarmsOf(id, 3, 86_500)
  const [toBuyer, ...more] = await mailOf('cancellation_delayed', id)
  const [toSeller, ...others] = await mailOf('cancellation_stuck', id)
  if (toBuyer === undefined || toSeller === undefined) throw new Error('No mail was sent')
  const write = receiptWriters({ db: app.services.db, clock: app.clock, addresses: app.config })
  const buyers = await write['cancellation_delayed']?.(toBuyer)
  const sellers = await writeStuckMail(app.services, toSeller.data)
  const page = await fetch(`${app.url}/purchases/${ordered.purchaseId}?key=${ordered.secret}`)
  const told = await page.text()
  await setFaults(app, lostEvents)
  await alarmsOf(id, 1, 86_500)

  const alarm = 'a canceled subscription cannot be ended'
  expect([...beforeAnHour, hours, days, more, others]).toEqual([
    [],
    [],
    [alarm],
    [alarm, alarm, alarm],
    [],
    [],
  ])
  expect(toBuyer.recipient).toContain('subscriber-')
  expect(buyers?.text).toContain(`Only ${seller.name} can stop them now.`)
  expect(buyers?.text).toContain(app.config.mail.contact)
  expect(toSeller.userId).toBe(seller.userId)
  expect(sellers.text).toContain((await rowOf(app, ordered)).stripeSubscriptionId)
  expect(told).toContain('your card may still be charged')
  // The texts of the page's script are part of its data.
  expect(told.replace(/<script.*?<\/script>/gs, '')).not.toContain('You will not be charged again')
  expect(await rowOf(app, ordered)).toMatchObject({ cancelAtPeriodEnd: true, checkCount: 0 })
})

test('a running subscription is checked once a day while its account is disconnected', async () => {
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await app.services.db
    .updateTable('subscriptions')
    .set({ nextCheckAt: app.clock.now() })
    .where('orderId', '=', ordered.purchaseId)
    .execute()
  await disconnect()
  const { id } = await rowOf(app, ordered)
  const alarms = await alarmsOf(id, 40, 121)
  const { nextCheckAt } = await rowOf(app, ordered)

  expect(nextCheckAt?.getTime()).toBeGreaterThan(app.clock.now().getTime() + 80_000_000)
  expect([alarms, await mailOf('cancellation_delayed', id)]).toEqual([[], []])

  await setFaults(app, lostEvents)
  await workOff('account.application.authorized')
  await checkAll(app)
  expect(await rowOf(app, ordered)).toMatchObject({ checkCount: 0 })
})

test('a withdrawal from a disconnected seller is refunded once access is back', async () => {
  await asSeller(app, () => locate(app, seller, 'DE'))
  const ordered = await subscribe(app, seller)
  await checkAll(app)
  await disconnect()
  await withdraw(app, ordered)
  const { services, alarms } = watched((await rowOf(app, ordered)).id)
  for (let minute = 0; minute < 90; minute += 1) {
    app.clock.advance(61)
    await checkSubscriptions(services)
    await processDueStatements(services)
  }
  const canceled = await app.services.db
    .selectFrom('purchaseTransitions')
    .select('cause')
    .where('purchaseId', '=', ordered.purchaseId)
    .where('event', '=', 'subscription_canceled')
    .execute()
  const [statement] = await app.services.db
    .selectFrom('withdrawals')
    .select('nextCheckAt')
    .where('purchaseId', '=', ordered.purchaseId)
    .execute()
  const waits = (statement?.nextCheckAt?.getTime() ?? 0) - app.clock.now().getTime()
  await setFaults(app, lostEvents)
  app.clock.advance(2 * 86_400)
  await checkAll(app)
  await processDueStatements(app.services)

  expect(canceled).toEqual([{ cause: 'asked by buyer' }])
  expect(alarms()).toHaveLength(1)
  expect(waits).toBeGreaterThan(2 * 60_000)
  expect(await returnedFor(app, ordered.purchaseId)).toBe(4900)
})
