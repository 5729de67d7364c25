const minute = 60
const hour = 60 * minute

/** The wait after each failed attempt to send an event, in seconds. After the last attempt, the event is given up. */
export const waits = [
  5,
  minute,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const

/** How much a wait can randomly be extended, so that events that failed together are not retried together. */
const jitter = 0.1

/** The wait after this many attempts, in seconds, or undefined if there are no more attempts. `random` is between 0 and 1. */
export function waitAfter(tries: number, random: number): number | undefined {
  const wait = waits[tries - 1]
  return wait === undefined ? undefined : wait * (1 + jitter * random)
}

/** After this many failures in a row, an endpoint gets only one attempt at a time. */
export const failsAfter = 10
/** The waits between these attempts, in seconds. The last one is repeated. */
export const rests = [5, minute, 5 * minute, 30 * minute] as const

/** The wait after this many failures in a row, in seconds, or undefined if there are too few failures for a wait. */
export function restAfter(failures: number): number | undefined {
  return failures < failsAfter ? undefined : (rests[failures - failsAfter] ?? rests.at(-1))
}

/**
 * An endpoint that has never responded successfully is turned off after this many failures, because it may belong to a
 * stranger.
 */
export const strangersFailures = 50

const day = 24 * hour
/** How long an endpoint fails before its seller is notified, and before it is turned off, in seconds. */
export const warnsAfter = day
export const endsAfter = 5 * day
