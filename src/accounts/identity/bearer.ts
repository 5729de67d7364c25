import { jwtVerify, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import type { Clock } from '#foundation/clock.ts'

/** How long a bearer token is good for, in seconds. */
export const bearerLifetime = 15 * 60
const audience = 'tillform-api'
const algorithm = 'HS256'

export type BearerClaim = { readonly userId: string; readonly sessionId: string }

export type Bearer = {
  readonly issue: (claim: BearerClaim) => Promise<string>
  /** The claim of a token of ours that has not expired; undefined for every other text. */
  readonly read: (token: string) => Promise<BearerClaim | undefined>
}

/** The short-lived token that the API takes. It says who asks, never what they may do. */
export function createBearer(authSecret: string, issuer: string, clock: Clock): Bearer {
  const key = createHmac('sha256', authSecret).update('bearer').digest()
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
      try {
        const { payload } = await jwtVerify(token, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          currentDate: clock.now(),
          requiredClaims: ['exp', 'sub', 'sid'],
        })
        const { sub, sid } = payload
        return sub === undefined || typeof sid !== 'string' ? undefined : { userId: sub, sessionId: sid }
      } catch {
        return undefined
      }
    },
  }
}
