// @module-tag long races a pause against renewals
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { checkAll, moveTo, renew, rowOf, subscribe, totalsOf, type Ordered } from '../test-subscriptions.ts'
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
beforeEach(() => setFaults(app, lostEvents))

const hour = 3_600_000

/** How many times; `RACES=200` before a release. */
const races = Number(process.env['RACES'] ?? 8)

// Proves pause-race.
test('a pause requested while the renewal begins skips exactly the payments it says', async () => {
  for (let race = 0; race < races; race += 1) {
    const ordered: Ordered = await subscribe(app, seller, { amount: 24 })
    await checkAll(app)
    const { currentPeriodEnd: end } = await rowOf(app, ordered)
    await moveTo(app, new Date((end?.getTime() ?? 0) - 60_000))
    await checkAll(app)
    const [asked] = await Promise.allSettled([
      of.pause(ordered, 2),
      moveTo(app, new Date((end?.getTime() ?? 0) + 60_000)),
    ])
    await moveTo(app, new Date((end?.getTime() ?? 0) + 3 * hour))
    await checkAll(app)
    await checkAll(app)
    const row = await rowOf(app, ordered)
    const totals = await totalsOf(app, ordered)
    const hasRenewed = totals.length === 2
    if (asked.status === 'fulfilled') {
      const from = row.pauseFrom?.getTime() ?? 0
      expect([race, row.status, from > (end?.getTime() ?? 0)]).toEqual([race, 'paused', hasRenewed])
      await moveTo(app, new Date((row.pauseUntil?.getTime() ?? 0) - hour))
      await checkAll(app)
      expect([race, await totalsOf(app, ordered)]).toEqual([race, totals])
    }
    await renew(app, ordered)
    expect([race, (await totalsOf(app, ordered)).length]).toEqual([race, totals.length + 1])
  }
})
