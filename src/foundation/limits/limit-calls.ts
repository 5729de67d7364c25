import type { Clock } from '#foundation/time/clock.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import type { Authorize } from '#foundation/http/contract/routes.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** The limits for calls of one signed-in user, and of one API key, per minute. */
const limit = 600
const minute = 60_000
/**
 * The largest number of users and keys counted at the same time. Beyond that, the oldest one that is not blocked is
 * dropped.
 */
const capacity = 10_000

type Window = { readonly endsAt: number; calls: number }

/**
 * Limits signed-in users and API keys to 600 calls a minute each, and shows programs how many are left. It counts only
 * in this process, because stopping runaway programs is not worth an SQL statement for each call.
 */
export function limitCalls(authorize: Authorize, { now }: Clock, { limitsRefused }: Metrics): Authorize {
  const windows = new Map<string, Window>()
  return async (request, admission) => {
    const caller = await authorize(request, admission)
    if (caller === null) return null
    const instant = now().getTime()
    const window = windowOf(windows, caller.keyId ?? caller.userId, instant)
    window.calls += 1
    if (caller.keyId !== null) request.allowance = describeAllowance(window, instant)
    if (window.calls > limit) {
      request.log.warn({ user: caller.userId, key: caller.keyId }, 'too many calls')
      limitsRefused.inc({ rule: 'callsOfUser' })
      throw new TooManyRequests(secondsLeft(window, instant))
    }
    return caller
  }
}

function secondsLeft({ endsAt }: Window, instant: number): number {
  return Math.max(1, Math.ceil((endsAt - instant) / 1000))
}

function describeAllowance(window: Window, instant: number): Readonly<Record<string, string>> {
  return {
    'ratelimit-limit': String(limit),
    'ratelimit-remaining': String(Math.max(0, limit - window.calls)),
    'ratelimit-reset': String(secondsLeft(window, instant)),
  }
}

/** The count of a caller, a user or a key. */
function windowOf(windows: Map<string, Window>, callerId: string, instant: number): Window {
  const known = windows.get(callerId)
  if (known !== undefined && known.endsAt > instant) return known
  windows.delete(callerId)
  if (windows.size >= capacity) evict(windows, instant)
  const window = { endsAt: instant + minute, calls: 0 }
  windows.set(callerId, window)
  return window
}

function evict(windows: Map<string, Window>, instant: number): void {
  for (const [callerId, { endsAt, calls }] of windows) {
    if (endsAt > instant && calls > limit) continue
    windows.delete(callerId)
    return
  }
}
