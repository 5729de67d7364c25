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
import { checkAll, moveTo, rowOf, subscribe, totalsOf, type Ordered } from '../test-subscriptions.ts'
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

const [minute, hour] = [60_000, 3_600_000]

/** How many times; `RACES=200` before a release. */
const races = Number(process.env['RACES'] ?? 8)
const timeout = Math.max(180_000, races * 10_000)
/** How many buyers race at the same renewal. */
const atOnce = 20

// Proves pause-race.
test(
  'a pause requested while the renewal begins skips exactly the payments it says',
  { timeout },
  async () => {
    const outcomes = { first: 0, renewed: 0, refused: 0 }
    for (let begun = 0; begun < races; begun += atOnce) {
      const all: Ordered[] = []
      for (let one = begun; one < Math.min(races, begun + atOnce); one += 1)
        all.push(await subscribe(app, seller, { amount: 24 }))
      await checkAll(app)
      const rows = await Promise.all(all.map(async (ordered) => rowOf(app, ordered)))
      const ends = rows.map(({ currentPeriodEnd }) => currentPeriodEnd?.getTime() ?? 0)
      const [first, last] = [Math.min(...ends), Math.max(...ends)]
      await moveTo(app, new Date(first - minute))
      await checkAll(app)
      // The renewals begin after some pauses were requested and while others are being requested.
      const isTime = Promise.withResolvers<void>()
      let answered = 0
      const wanted = 1 + (((begun / atOnce) * 3 + 2) % all.length)
      const pausing = all.map(async (ordered) =>
        of.pause(ordered, 2).finally(() => {
          answered += 1
          if (answered === wanted) isTime.resolve()
        }),
      )
      const moving = isTime.promise.then(async () => moveTo(app, new Date(last + minute)))
      const asked = await Promise.allSettled(pausing)
      await moving
      await moveTo(app, new Date(last + 3 * hour))
      await checkAll(app)
      await checkAll(app)
      for (const [index, ordered] of all.entries()) {
        const race = begun + index
        const end = ends[index] ?? 0
        const totals = await totalsOf(app, ordered)
        const isAsked = asked[index]?.status === 'fulfilled'
        const hasRenewed = totals.length === 2
        outcomes[isAsked ? (hasRenewed ? 'renewed' : 'first') : 'refused'] += 1
        const { status, pauseFrom } = await rowOf(app, ordered)
        const from = pauseFrom?.getTime() ?? 0
        if (isAsked) expect([race, status, from > end]).toEqual([race, 'paused', hasRenewed])
        else expect([race, status, hasRenewed]).toEqual([race, 'active', true])
      }
      await expectPauses(all.filter((_, index) => asked[index]?.status === 'fulfilled'))
    }
    process.stdout.write(`pauses at the moment of renewal: ${JSON.stringify(outcomes)}\n`)
  },
)

/** No subscription is charged until its pause ends, and then it is charged once. */
async function expectPauses(paused: readonly Ordered[]): Promise<void> {
  const before = await Promise.all(
    paused.map(async (ordered) => {
      const until = (await rowOf(app, ordered)).pauseUntil?.getTime() ?? 0
      return { ordered, until, totals: await totalsOf(app, ordered) }
    }),
  )
  for (const { ordered, until, totals } of before.toSorted((one, other) => one.until - other.until)) {
    if (app.clock.now().getTime() < until) {
      await moveTo(app, new Date(until - hour))
      await checkAll(app)
      expect(await totalsOf(app, ordered)).toEqual(totals)
      await moveTo(app, new Date(until + 3 * hour))
      await checkAll(app)
    }
    expect(await totalsOf(app, ordered)).toEqual([...totals, 2400])
  }
}
