// @module-tag long lives through eight years of pauses, cancellations, changes of plan and payoffs
import { Temporal } from 'temporal-polyfill'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changersOf, type Subscribed } from '#buying/price-changes/test-price-changes.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { pauses } from '#payments/subscriptions/pause/test-pauses.ts'
import {
  ask,
  checkAll,
  moveTo,
  payOffEarly,
  purchasesOf,
  rowOf,
  subscribe,
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
let buyer: ReturnType<typeof changersOf>

beforeAll(async () => {
  app = await startTestApp()
  seller = await signUpSeller(app)
  of = pauses(app)
  buyer = changersOf(app, seller)
  await setFaults(app, lostEvents)
})
afterAll(async () => app.close())

/**
 * The environment variables `SEED` and `SEEDS` change the first seed and the number of seeds. All subscriptions live
 * through the same eight years.
 */
const first = Number(process.env['SEED'] ?? 1)
const seeds = Number(process.env['SEEDS'] ?? 2)
const years = 8

type Time = Temporal.ZonedDateTime

const isBefore = (one: Time, other: Time) => Temporal.ZonedDateTime.compare(one, other) < 0

/** A separate calendar of the days and amounts that a monthly subscription charges, in minor units. */
class Calendar {
  readonly charged: string[] = []
  #anchor: Time
  #cycle = 1
  #price: number
  /** How many payments are left; without an end, infinitely many. */
  left: number
  pausedFrom: Time | null = null
  skips = 0
  /** The price from the next payment on. */
  changesTo: number | null = null

  constructor(begun: Time, price: number, count: number) {
    this.#anchor = begun
    this.#price = price
    this.left = count
    this.#charge(begun)
  }

  get price(): number {
    return this.#price
  }

  get next(): Time {
    return this.#anchor.add({ months: this.#cycle })
  }

  rests(now: Time): boolean {
    return this.pausedFrom !== null && !isBefore(now, this.pausedFrom)
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

  chargeNow(now: Time): void {
    this.#charge(now)
    this.#restart(now, 1)
  }

  payOff(now: Time): void {
    this.charged.push(`${dayOf(now)} ${this.#price * this.left}`)
    this.left = 0
  }

  liveUntil(now: Time): void {
    while (this.left > 0 && !isBefore(now, this.next)) {
      this.#charge(this.next)
      this.#cycle += 1
    }
  }

  #charge(day: Time): void {
    this.#price = this.changesTo ?? this.#price
    this.changesTo = null
    this.left -= 1
    this.charged.push(`${dayOf(day)} ${this.#price}`)
    this.#over()
  }

  #restart(anchor: Time, cycle: number): void {
    this.#anchor = anchor
    this.#cycle = cycle
  }

  #over(): void {
    this.pausedFrom = null
    this.skips = 0
  }
}

function dayOf(time: Time): string {
  return time.toPlainDate().toString()
}

function present(): Time {
  return Temporal.Instant.fromEpochMilliseconds(app.clock.now().getTime()).toZonedDateTimeISO('UTC')
}

/** Uses the evening, when the day's payments are charged, and minutes never change the day. */
async function toEveningOf(time: Time): Promise<void> {
  const evening = time.withPlainTime('12:00').add({ hours: 8 })
  await moveTo(app, new Date(evening.epochMilliseconds))
  await checkAll(app)
  await checkAll(app)
}

type Life = {
  readonly seed: number
  readonly random: Random
  readonly ordered: Subscribed
  readonly calendar: Calendar
  readonly done: string[]
}

async function begin(seed: number): Promise<Life> {
  const random = randomFrom(seed)
  const isPlan = random.chance(0.25)
  const count = isPlan ? 6 + random.below(85) : Infinity
  const ordered = isPlan
    ? { ...(await subscribe(app, seller, { amount: 12, cancelAfter: count })), others: [] }
    : await buyer.subscribed()
  await checkAll(app)
  return { seed, random, ordered, calendar: new Calendar(present(), 1200, count), done: [] }
}

test(
  'over eight years of pauses, cancellations, changes and payoffs, each charge is that of an independent calendar',
  { timeout: 180_000 * Math.max(1, seeds) },
  async () => {
    const steps = randomFrom(first)
    const lives: Life[] = []
    for (let seed = first; seed < first + seeds; seed += 1) {
      // On any day of a month, also the 29th to 31st.
      const days = lives.length % 20 === 0 ? 1 + steps.below(5) : 0
      if (days > 0)
        await moveTo(app, new Date(present().add({ days }).withPlainTime('12:00').epochMilliseconds))
      lives.push(await begin(seed))
    }
    const end = present().add({ years })
    while (isBefore(present(), end)) {
      for (const { ordered, calendar, random, done } of lives)
        done.push(`${dayOf(present())} ${await act(ordered, calendar, random)}`)
      await toEveningOf(present().add({ days: 3 + steps.below(40) }))
      for (const { calendar } of lives) calendar.liveUntil(present())
    }
    let charges = 0
    for (const { seed, ordered, calendar, done } of lives) {
      const paid = (await purchasesOf(app, ordered)).map(
        ({ paidAt, total }) => `${paidAt?.toISOString().slice(0, 10) ?? ''} ${total}`,
      )
      expect(paid, `seed ${seed}:\n${done.join('\n')}`).toEqual(calendar.charged)
      const { paidCycles, cancelAfter } = await rowOf(app, ordered)
      if (cancelAfter === 0) expect(paidCycles).toBe(calendar.charged.length)
      charges += paid.length
    }
    process.stdout.write(`${lives.length} lives, ${charges} charges\n`)
  },
)

/** Does something random that is currently possible, both in the product and on the calendar. */
async function act(ordered: Subscribed, calendar: Calendar, random: Random): Promise<string> {
  if (calendar.left !== Infinity) return actOnPlan(ordered, calendar, random)
  const isPaused = calendar.pausedFrom !== null
  const isChanging = calendar.changesTo !== null
  switch (random.below(7)) {
    case 0: {
      if (isPaused || isChanging) break
      const count = 1 + random.below(12)
      await of.pause(ordered, count)
      calendar.leaveOut(count)
      return `paused for ${count}`
    }
    case 1:
      if (isChanging || calendar.skips >= 2 || (isPaused && calendar.skips === 0)) break
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
    case 5: {
      if (isPaused || isChanging) break
      const total = calendar.price === 1200 ? 2400 : 1200
      const price = total === 1200 ? ordered.form : (ordered.others[0]?.id ?? '')
      expect((await buyer.change(ordered, { total, price })).status).toBe(200)
      calendar.changesTo = total
      return `changed to ${total}`
    }
    case 6:
      if (!isChanging) break
      expect((await buyer.undo(ordered)).status).toBe(200)
      calendar.changesTo = null
      return 'change undone'
  }
  return 'nothing'
}

async function actOnPlan(ordered: Subscribed, calendar: Calendar, random: Random): Promise<string> {
  if (calendar.left === 0) return 'over'
  switch (random.below(30)) {
    case 0:
      expect((await payOffEarly(app, ordered, calendar.price * calendar.left)).status).toBe(200)
      calendar.payOff(present())
      return 'paid off'
    case 1:
      await ask(app, ordered, '/cancel')
      await ask(app, ordered, '/resume')
      return 'canceled and resumed'
  }
  return 'nothing'
}
