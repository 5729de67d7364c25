/**
 * The sandbox's time: the real clock, moved forward by whole seconds. It never goes back, so that completed work stays
 * completed; before anything has happened, it can start in the past.
 */
export type Clock = {
  /** Unix seconds of the sandbox. */
  readonly now: () => number
  /** Seconds between the sandbox and the real clock. */
  readonly offset: () => number
  /** Unix milliseconds of the real clock, for what leaves the sandbox: webhook signatures and retries. */
  readonly real: () => number
  /** Runs `work` at that Unix second of the sandbox. */
  readonly at: <T>(time: number, work: () => T) => T
  readonly setOffset: (seconds: number) => void
}

export function createClock(real: () => number): Clock {
  let offset = 0
  let fixed: number | undefined
  return {
    now: () => fixed ?? Math.floor(real() / 1000) + offset,
    offset: () => offset,
    real,
    at(time, work) {
      const before = fixed
      fixed = time
      try {
        return work()
      } finally {
        fixed = before
      }
    },
    setOffset(seconds) {
      offset = seconds
    },
  }
}
