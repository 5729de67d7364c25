// @module-tag long lives through eight years of pauses
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { randomFrom } from '#foundation/values/random.ts'
import { pauses } from '#payments/subscriptions/pause/test-pauses.ts'
import {
  ask,
  checkAll,
  moveTo,
  purchasesOf,
  rowOf,
  subscribe,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'

let app: TestApp
let seller: TestSeller
let of: ReturnType<typeof pauses>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  of = pauses(app)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

/** The environment variables `SEED` and `SEEDS` change the first seed and the number of seeds. */
const first = Number(process.env['SEED'] ?? 1)
const seeds = Number(process.env['SEEDS'] ?? 1)
const years = 8

/** A separate calendar of the days on which a monthly subscription charges the card. */
class Calendar {
  readonly charged: string[] = []
  #anchor: Temporal.ZonedDateTime
  #cycle = 1
  pausedFrom: Temporal.ZonedDateTime | null = null
  skips = 0

  constructor(begun: Temporal.ZonedDateTime) {
    this.#anchor = begun
    this.charged.push(dayOf(begun))
  }

  get next(): Temporal.ZonedDateTime {
    return this.#anchor.add({ months: this.#cycle })
  }

  rests(now: Temporal.ZonedDateTime): boolean {
    return this.pausedFrom !== null && Temporal.ZonedDateTime.compare(this.pausedFrom, now) <= 0
  }

  /** Skips the next payments on the calendar. */
  leaveOut(count: number): void {
    this.pausedFrom ??= this.next
    this.#restart(this.#anchor.add({ months: this.#cycle + count }), 0)
  }

  takeBack(): void {
    if (this.pausedFrom === null) return
    this.#restart(this.pausedFrom, 0)
    this.#over()
  }

  chargeNow(now: Temporal.ZonedDateTime): void {
    this.charged.push(dayOf(now))
    this.#restart(now, 1)
    this.#over()
  }

  liveUntil(now: Temporal.ZonedDateTime): void {
    while (Temporal.ZonedDateTime.compare(this.next, now) <= 0) {
      this.charged.push(dayOf(this.next))
      this.#cycle += 1
      this.#over()
    }
  }

  #restart(anchor: Temporal.ZonedDateTime, cycle: number): void {
    this.#anchor = anchor
    this.#cycle = cycle
  }

  #over(): void {
    this.pausedFrom = null
    this.skips = 0
  }
}

function dayOf(time: Temporal.ZonedDateTime): string {
  return time.toPlainDate().toString()
}

function present(): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime()).toZonedDateTimeISO('UTC')
}

/** Uses noon, so that a few minutes never change the day. */
async function toNoonOf(time: Temporal.ZonedDateTime): Promise<void> {
  const noon = time.withPlainTime('12:00').add({ hours: 8 })
  await moveTo(app, new Date(noon.epochMilliseconds))
  await checkAll(app)
  await checkAll(app)
}

test('over eight years of random pauses, each charge falls on the day of an independent calendar', async () => {
  for (let seed = first; seed < first + seeds; seed += 1) {
    const random = randomFrom(seed)
    // Any day of a month, also the 29th to 31st.
    const start = present().add({ days: 1 + random.below(60) })
    await moveTo(app, new Date(start.withPlainTime('12:00').epochMilliseconds))
    const ordered: Ordered = await subscribe(app, seller, { amount: 24 })
    await checkAll(app)
    const calendar = new Calendar(present())
    const end = present().add({ years })
    const done: string[] = []
    while (Temporal.ZonedDateTime.compare(present(), end) < 0) {
      done.push(`${dayOf(present())} ${await act(ordered, calendar, random)}`)
      await toNoonOf(present().add({ days: 3 + random.below(40) }))
      calendar.liveUntil(present())
    }
    const paid = (await purchasesOf(app, ordered)).map(({ paidAt }) => paidAt?.toISOString().slice(0, 10))
    expect(paid, `seed ${seed}:\n${done.join('\n')}`).toEqual(calendar.charged)
    expect((await rowOf(app, ordered)).paidCycles).toBe(calendar.charged.length)
    await ask(app, ordered, '/cancel')
  }
})

/** Does something random that is currently possible, both in the product and on the calendar. */
async function act(
  ordered: Ordered,
  calendar: Calendar,
  random: ReturnType<typeof randomFrom>,
): Promise<string> {
  const isPaused = calendar.pausedFrom !== null
  switch (random.below(6)) {
    case 0:
      if (isPaused) break
      {
        const count = 1 + random.below(12)
        await of.pause(ordered, count)
        calendar.leaveOut(count)
        return `paused for ${count}`
      }
    case 1:
      if (calendar.skips >= 2 || (isPaused && calendar.skips === 0)) break
      await of.skip(ordered)
      calendar.leaveOut(1)
      calendar.skips += 1
      return 'skipped'
    case 2:
      if (!isPaused || calendar.rests(present())) break
      await of.takeBack(ordered)
      calendar.takeBack()
      return 'taken back'
    case 3:
      if (!calendar.rests(present())) break
      await of.endPause(ordered)
      calendar.chargeNow(present())
      return 'continued'
    case 4:
      // Once a pause has begun, canceling the subscription would end the pause.
      if (calendar.rests(present())) break
      await ask(app, ordered, '/cancel')
      await ask(app, ordered, '/resume')
      calendar.takeBack()
      return 'canceled and resumed'
  }
  return 'nothing'
}
