import { jwtVerify, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import type { Clock } from '#foundation/time/clock.ts'

/** How long a bearer token is valid, in seconds. */
const bearerLifetime = 15 * 60
const audience = 'tillform-api'
const algorithm = 'HS256'

export type BearerClaim = { readonly userId: string; readonly sessionId: string }

export type Bearer = {
  readonly issue: (claim: BearerClaim) => Promise<string>
  /** The claim of a valid, unexpired token of ours, or undefined for any other text. */
  readonly read: (token: string) => Promise<BearerClaim | undefined>
}

/** The maximum number of verified tokens kept in memory. */
const capacity = 10_000

/** The API's short-lived token. It identifies the caller but grants no rights. */
export function createBearer(authSecret: string, issuer: string, clock: Clock): Bearer {
  const key = createHmac('sha256', authSecret).update('bearer').digest()
  // Verified tokens are remembered, because each signature check needs a pool thread and a page sends the same token
  // repeatedly.
  const verified = new Map<string, BearerClaim & { readonly expiresAt: number }>()

  function knownClaim(token: string): BearerClaim | undefined {
    const known = verified.get(token)
    return known !== undefined && clock.now().getTime() < known.expiresAt ? known : undefined
  }

  function cache(token: string, claim: BearerClaim, expiresAt: number): BearerClaim {
    verified.set(token, { ...claim, expiresAt })
    const [oldest] = verified.keys()
    if (verified.size > capacity && oldest !== undefined) verified.delete(oldest)
    return claim
  }

  return {
    async issue({ userId, sessionId }) {
      const now = Math.floor(clock.now().getTime() / 1000)
      return new SignJWT({ sid: sessionId })
        .setProtectedHeader({ alg: algorithm })
        .setSubject(userId)
        .setIssuer(issuer)
        .setAudience(audience)
        .setIssuedAt(now)
        .setExpirationTime(now + bearerLifetime)
        .sign(key)
    },

    async read(token) {
      const known = knownClaim(token)
      if (known !== undefined) return known
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: clock.now(),
          requiredClaims: ['exp', 'sub', 'sid'],
        })
        const { sub, sid, exp = 0 } = payload
        if (sub === undefined || typeof sid !== 'string') return undefined
        return cache(token, { userId: sub, sessionId: sid }, exp * 1000)
      } catch {
        return undefined
      }
    },
  }
}
