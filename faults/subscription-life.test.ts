// @module-tag long simulates eight years of pauses
import { Temporal } from 'temporal-polyfill'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { outcomeOf, pay } from '#buying/checkout/pay/test-paying.ts'
import { changersOf } from '#buying/price-changes/test-price-changes.ts'
import { randomFrom, type Random } from '#foundation/values/random.ts'
import { pauses } from '#payments/subscriptions/pause/test-pauses.ts'
import {
  ask,
  checkAll,
  moveTo,
  payOffEarly,
  purchasesOf,
  rowOf,
  type Ordered,
} from '#payments/subscriptions/test-subscriptions.ts'
import {
  call,
  createTestForm,
  lostEvents,
  setFaults,
  signUpSeller,
  startTestApp,
  type Answer,
  type TestApp,
  type TestSeller,
} from '#test-app.ts'
import { Calendar, lineOf, type Terms } from './subscription-calendar.ts'

/** `SEED` and `SEEDS` choose the first seed and their number; `SEEDS=1000` takes hours on two cores. */
const first = Number(process.env['SEED'] ?? 1)
const seeds = Number(process.env['SEEDS'] ?? 2)
/** How many buyers one product has at the same time. */
const atOnce = 50
const years = 8
/** The days of the month on which buyers subscribe. */
const days = 31

type Offer = Terms & { readonly form: string; readonly prices: readonly number[]; readonly other: string }

/** The prices that buyers choose from. Monthly ones are listed more often. */
async function createOffers(app: TestApp, seller: TestSeller): Promise<Offer[]> {
  const create = async (
    billingPeriod: 'Weekly' | 'Monthly' | 'Yearly',
    billingInterval: number,
    fields: { readonly cancelAfter?: number; readonly payoffDiscount?: number } = {},
  ): Promise<Offer> => {
    const { cancelAfter: payments = 0, payoffDiscount = 0 } = fields
    const recurring = { priceType: 'RecurringPrice', billingPeriod, billingInterval }
    const others = payments > 0 ? [] : [{ label: 'Pro', amount: 24, ...recurring }]
    const form = await createTestForm(app, seller, {
      amount: 12,
      ...recurring,
      ...fields,
      priceLabel: 'Basic',
      allowsPriceChange: true,
      prices: others,
    })
    const stored = await call(app, 'GET', `/api/forms/${form}`, { token: seller.token })
    const { prices } = z.object({ prices: z.array(z.object({ id: z.string() })) }).parse(stored.body)
    const months = billingInterval * (billingPeriod === 'Yearly' ? 12 : 1)
    return {
      form,
      other: prices[0]?.id ?? '',
      unit: billingPeriod === 'Weekly' ? { weeks: billingInterval } : { months },
      prices: payments > 0 ? [1200] : [1200, 2400],
      payments,
      payoffDiscount,
    }
  }
  const monthly = await create('Monthly', 1)
  const plans = [
    await create('Monthly', 1, { cancelAfter: 24 }),
    await create('Monthly', 1, { cancelAfter: 7, payoffDiscount: 10 }),
  ]
  const rest = [await create('Monthly', 3), await create('Weekly', 4), await create('Yearly', 1)]
  return [...Array.from({ length: 6 }, () => monthly), ...rest, ...plans]
}

/** A buyer with a subscription, followed by a new one once it has ended. */
class Buyer {
  readonly done: string[] = []
  problem: string | undefined
  calendar: Calendar | undefined
  readonly #app: TestApp
  readonly #offers: readonly Offer[]
  readonly #random: Random
  readonly #seed: number
  readonly #begins: number
  #ordered: Ordered = { form: '', purchaseId: '', secret: '' }
  #other = ''

  constructor(app: TestApp, offers: readonly Offer[], seed: number) {
    this.#app = app
    this.#offers = offers
    this.#random = randomFrom(seed)
    this.#seed = seed
    this.#begins = this.#random.below(days)
  }

  /** After a problem, this buyer takes no further steps. */
  async try(work: () => Promise<void>): Promise<void> {
    if (this.problem !== undefined) return
    try {
      await work()
    } catch (error) {
      this.problem = `seed ${this.#seed}: ${String(error)}\n${this.done.join('\n')}`
    }
  }

