import { secondsAfter } from '#foundation/time/clock.ts'
import type { Caller } from '#foundation/http/contract/caller.ts'
import type { CookieClaim } from './sessions/session-cookie.ts'

/** Seconds for which a proof counts, in the browser that gave it. */
const proofLifetime = 10 * 60

/**
 * What a request shows beside its bearer token. That lies in local storage, where a script or a borrowed laptop finds it; the
 * cookie of the same session does not. A cookie of the generation before is that of a tab which renews at the same time.
 */
export function shownProof(
  claim: CookieClaim | undefined,
  session: { readonly sessionId: string; readonly generation: number; readonly provedAt: Date | null },
  now: Date,
): Caller['proof'] {
  const isOwn = claim?.sessionId === session.sessionId && claim.generation >= session.generation - 1
  if (!isOwn) return 'none'
  const { provedAt } = session
  return provedAt !== null && now <= secondsAfter(provedAt, proofLifetime) ? 'recent' : 'browser'
}
