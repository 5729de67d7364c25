/** A price that a timer can be of. */
export type TimerPrice = {
  readonly id: string
  readonly name: string
  /** Buyers name it: a timer changes the least of it. */
  readonly isNamed: boolean
  readonly isRetired: boolean
}

/** What the timers of a form are of. */
export type TimerPrices = {
  /** That buyers name the first price, whose amount a timer of all prices changes. */
  readonly isNamed: boolean
  /** What it is called; null: it is the only one. */
  readonly firstName: string | null
  /** Those that a timer can be of; it is asked where there are several. */
  readonly choices: readonly TimerPrice[]
  readonly hasSeveral: boolean
  /** Some of them are not saved yet, and can have no timer before. */
  readonly hasNew: boolean
}