  async live(round: number): Promise<void> {
    if (round < days ? round !== this.#begins : false) return
    const now = presentOf(this.#app)
    this.calendar?.liveUntil(now)
    if (this.calendar?.isOver === true) await this.compare()
    const did = await (this.calendar === undefined ? this.#begin(now) : this.#act(this.calendar, now))
    this.done.push(`${now.toPlainDateTime().toString({ smallestUnit: 'minute' })} ${did}`)
  }

  async compare(): Promise<void> {
    const { calendar } = this
    if (calendar === undefined) return
    const ordered = this.#ordered
    const paid = (await purchasesOf(this.#app, ordered)).flatMap(({ paidAt, total }) =>
      paidAt === null ? [] : [lineOf(timeOf(paidAt), total)],
    )
    const row = await rowOf(this.#app, ordered)
    const { charged, isOver, isPaidOff } = calendar
    const found = { paid, hasEnded: row.status === 'canceled', cycles: row.paidCycles }
    const cycles = charged.length - (isPaidOff ? 1 : 0)
    expect(found).toEqual({
      paid: charged,
      hasEnded: isOver,
      cycles,
    })
    if (isOver) this.calendar = undefined
  }

  async #begin(now: Temporal.ZonedDateTime): Promise<string> {
    const offer = this.#random.pick(this.#offers)
    const { form, other } = offer
    const email = `buyer-${this.#seed}@example.com`
    const { purchaseId, secret } = outcomeOf(await pay(this.#app, form, { email }))
    this.#ordered = { form, purchaseId, secret }
    this.#other = other
    this.calendar = new Calendar(now, offer)
    const { unit, payments } = offer
    return `bought ${JSON.stringify(unit)}${payments > 0 ? `, ${payments} payments` : ''}`
  }

  /** Does something random that is currently possible, both in the product and on the calendar. */
  async #act(calendar: Calendar, now: Temporal.ZonedDateTime): Promise<string> {
    const random = this.#random
    const [app, ordered, of] = [this.#app, this.#ordered, pauses(this.#app)]
    switch (random.below(10)) {
      case 0:
      case 1: {
        const counts = calendar.pauses(now)
        if (counts.length === 0) break
        const count = random.pick(counts)
        await of.pause(ordered, count)
        calendar.leaveOut(count)
        return `paused for ${count}`
      }
      case 2:
        if (!calendar.canSkip(now)) break
        await of.skip(ordered)
        calendar.leaveOut(1)
        calendar.skips += 1
        return 'skipped'
      case 3:
        if (calendar.pausedFrom === null || calendar.rests(now) || !calendar.isRunning) break
        await of.takeBack(ordered)
        calendar.takeBack()
        return 'taken back'
      case 4:
        if (!calendar.rests(now)) break
        await of.endPause(ordered)
        calendar.chargeNow(now)
        return 'continued'
      case 5:
        // Once a pause has begun, canceling the subscription would end it.
        if (calendar.rests(now) || !calendar.isRunning) break
        expectDone(await ask(app, ordered, '/cancel'))
        expectDone(await ask(app, ordered, '/resume'))
        calendar.takeBack()
        return 'canceled and resumed'
      case 6:
      case 7:
        if (calendar.canChangePrice) return this.#changePrice(calendar)
        break
      case 8: {
        const total = calendar.payoff(now)
        if (total === null || !random.chance(0.3)) break
        expectDone(await payOffEarly(app, ordered, total))
        calendar.payOff(now, total)
        return `paid off for ${total}`
      }
      case 9:
        if (!calendar.isRunning || !random.chance(0.3)) break
        expectDone(await ask(app, ordered, '/cancel'))
        calendar.leave(now)
        return 'canceled'
    }
    return 'nothing'
  }

  /** Changes to the other price, or undoes the change if it is already requested. */
  async #changePrice(calendar: Calendar): Promise<string> {
    const ordered = { ...this.#ordered, others: [] }
    const buyer = changersOf(this.#app, { name: '', token: '', userId: '', account: '' })
    const { price, nextPrice, terms } = calendar
    if (price !== nextPrice) {
      expectDone(await buyer.undo(ordered))
      calendar.nextPrice = price
      return 'kept the price'
    }
    const other = 1 - price
    const total = terms.prices[other] ?? 0
    expectDone(await buyer.change(ordered, { total, price: other === 0 ? this.#ordered.form : this.#other }))
    calendar.nextPrice = other
    return `changed to ${total}`
  }
}

function expectDone({ status, body }: Answer): void {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
}

function timeOf(time: Date): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO('UTC')
}

function presentOf(app: TestApp): Temporal.ZonedDateTime {
  return timeOf(app.clock.now())
}

/**
 * Moves the clocks to a later day, four minutes earlier than before. This way, renewals come after everything buyers
 * did on that day, and never slip to the next day.
 */
async function moveBy(app: TestApp, count: number, round: number): Promise<void> {
  const day = presentOf(app).add({ days: count }).withPlainTime('21:30')
  await moveTo(app, new Date(day.subtract({ minutes: round * 4 }).epochMilliseconds))
  await Promise.all([checkAll(app), checkAll(app)])
}

/** Returns the problems that each of these buyers found, with their earlier steps. */
async function liveTogether(from: number, count: number): Promise<string[]> {
  const app = await startTestApp()
  try {
    const seller = await signUpSeller(app)
    await setFaults(app, lostEvents)
    const offers = await createOffers(app, seller)
    const buyers = Array.from({ length: count }, (_, index) => new Buyer(app, offers, from + index))
    const begin = presentOf(app).with({ month: 1, day: 1 }).add({ years: 1 })
    await moveTo(app, new Date(begin.epochMilliseconds))
    const end = begin.add({ years, days })
    const random = randomFrom(0)
    for (let round = 0; Temporal.ZonedDateTime.compare(presentOf(app), end) < 0; round += 1) {
      await moveBy(
        app,
        round < days ? 1 : random.chance(0.35) ? 2 + random.below(12) : 20 + random.below(100),
        round,
      )
      for (let at = 0; at < buyers.length; at += 4)
        await Promise.all(buyers.slice(at, at + 4).map((buyer) => buyer.try(() => buyer.live(round))))
    }
    await checkAll(app)
    await Promise.all(buyers.map((buyer) => buyer.try(() => buyer.compare())))
    return buyers.flatMap(({ problem }) => problem ?? [])
  } finally {
    await app.close()
  }
}

test(
  'over eight years of random pauses, changes and cancellations, each charge has the day and amount that an independent calendar predicts',
  { timeout: 180_000 + seeds * 10_000 },
  async () => {
    const problems = []
    for (let at = 0; at < seeds; at += atOnce) {
      const found = await liveTogether(first + at, Math.min(atOnce, seeds - at))
      problems.push(...found)
      if (seeds > atOnce)
        process.stdout.write(`seeds from ${first + at}: ${found.length} problems\n${found.join('\n')}\n`)
    }
    expect(problems).toEqual([])
  },
)
