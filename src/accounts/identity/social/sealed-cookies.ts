import type { FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from '#foundation/time/clock.ts'
import { createOwnCookie } from '../sessions/own-cookie.ts'
import type { Flow, Profile } from './open-id.ts'

/** What a browser keeps of a social sign-in under way, signed by us and out of reach of its scripts. */
const contents = {
  /** From leaving for the issuer to coming back. */
  flow: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string().nullable() }),
  /** Who came back, until they are signed in. */
  profile: z.object({
    /** Names the one use that it is good for. */
    id: z.string(),
    uid: z.string(),
    email: z.string(),
    firstname: z.string(),
    lastName: z.string(),
    isMultiFactor: z.boolean(),
    to: z.string().nullable(),
  }),
} as const

export type SealedFlow = Flow & { readonly to: string | null }
export type SealedProfile = Profile & { readonly id: string; readonly to: string | null }

/** Seconds; time enough to sign in at the issuer, or to find one's password here. */
export const profileLifetime = 10 * 60
const algorithm = 'HS256'

export type SocialCookies = ReturnType<typeof createSocialCookies>

export function createSocialCookies(authSecret: string, publicUrl: string, clock: Clock) {
  const key = createHmac('sha256', authSecret).update('social sign-in').digest()
  const cookies = {
    // The issuer sends the browser back from its own site, where a strict cookie would stay behind.
    flow: createOwnCookie('tillform-social-flow', publicUrl, 'lax'),
    profile: createOwnCookie('tillform-social-profile', publicUrl),
  } as const

  async function set(reply: FastifyReply, kind: keyof typeof contents, value: SealedFlow | SealedProfile) {
    const now = Math.floor(clock.now().getTime() / 1000)
    const sealed = await new SignJWT({ ...value })
      .setProtectedHeader({ alg: algorithm })
      .setAudience(kind)
      .setExpirationTime(now + profileLifetime)
      .sign(key)
    cookies[kind].write(reply, sealed, profileLifetime)
  }

  async function read(request: FastifyRequest, kind: keyof typeof contents): Promise<unknown> {
    try {
      const options = {
        algorithms: [algorithm],
        audience: kind,
        currentDate: clock.now(),
        requiredClaims: ['exp'],
      }
      return (await jwtVerify(cookies[kind].read(request), key, options)).payload
    } catch {
      return undefined
    }
  }

  return {
    setFlow: (reply: FastifyReply, flow: SealedFlow) => set(reply, 'flow', flow),
    setProfile: (reply: FastifyReply, profile: SealedProfile) => set(reply, 'profile', profile),
    readFlow: async (request: FastifyRequest): Promise<SealedFlow | undefined> =>
      contents.flow.safeParse(await read(request, 'flow')).data,
    readProfile: async (request: FastifyRequest): Promise<SealedProfile | undefined> =>
      contents.profile.safeParse(await read(request, 'profile')).data,
    clearFlow: (reply: FastifyReply) => cookies.flow.write(reply, '', 0),
    clearProfile: (reply: FastifyReply) => cookies.profile.write(reply, '', 0),
  }
}
