import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { workOffEvents } from '#payments/webhooks/work-event.ts'
import {
  ask,
  asSeller,
  changeCard,
  checkAll,
  moveTo,
  rowOf,
  subscribe,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import { salesContract } from '#selling/sales/contract.ts'
import {
  call,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { bellOf, notificationsTo, notifyAll } from './test-notifications.ts'

let app: TestApp
let seller: TestSeller

beforeAll(async () => {
  app = await startTestApp()
})
afterAll(async () => app.close())
beforeEach(async () => {
  await setFaults(app, lostEvents)
  await asSeller(app, async () => {
    seller = await signUpSeller(app)
  })
})

const workAll = async () => {
  await checkAll(app)
  await workOffEvents(app.services)
}
const kinds = async () =>
  (await asSeller(app, () => bellOf(app, seller))).notices.map(({ kind }) => kind).toReversed()
const subjects = async () => (await notificationsTo(app, seller)).map(({ subject }) => subject)
const historyOf = async ({ purchaseId }: Ordered) => {
  const answer = await asSeller(app, () =>
    call(app, 'GET', `/api/sales/${purchaseId}`, { token: seller.token }),
  )
  const { history } = salesContract.getSale.ok.schema.parse(answer.body)
  return history.flatMap(({ event, cause }) => (event === null ? [] : [`${event}: ${cause}`]))
}

/** An active subscription. */
async function begin(): Promise<Ordered> {
  const ordered = await subscribe(app, seller)
  await workAll()
  return ordered
}

/** A subscription whose card is declined at its next renewal. */
async function beginFailing(): Promise<Ordered> {
  const ordered = await begin()
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 3 * 3_600_000))
  await workAll()
  return ordered
}

test('a failed renewal is reported only once, though it is checked and retried', async () => {
  const ordered = await beginFailing()
  await notifyAll(app)
  await moveTo(app, new Date(app.clock.now().getTime() + 86_400_000))
  await workAll()
  await notifyAll(app)

  expect(await kinds()).toEqual(['sale', 'renewal_failed'])
  expect(await subjects()).toEqual(['New sale: $49.00', 'Renewal failed: $49.00'])
  expect(await historyOf(ordered)).toEqual([
    expect.stringMatching(/^renewal_failed: The next attempt is on \d+ \w+ \d{4}$/),
  ])
})

test('a subscription that ends unpaid is reported as a cancellation', async () => {
  const ordered = await beginFailing()
  await moveTo(app, new Date(app.clock.now().getTime() + 30 * 86_400_000))
  await workAll()
  await notifyAll(app)

  expect(await kinds()).toEqual(['sale', 'renewal_failed', 'cancellation'])
  expect((await historyOf(ordered)).slice(-2)).toEqual([
    'subscription_canceled: The card could not be charged',
    'subscription_ended: ended: unpaid',
  ])
})

test('a buyer’s cancellation is reported only once, but its reversal is not', async () => {
  const ordered = await begin()
  await ask(app, ordered, '/cancel')
  await ask(app, ordered, '/cancel')
  await ask(app, ordered, '/resume')
  await notifyAll(app)

  expect(await kinds()).toEqual(['sale', 'cancellation'])
  expect(await historyOf(ordered)).toEqual([
    'subscription_canceled: asked by buyer',
    'subscription_resumed: asked by buyer',
  ])
})

test('paid renewals and planned ends of subscriptions are not reported', async () => {
  const ordered = await subscribe(app, seller, { cancelAfter: 2 })
  await workAll()
  const { currentPeriodEnd } = await rowOf(app, ordered)
  await moveTo(app, new Date((currentPeriodEnd?.getTime() ?? 0) + 4_000_000))
  await workAll()
  await moveTo(app, new Date(app.clock.now().getTime() + 40 * 86_400_000))
  await workAll()
  await notifyAll(app)

  expect((await rowOf(app, ordered)).status).toBe('canceled')
  expect(await kinds()).toEqual(['sale'])
})
