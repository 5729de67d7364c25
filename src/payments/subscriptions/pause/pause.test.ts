import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { noticeRenewals } from '../notices/notice-renewals.ts'
import { mailTextOf } from '../notices/test-notices.ts'
import {
  ask,
  changeCard,
  checkAll,
  invoicesOf,
  later,
  mailsOf,
  moveTo,
  renew,
  rowOf,
  subscribe,
  totalsOf,
  wireOf,
  type Ordered,
} from '../test-subscriptions.ts'
import { periodsAfter } from './pause-state.ts'
import { pauses } from './test-pauses.ts'

let app: TestApp
let seller: TestSeller
let of: ReturnType<typeof pauses>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  of = pauses(app)
})
afterAll(async () => app.close())
// The outcome must not depend on events.
beforeEach(() => setFaults(app, lostEvents))

const days = (count: number) => count * 86_400_000

async function begin(fields: object = {}): Promise<Ordered> {
  const ordered = await subscribe(app, seller, { amount: 24, ...fields })
  await checkAll(app)
  return ordered
}

/** Waits until everything due by a given time has been charged, running the jobs every few days. */
async function liveUntil(time: Date): Promise<void> {
  const end = time.getTime() + 8_000_000
  while (app.clock.now().getTime() < end) {
    await moveTo(app, new Date(Math.min(app.clock.now().getTime() + days(5), end)))
    await checkAll(app)
    await noticeRenewals(app.services)
  }
}

const stateOf = async (ordered: Ordered) => wireOf(await ask(app, ordered, ''))

// Proves pause.
test('a monthly subscriber who pauses for three months is charged nothing during the pause, and once afterwards', async () => {
  const ordered = await begin()
  const before = await rowOf(app, ordered)
  const end = before.currentPeriodEnd ?? new Date(0)
  const resumes = periodsAfter(before, end, 3) ?? new Date(0)
  await of.pause(ordered, 3)
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'paused',
    pauseFrom: end,
    pauseUntil: resumes,
    currentPeriodEnd: resumes,
  })
  expect(await stateOf(ordered)).toMatchObject({
    nextChargeAt: resumes.toISOString(),
    pause: { from: end.toISOString(), until: resumes.toISOString(), hasBegun: false, by: 'buyer' },
  })
  await liveUntil(end)
  expect((await stateOf(ordered)).pause?.hasBegun).toBe(true)
  // The notice is due three days before the payment, so longer steps could miss it.
  await liveUntil(new Date(resumes.getTime() - days(2)))
  await liveUntil(resumes)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  expect((await invoicesOf(app, ordered)).map(({ total }) => total)).toEqual([2400, 0, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({
    status: 'active',
    pauseUntil: null,
    paidCycles: 2,
    trialEnd: null,
    // From then on, Stripe counts months from the day of this payment, such as the 28th instead of the 31st.
    currentPeriodEnd: periodsAfter({ ...before, billingCycleAnchor: resumes }, resumes, 1),
  })
  const mails = await mailsOf(app, ordered)
  expect(mails.filter((kind) => kind === 'subscription_paused')).toHaveLength(1)
  expect(mails).not.toContain('trial_ending')
  expect(mails).toContain('renewal_ahead')
})

test('a buyer can skip two payments in a row, but not three', async () => {
  // Stripe counts months from the end of a skip, so the 31st would become the 30th after a short month.
  const now = app.clock.now()
  await moveTo(app, new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 5)))
  const ordered = await begin()
  const before = await rowOf(app, ordered)
  const end = before.currentPeriodEnd ?? new Date(0)
  await of.skip(ordered)
  await of.skip(ordered)
  await expect(of.skip(ordered)).rejects.toMatchObject({ code: 'pause_unavailable' })
  const next = periodsAfter(before, end, 2) ?? new Date(0)
  expect(await rowOf(app, ordered)).toMatchObject({ skips: 2, pauseFrom: end, pauseUntil: next })
  await liveUntil(next)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ skips: 0, pauseUntil: null })
  await of.skip(ordered)
  expect(await rowOf(app, ordered)).toMatchObject({ skips: 1 })
  expect(await mailTextOf(app, ordered, 'subscription_paused')).toContain('Nothing is charged on')
})

