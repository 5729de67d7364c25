import type { FastifyReply, FastifyRequest } from 'fastify'
import { jwtVerify, SignJWT } from 'jose'
import { createHmac } from 'node:crypto'
import { z } from 'zod'
import type { Kysely } from 'kysely'
import { type Clock, secondsAfter } from '#foundation/time/clock.ts'
import { createOwnCookie } from '#accounts/identity/sessions/cookies.ts'
import { newId } from '#foundation/db/new-id.ts'
import type { Database } from '#foundation/db/schema.ts'
import { hasChallenge, insertChallenge, takeChallenge } from '#accounts/identity/passkeys/passkey-store.ts'
import type { Limiter } from '#foundation/limits/limiter.ts'
import type { SessionServices } from '#accounts/identity/sessions/sessions.ts'
import type { SecretBox } from '#foundation/values/secret-box.ts'
import { findFactor } from '#accounts/identity/second-factor/factor-store.ts'
import type { Flow, OpenId, Profile } from './open-id.ts'
import { connectedSince } from './identities.ts'

export type SocialServices = SessionServices & {
  readonly publicUrl: string
  readonly limiter: Limiter
  readonly secretBox: SecretBox
  readonly cookies: SocialCookies
  /** Undefined if no issuer is configured. */
  readonly openId: OpenId | undefined
}

/** The state of a social sign-in under way. The browser stores it, signed by us and out of reach of scripts. */
const contents = {
  /** The state from leaving for the issuer until coming back. */
  flow: z.object({ state: z.string(), nonce: z.string(), verifier: z.string(), to: z.string().nullable() }),
  /** The state after the person came back, until they are signed in. */
  profile: z.object({
    /** The id that makes this state usable only once. */
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

/** In seconds: long enough to sign in at the issuer, or to look up a password for this account. */
export const profileLifetime = 10 * 60
const algorithm = 'HS256'

export type SocialCookies = ReturnType<typeof createSocialCookies>

export function createSocialCookies(authSecret: string, publicUrl: string, clock: Clock) {
  const key = createHmac('sha256', authSecret).update('social sign-in').digest()
  const cookies = {
    // The issuer redirects the browser from its own site, and browsers would not send a strict cookie then.
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

const purpose = 'social-profile'

/**
 * Stores the person who came back from the issuer in the browser, for a single use, so that a copied cookie is
 * worthless afterwards.
 */
export async function saveProfile(
  { db, clock, cookies }: SocialServices,
  reply: FastifyReply,
  profile: Profile & { readonly to: string | null },
): Promise<void> {
  const id = newId()
  const expiresAt = secondsAfter(clock.now(), profileLifetime)
  await insertChallenge(db, { id: newId(), identifier: purpose, value: id, expiresAt })
  await cookies.setProfile(reply, { ...profile, id })
}

/**
 * The person who came back, or undefined if no one did, if that was too long ago, or if the sign-in was already used.
 */
export async function readProfile(
  { db, clock, cookies }: SocialServices,
  request: FastifyRequest,
): Promise<SealedProfile | undefined> {
  const profile = await cookies.readProfile(request)
  if (profile === undefined) return undefined
  return (await hasChallenge(db, purpose, profile.id, clock.now())) ? profile : undefined
}

/** Uses up the sign-in. Returns false if another request was faster. */
export async function takeProfile(db: Kysely<Database>, { id }: SealedProfile, now: Date): Promise<boolean> {
  return takeChallenge(db, purpose, id, now)
}

/**
 * Whether a sign-in at the issuer also counts as the second factor. It does if the issuer says it checked two factors
 * and was connected before the second factor was turned on. An issuer connected later could be an attempt to get
 * around that factor.
 */
export async function vouchesForFactor(
  db: Kysely<Database>,
  userId: string,
  { issuer, uid, isMultiFactor }: Pick<Profile, 'uid' | 'isMultiFactor'> & { readonly issuer: string },
): Promise<boolean> {
  if (!isMultiFactor) return false
  const [factor, since] = await Promise.all([findFactor(db, userId), connectedSince(db, issuer, uid)])
  if (factor === undefined || factor.confirmedAt === null) return true
  return since !== undefined && since < factor.confirmedAt
}
