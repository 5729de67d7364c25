import { z } from 'zod'
import type { Contract } from '#foundation/http/contract/contract.ts'
import { secondFactorFailures, session, signInBody } from '../contract.ts'

/**
 * A person returning from the issuer: `known` can sign in, `new` can register, and `taken` means that an account with
 * this email signs in another way, and must do so before the two can be connected.
 */
export const socialProfile = z.object({
  standing: z.enum(['known', 'new', 'taken']),
  email: z.string(),
  uid: z.string(),
  firstname: z.string(),
  lastName: z.string(),
  /** The page the person wanted to open. */
  to: z.string().nullable(),
})
export type SocialProfile = z.output<typeof socialProfile>

/** Why the person came back from the issuer without signing in. */
export const socialProblem = z.enum(['cancelled', 'unverified', 'address', 'failed'])

export const socialContract = {
  startSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/start',
    summary: 'Starts a social sign-in: returns the issuer’s URL to go to',
    access: 'anyone',
    body: z.object({ to: z.string().max(2048).nullable().default(null) }),
    failures: { foreign_origin: 403, not_found: 404, issuer_unreachable: 503 },
    ok: { status: 200, schema: z.object({ url: z.string() }) },
  },
  getSocialProfile: {
    method: 'GET',
    path: '/authentication/social/profile',
    summary:
      'Returns the person who came back from the issuer; the browser’s cookie remembers them for ten minutes',
    access: 'anyone',
    failures: { not_found: 404 },
    ok: { status: 200, schema: socialProfile },
  },
  finishSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/sign-in',
    summary:
      'Signs in a known person who came back from the issuer; asks for the second factor if the issuer did not',
    access: 'anyone',
    body: signInBody.pick({ code: true }),
    failures: { ...secondFactorFailures, foreign_origin: 403, not_found: 404 },
    ok: { status: 200, schema: session },
  },
  proveSocially: {
    method: 'POST',
    path: '/authentication/social/prove',
    summary: 'Proves the signed-in person’s identity through a sign-in at the issuer instead of a password',
    access: 'signed-in',
    right: null,
    proof: 'browser',
    failures: { foreign_origin: 403, not_found: 404, other_person: 403 },
    ok: { status: 200, schema: z.object({}) },
  },
  connectSocialSignIn: {
    method: 'POST',
    path: '/authentication/social/connect',
    summary: 'Links the identity that the issuer returned to the signed-in account',
    access: 'signed-in',
    right: null,
    proof: 'recent',
    failures: { foreign_origin: 403, not_found: 404, connected_elsewhere: 409 },
    ok: { status: 200, schema: z.object({}) },
  },
} as const satisfies Contract