test('a pause undone before it begins changes nothing but is confirmed', async () => {
  const ordered = await begin()
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  await of.pause(ordered, 2)
  await of.takeBack(ordered)
  await of.takeBack(ordered)
  expect(await stateOf(ordered)).toMatchObject({
    status: 'active',
    pause: null,
    nextChargeAt: end?.toISOString(),
  })
  await liveUntil(end ?? new Date(0))
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'active', pauseUntil: null, paidCycles: 2 })
  expect((await mailsOf(app, ordered)).filter((kind) => kind === 'subscription_goes_on')).toHaveLength(1)
})

test('a buyer who ends a pause early is charged that day, and a new period begins', async () => {
  const ordered = await begin()
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  await of.pause(ordered, 6)
  await expect(of.endPause(ordered)).rejects.toMatchObject({ code: 'pause_differs' })
  await liveUntil(new Date((end?.getTime() ?? 0) + days(10)))
  await Promise.allSettled([of.endPause(ordered), of.endPause(ordered)])
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  const row = await rowOf(app, ordered)
  expect(row).toMatchObject({ status: 'active', pauseUntil: null, paidCycles: 2 })
  expect(row.currentPeriodEnd?.getTime()).toBeGreaterThan(app.clock.now().getTime() + days(27))
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400, 2400])
})

test('a paused buyer whose card is declined stays paused and owes nothing', async () => {
  const ordered = await begin()
  const { currentPeriodEnd: end } = await rowOf(app, ordered)
  await of.pause(ordered, 6)
  await liveUntil(new Date((end?.getTime() ?? 0) + days(10)))
  await changeCard(app, seller, ordered, 'pm_card_chargeCustomerFail')
  await expect(of.endPause(ordered)).rejects.toMatchObject({ code: 'card_refused' })
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused', unpaidInvoiceId: null })
  expect((await invoicesOf(app, ordered)).map(({ status }) => status)).toEqual(['void', 'paid', 'paid'])
  await changeCard(app, seller, ordered, 'pm_card_visa')
  await of.endPause(ordered)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
})

test('a yearly subscriber who skips a payment pays nothing that year and once the next year', async () => {
  const ordered = await begin({ billingPeriod: 'Yearly', amount: 120 })
  const before = await rowOf(app, ordered)
  const end = before.currentPeriodEnd ?? new Date(0)
  await expect(of.skip(ordered)).rejects.toMatchObject({ code: 'pause_unavailable' })
  await moveTo(app, new Date(end.getTime() - days(14)))
  await of.skip(ordered)
  const next = periodsAfter(before, end, 1) ?? new Date(0)
  await moveTo(app, new Date(next.getTime() - days(1)))
  await checkAll(app)
  expect(await totalsOf(app, ordered)).toEqual([12_000])
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([12_000, 12_000])
})

test.for(['cut_before', 'cut_after'] as const)(
  'a pause is made on Stripe despite a lost response (%s)',
  async (kind) => {
    const ordered = await begin()
    const { currentPeriodEnd: end } = await rowOf(app, ordered)
    const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 3, fault: { kind } }]
    await setFaults(app, { ...lostEvents, calls })
    await of.pause(ordered, 2)
    expect((await stateOf(ordered)).pause).toMatchObject({ from: end?.toISOString() })
    await setFaults(app, lostEvents)
    await later(app, days(1))
    await checkAll(app)
    expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused' })
    await liveUntil(new Date((end?.getTime() ?? 0) + days(20)))
    expect(await totalsOf(app, ordered)).toEqual([2400])
  },
)

test('a pause requested during a renewal follows the period it pays for', async () => {
  const ordered = await begin()
  const before = await rowOf(app, ordered)
  const end = before.currentPeriodEnd ?? new Date(0)
  // Stripe is unreachable until the renewal has begun there.
  await moveTo(app, new Date(end.getTime() - days(1)))
  await checkAll(app)
  const calls = [{ method: 'POST', path: '/v1/subscriptions/*', times: 9, fault: { kind: 'cut_before' } }]
  await setFaults(app, { ...lostEvents, calls })
  await of.pause(ordered, 2)
  await moveTo(app, new Date(end.getTime() + 60_000))
  await setFaults(app, lostEvents)
  await checkAll(app)
  await liveUntil(new Date(end.getTime() + days(2)))
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  const [from, until] = [periodsAfter(before, end, 1), periodsAfter(before, end, 3)]
  expect(await rowOf(app, ordered)).toMatchObject({ status: 'paused', pauseFrom: from, pauseUntil: until })
  await liveUntil(new Date((until?.getTime() ?? 0) - days(1)))
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400])
  await renew(app, ordered)
  expect(await totalsOf(app, ordered)).toEqual([2400, 2400, 2400])
})
