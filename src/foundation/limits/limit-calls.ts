import type { Clock } from '#foundation/time/clock.ts'
import { TooManyRequests } from '#foundation/failures/failure.ts'
import type { Authorize } from '#foundation/http/contract/routes.ts'
import type { Metrics } from '#foundation/telemetry/metrics.ts'

/** Calls of one signed-in user, each minute. */
const limit = 600
const minute = 60_000
/** The most users counted at once. Beyond that, the user who started longest ago and is not blocked is dropped. */
const capacity = 10_000

type Window = { readonly endsAt: number; calls: number }

/**
 * Limits signed-in users to 600 API calls a minute. Counted in this process only: it stops runaway programs, and must
 * not cost each call a statement.
 */
export function limitCalls(authorize: Authorize, { now }: Clock, { limitsRefused }: Metrics): Authorize {
  const windows = new Map<string, Window>()
  return async (request, admission) => {
    const caller = await authorize(request, admission)
    if (caller === null) return null
    const instant = now().getTime()
    const window = windowOf(windows, caller.userId, instant)
    window.calls += 1
    if (window.calls > limit) {
      request.log.warn({ user: caller.userId }, 'too many calls')
      limitsRefused.inc({ rule: 'callsOfUser' })
      throw new TooManyRequests(Math.max(1, Math.ceil((window.endsAt - instant) / 1000)))
    }
    return caller
  }
}

function windowOf(windows: Map<string, Window>, userId: string, instant: number): Window {
  const known = windows.get(userId)
  if (known !== undefined && known.endsAt > instant) return known
  windows.delete(userId)
  if (windows.size >= capacity) evict(windows, instant)
  const window = { endsAt: instant + minute, calls: 0 }
  windows.set(userId, window)
  return window
}

function evict(windows: Map<string, Window>, instant: number): void {
  for (const [userId, { endsAt, calls }] of windows) {
    if (endsAt > instant && calls > limit) continue
    windows.delete(userId)
    return
  }
}
