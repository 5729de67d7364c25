/**
 * The sandbox's clock: the real time plus a number of seconds. It never goes back, so that completed work
 * stays completed. An unused sandbox can start in the past.
 */
export type Clock = {
  /** The sandbox's time in Unix seconds. */
  readonly now: () => number
  /** The seconds by which the sandbox is ahead of the real clock. */
  readonly offset: () => number
  /** The real time in Unix milliseconds, for webhook signatures and retries, which leave the sandbox. */
  readonly real: () => number
  /** Runs `work` at a certain time of the sandbox's clock, in Unix seconds. */
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
