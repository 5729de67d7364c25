import { Temporal } from 'temporal-polyfill'

type Time = Temporal.ZonedDateTime

/** What was bought: the prices in minor units, and the number of payments of a plan, or 0 without an end. */
export type Terms = {
  readonly unit: { readonly months: number } | { readonly weeks: number }
  readonly prices: readonly number[]
  readonly payments: number
  /** The discount for an early payoff, in percent. */
  readonly payoffDiscount: number
}

const mostPeriods = 12
const mostSkips = 2
/** The longest pause and the farthest next payment, in days. */
const [longest, farthest] = [366, 700]

/** A separate calendar of a subscription's charges: their days and amounts. It shares no code with the product. */
export class Calendar {
  readonly charged: string[] = []
  readonly terms: Terms
  /** The number of the price paid now, and of the price of the next payment. */
  price = 0
  nextPrice = 0
  pausedFrom: Time | null = null
  skips = 0
  isOver = false
  isPaidOff = false
  #anchor: Time
  #cycle = 1
  /** Whether a pause was undone since the last payment. */
  #isUndone = false
  #isLeaving = false

  constructor(begun: Time, terms: Terms) {
    this.terms = terms
    this.#anchor = begun
    this.#charge(begun)
  }

  get next(): Time {
    return this.#after(0)
  }

  /** Whether the pause has begun, so that nothing is paid for at the moment. */
  rests(now: Time): boolean {
    return this.pausedFrom !== null && Temporal.ZonedDateTime.compare(this.pausedFrom, now) <= 0
  }

  get canChangePrice(): boolean {
    const { pausedFrom, terms } = this
    return pausedFrom === null && !this.#isUndone && this.isRunning && terms.prices.length > 1
  }

  get isRunning(): boolean {
    const { isOver, terms, charged } = this
    return !isOver && !this.#isLeaving && charged.length !== terms.payments
  }

  /** The numbers of payments that a pause can skip. */
  pauses(now: Time): number[] {
    const { pausedFrom, price, nextPrice, terms, next } = this
    if (pausedFrom !== null || price !== nextPrice || !this.isRunning || terms.payments > 0) return []
    const latest = next.add({ hours: longest * 24 })
    return Array.from({ length: mostPeriods }, (_, index) => index + 1).filter(
      (count) => !isAfter(this.#after(count), latest) && this.#isNear(count, now),
    )
  }

  canSkip(now: Time): boolean {
    const { pausedFrom, skips, price, nextPrice, terms } = this
    const isPossible = this.isRunning && terms.payments === 0 && price === nextPrice
    return isPossible && skips < mostSkips && (pausedFrom === null || skips > 0) && this.#isNear(1, now)
  }

  /** Skips the next payments. */
  leaveOut(count: number): void {
    this.pausedFrom ??= this.next
    this.#restart(this.#after(count), 0)
  }

  takeBack(): void {
    if (this.pausedFrom === null) return
    this.#restart(this.pausedFrom, 0)
    this.#endPause()
    this.#isUndone = true
  }

  chargeNow(now: Time): void {
    this.#charge(now)
    this.#restart(now, 1)
  }

  /** Ends with the paid period, or right away during a pause, when that period is already over. */
  leave(now: Time): void {
    this.isOver = this.rests(now)
    this.takeBack()
    this.#isLeaving = true
  }

  /** What an early payoff costs now, or null if nothing can be paid off. */
  payoff(now: Time): number | null {
    const { terms, charged, next } = this
    const left = terms.payments - charged.length
    if (!this.isRunning || left <= 0 || !isAfter(next, now.add({ hours: 2 }))) return null
    const whole = left * (terms.prices[0] ?? 0)
    return whole - Math.round((whole * terms.payoffDiscount) / 100)
  }

  payOff(now: Time, total: number): void {
    this.charged.push(lineOf(now, total))
    this.isPaidOff = true
    this.isOver = true
  }

  liveUntil(now: Time): void {
    while (!this.isOver && !isAfter(this.next, now)) {
      const { terms, charged } = this
      if (this.#isLeaving || charged.length === terms.payments) {
        this.isOver = true
        return
      }
      this.#charge(this.next)
      this.#cycle += 1
    }
  }

  #after(cycles: number): Time {
    const count = this.#cycle + cycles
    const { unit } = this.terms
    return this.#anchor.add(
      'months' in unit ? { months: count * unit.months } : { weeks: count * unit.weeks },
    )
  }

  #isNear(count: number, now: Time): boolean {
    return !isAfter(this.#after(count), now.add({ hours: farthest * 24 }))
  }

  #charge(at: Time): void {
    this.price = this.nextPrice
    this.charged.push(lineOf(at, this.terms.prices[this.price] ?? 0))
    this.#endPause()
    this.#isUndone = false
  }

  #restart(anchor: Time, cycle: number): void {
    this.#anchor = anchor
    this.#cycle = cycle
  }

  #endPause(): void {
    this.pausedFrom = null
    this.skips = 0
  }
}

function isAfter(one: Time, other: Time): boolean {
  return Temporal.ZonedDateTime.compare(one, other) > 0
}

export function lineOf(at: Time, total: number): string {
  return `${at.toPlainDate().toString()} ${total}`
}
